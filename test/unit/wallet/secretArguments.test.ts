import { describe, expect, test } from 'vitest'
import { refuseSecretArguments } from '../../../src/wallet/secretArguments.ts'
import { thrownBy } from './support/errors.ts'

const key = '7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d'
const words12 = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const words24 = `${words12} ${words12}`

describe('stops at', () => {
  test.each([
    ['a key', ['wallet', 'import', key]],
    ['a key with 0x', ['wallet', 'import', `0x${key}`]],
    ['a key in upper case', ['wallet', 'import', key.toUpperCase()]],
    ['a key with spaces around', ['wallet', 'import', ` 0x${key} `]],
    ['a key behind a flag that takes no key', ['swap', '1', '--account', key]],
    ['a key in the same word as its flag', ['swap', '1', `--keystore=0x${key}`]],
    ['a key behind a switch', ['swap', '--yes', key]],
    ['--private-key, whatever follows', ['swap', '--private-key', 'x']],
    ['--private-key=', ['swap', '--private-key=abc']],
    ['--password', ['swap', '--password', 'hunter2']],
    ['--mnemonic', ['wallet', 'import', '--mnemonic']],
    ['--PK', ['swap', '--PK', 'x']],
    ['twelve words in one argument', ['wallet', 'import', words12]],
    ['twelve words with commas', ['wallet', 'import', words12.replaceAll(' ', ',')]],
    ['twelve words, one each', ['wallet', 'import', ...words12.split(' ')]],
    ['twenty-four words', ['wallet', 'import', words24]],
    ['twelve words and nothing else', words12.split(' ')],
    ['twelve words behind one switch', ['--yes', ...words12.split(' ')]],
    ['twelve words with spaces around', ['wallet', 'import', ` ${words12} `]],
    ['a key behind the value of a flag', ['swap', '--id', '5', key]],
    ['a key behind a flag with its value', ['swap', '--id=5', key]],
    ['words behind a flag', ['swap', `--idempotency-key=${words12}`]],
  ])('%s', async (_, argv) => {
    const error = await thrownBy(() => refuseSecretArguments(argv, { hashes: false }))
    expect(error).toMatchObject({ code: 'SECRET_IN_ARGUMENTS', exit: 2, context: { check: 'K2' } })
    const text = JSON.stringify([error.message, error.hint, error.context]).toLowerCase()
    for (const secret of [key, 'hunter2', 'sausage']) expect(text).not.toContain(secret)
  })

  test.each([
    ['seed phrases', ['status', words12]],
    ['secret flags', ['status', `0x${key}`, '--private-key', 'x']],
  ])('%s also where hashes are taken', async (_, argv) => {
    const error = await thrownBy(() => refuseSecretArguments(argv, { hashes: true }))
    expect(error.code).toBe('SECRET_IN_ARGUMENTS')
  })
})

describe('names the argument', () => {
  test.each<[string, string[], number, string]>([
    ['a key', ['wallet', 'import', key], 3, 'looks like a private key'],
    ['a flag', ['--private-key', 'x'], 1, 'passes a secret'],
    ['a phrase', ['wallet', words12], 2, 'looks like a seed phrase'],
    [
      'the first word of a phrase',
      ['--yes', ...words12.split(' ')],
      2,
      'starts what looks like a seed phrase',
    ],
  ])('%s', async (_, argv, position, what) => {
    const error = await thrownBy(() => refuseSecretArguments(argv, { hashes: false }))
    expect(error.context).toEqual({ check: 'K2', position })
    expect(error.message).toBe(`Argument ${position} ${what}.`)
    expect(error.hint).toMatch(/shell history.*move its funds.*--key-stdin/)
  })
})

describe('lets pass', () => {
  const sui = `0x${key}`
  test.each([
    ['an ordinary swap', ['swap', '250', 'eth:USDC', 'to', 'arb:USDC', '--account', 'alice']],
    ['an EVM receiver', ['swap', '-r', '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D']],
    ['a Sui asset', ['quote', '1', `sui:${sui}::coin::COIN`, 'to', 'eth:ETH']],
    ['an asset whose address has the shape of a key', ['quote', '1', `aptos:${sui}`, 'to', 'eth']],
    ['a Sui receiver', ['swap', '--receiver', sui]],
    ['a NEAR receiver', ['swap', `--receiver=${key}`]],
    ['a short receiver flag', ['swap', '-r', sui]],
    ['a refund address', ['deposit', '--refund-to', sui]],
    ['a hashed idempotency key', ['swap', '--idempotency-key', key]],
    ['a quote id', ['swap', '--id', key]],
    ['eleven words', ['wallet', 'x', ...words12.split(' ').slice(1)].slice(0, 11)],
    ['a sentence', ['swap', '--idempotency-key', 'the second of my two monthly swaps to a friend']],
    [
      'a long sentence',
      ['swap', '--integrator', 'this is the second of my two monthly swaps to a friend in Rome'],
    ],
    ['a shorter hex text', ['swap', '--quote', key.slice(1)]],
    ['a longer hex text', ['swap', '--quote', `${key}00`]],
  ])('%s', (_, argv) => {
    expect(() => refuseSecretArguments(argv, { hashes: false })).not.toThrow()
  })

  test.each([
    ['a hash', ['status', `0x${key}`]],
    ['a hash without 0x', ['status', key]],
    ['a hash behind a switch', ['status', '--watch', `0x${key}`]],
    ['a hash before flags', ['receipt', key, '--json']],
  ])('%s where the command takes one', (_, argv) => {
    expect(() => refuseSecretArguments(argv, { hashes: true })).not.toThrow()
  })
})
