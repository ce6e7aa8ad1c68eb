/** Stellar's own bytes, compared with envelopes that other programs made. */
import { describe, expect, test } from 'vitest'

import { assetContract, isClassicAsset, stellarKey } from '../../../src/chains/stellar/addresses.ts'
import {
  readStellarTransaction,
  writeStellarCall,
} from '../../../src/chains/stellar/transaction.ts'
import { readValue } from '../../../src/chains/stellar/values.ts'
import { readXdr } from '../../../src/chains/stellar/xdr.ts'
import { builtInTokens, nativeToken } from '../../../src/chains/tokens.ts'
import recorded from '../../providers/aquarius/recorded.json' with { type: 'json' }

const bytes = (text: string): Buffer => Buffer.from(text, 'base64')
const account = 'GBRGAB3UICU2JII4HW67KATOKDGCGW5LKPGFAOOQL623EH4EYGR2MXRR'

test.each([
  // soroswap/token-list, assets/*.json
  ['XLM', 'CAS3J7GYLGXMF6TDJBBYYSE3HQ6BBSMLNUQ34T6TZMYMW2EVH34XOWMA'],
  ['USDC', 'CCW67TSZV3SSS2HXMBQ5JFGCKJNXKZM7UQUWUZPUTHXSTZLEO7SJMI75'],
  ['EURC', 'CDTKPWPLOURQA2SGTKTUQOWRCBZEORB4BWBOMJ3D3ZTQQSGE5F6JBQLV'],
  ['PYUSD', 'CCCRWH6Q3FNP3I2I57BDLM5AFAT7O6OF6GKQOC6SSJNDAVRZ57SPHGU2'],
  ['AQUA', 'CAUIKL3IYGMERDRUN6YSCLWVAKIFG5Q4YJHUKM4S4NJZQIA3BAS6OJPK'],
])('the contract of %s is the one that a list of tokens names', (symbol, contract) => {
  const token = builtInTokens('STELLAR').find((one) => one.symbol === symbol)
  expect(assetContract(token?.address ?? '')).toBe(contract)
  expect(isClassicAsset(token?.address ?? '')).toBe(true)
  expect(isClassicAsset(contract)).toBe(false)
})

test('addresses of another kind, or with a wrong checksum, have no key', () => {
  expect(() => stellarKey('contract', account)).toThrow(RangeError)
  expect(() => stellarKey('account', `${account.slice(0, -1)}A`)).toThrow(RangeError)
  expect(() => stellarKey('account', 'short')).toThrow(RangeError)
})

test('a path payment of another program is read to its last byte', () => {
  expect(readStellarTransaction(bytes(recorded.pathPayment))).toEqual({
    source: account,
    fee: 100_000n,
    sequence: 243_619_315_352_338_461n,
    maxTime: 1_748_698_660n,
    operation: {
      kind: 'path',
      sendAsset: nativeToken('STELLAR').address,
      sendAmount: 12_340_000n,
      destination: account,
      destAsset: 'USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
      destMin: 3_260_394n,
    },
  })
})

describe('a call of another program', () => {
  const read = readStellarTransaction(bytes(recorded.envelope))
  if (read.operation.kind !== 'call') throw new Error('not a call')
  const { call, auth } = read.operation

  test('is read to its last byte', () => {
    expect(read).toMatchObject({ source: account, fee: 595_965n, maxTime: 0n })
    expect(call).toMatchObject({
      contract: 'CBQDHNBFBZYE4MKPWBSJOPIYLW4SFSXAXUTSXJN76GNKYVYPCKWC6QUK',
      method: 'swap_chained',
    })
    expect(call.args.slice(2)).toEqual([
      { kind: 'address', text: assetContract(nativeToken('STELLAR').address) },
      { kind: 'number', type: 'u128', value: 22_340_000n },
      { kind: 'number', type: 'u128', value: 8_501_834_391n },
    ])
    const [permission, ...others] = auth
    expect(others).toEqual([])
    expect(permission?.call.bytes).toEqual(call.bytes)
    expect(permission?.inside.map((one) => one.call.method)).toEqual(['transfer'])
  })

  test('is written again byte by byte', () => {
    const { source, fee, sequence, maxTime } = read
    const simulated = { auth: [bytes(recorded.auth)], resources: bytes(recorded.resources) }
    const again = writeStellarCall({
      source,
      fee,
      sequence,
      maxTime,
      bytes: call.bytes,
      simulated,
    })
    expect(Buffer.from(again).toString('base64')).toBe(recorded.envelope)
  })

  test('rejects one byte less and one byte more', () => {
    const whole = bytes(recorded.envelope)
    for (let length = 0; length < whole.length; length += 4) {
      expect(() => readStellarTransaction(whole.subarray(0, length)), String(length)).toThrow(
        RangeError,
      )
    }
    expect(() => readStellarTransaction(Buffer.concat([whole, Buffer.alloc(4)]))).toThrow(
      RangeError,
    )
  })
})

test.each([
  ['a type that is unknown', Buffer.from('00000063', 'hex')],
  ['a list that is too long', Buffer.from('0000001000000001ffffffff', 'hex')],
  ['padding of other bytes', Buffer.from('0000000f0000000161626364', 'hex')],
  ['nested without end', Buffer.from('000000100000000100000001'.repeat(20), 'hex')],
])('rejects %s as a value', (_name, value) => {
  expect(() => readValue(readXdr(value))).toThrow(RangeError)
})
