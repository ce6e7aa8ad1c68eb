import {
  type TransactionSerializable,
  keccak256,
  parseTransaction,
  serializeTransaction,
  toHex,
  toRlp,
} from 'viem'
import { privateKeyToAddress, sign, signTransaction } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { decodeTransaction, verifySigned } from '../../../src/wallet/decodeTransaction.ts'
import { signPlan } from '../../../src/wallet/signPlan.ts'
import type { EvmPlan } from '../../../src/wallet/types.ts'
import { randomSource } from '../chains/support/random.ts'
import { thrownBy } from './support/errors.ts'
import { randomPlan, samplePlan } from './support/plans.ts'

const key = `0x${'42'.repeat(32)}` as const
const otherKey = `0x${'43'.repeat(32)}` as const
const keyBytes = Buffer.alloc(32, 0x42)
const from = privateKeyToAddress(key)

/** What viem is asked to sign for a plan, for falsifying one field of it. */
function serializable(plan: EvmPlan): TransactionSerializable & { type: 'eip1559' } {
  if (plan.fees.type !== 'eip1559') throw new Error('a plan of type 2 is wanted')
  const { maxFeePerGas, maxPriorityFeePerGas } = plan.fees
  return {
    type: 'eip1559',
    chainId: plan.chainId,
    nonce: plan.nonce,
    to: hex(plan.to),
    value: plan.value,
    data: hex(plan.data),
    gas: plan.gasLimit,
    maxFeePerGas,
    maxPriorityFeePerGas,
  }
}

function hex(text: string): `0x${string}` {
  return `0x${text.slice(2)}`
}

describe('reads', () => {
  test('the example of EIP-155', () => {
    const raw = hex(
      [
        '0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025',
        'a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276',
        'a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
      ].join(''),
    )
    expect(decodeTransaction(raw)).toEqual({
      chainId: 1,
      nonce: 9,
      to: '0x3535353535353535353535353535353535353535',
      value: 10n ** 18n,
      data: '0x',
      gasLimit: 21_000n,
      fees: { type: 'legacy', gasPrice: 20_000_000_000n },
      from: '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F',
      hash: keccak256(raw),
    })
  })

  test('accepts every plan signed as planned (seed 21, 120 plans)', async () => {
    const random = randomSource(21)
    for (let round = 0; round < 120; round += 1) {
      const plan = randomPlan(random, from)
      const raw = await signPlan(plan, keyBytes)
      const { hash, ...decoded } = verifySigned(raw, plan)
      const { blockchain: _, ...expected } = plan
      expect(decoded).toEqual(expected)
      expect(hash).toBe(keccak256(hex(raw)))
      expect(parseTransaction(hex(raw)).nonce ?? 0).toBe(plan.nonce)
    }
  })
})

describe('a falsified signer is caught', () => {
  const plan = samplePlan(from)
  const honest = serializable(plan)
  const stranger = '0x00000000000000000000000000000000DeaDBeef'
  const signWith = (transaction: TransactionSerializable, privateKey = key) =>
    signTransaction({ transaction, privateKey })

  test.each<[string, string, () => Promise<string>]>([
    ['chain id', 'chainId', () => signWith({ ...honest, chainId: 1 })],
    ['nonce', 'nonce', () => signWith({ ...honest, nonce: 43 })],
    ['receiver', 'to', () => signWith({ ...honest, to: stranger })],
    ['value', 'value', () => signWith({ ...honest, value: plan.value + 1n })],
    ['data', 'data', () => signWith({ ...honest, data: hex(plan.data.replace(/1$/, '2')) })],
    ['gas limit', 'gasLimit', () => signWith({ ...honest, gas: plan.gasLimit + 1n })],
    ['fee cap', 'maxFeePerGas', () => signWith({ ...honest, maxFeePerGas: 30_000_000_002n })],
    ['tip', 'maxPriorityFeePerGas', () => signWith({ ...honest, maxPriorityFeePerGas: 2n })],
    [
      'type',
      'type',
      () => {
        const { to, value, data, nonce, chainId, gasLimit: gas } = plan
        const fields = { to: hex(to), value, data: hex(data), nonce, chainId, gas }
        return signWith({ ...fields, type: 'legacy', gasPrice: 30_000_000_001n })
      },
    ],
    [
      'access list',
      'accessList',
      () => signWith({ ...honest, accessList: [{ address: stranger, storageKeys: [] }] }),
    ],
    ['key', 'from', () => signWith(honest, otherKey)],
    ['no receiver: a new contract', 'to', () => signWith({ ...honest, to: null })],
  ])('%s', async (_, field, falsify) => {
    const raw = await falsify()
    const error = await thrownBy(() => verifySigned(raw, plan))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: 'E13', field } })
  })

  test.each<[string, string, (raw: string) => string]>([
    ['bytes behind the end', 'encoding', (raw) => `${raw}00`],
    ['a cut end', 'encoding', (raw) => raw.slice(0, -2)],
    ['nothing', 'encoding', () => '0x'],
    ['no hex', 'encoding', () => '0xzz'],
    ['blob type', 'encoding', (raw) => raw.replace('0x02', '0x03')],
    ['access list type', 'encoding', (raw) => raw.replace('0x02', '0x01')],
  ])('%s', async (_, field, falsify) => {
    const raw = falsify(await signWith(honest))
    const error = await thrownBy(() => verifySigned(raw, plan))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: 'E13', field } })
  })

  test('the high-s form of a signature, which no chain takes', async () => {
    const hash = keccak256(serializeTransaction(honest))
    const { r, s, yParity } = await sign({ hash, privateKey: key })
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const twin = { r, s: toHex(order - BigInt(s)), yParity: yParity === 1 ? 0 : 1 }
    const raw = serializeTransaction(honest, twin)
    const error = await thrownBy(() => verifySigned(raw, plan))
    expect(error.context).toMatchObject({ check: 'E13', field: 'signature' })
  })

  test('a legacy signature without chain id, valid everywhere', async () => {
    const fields = [toHex(1), toHex(1), toHex(21_000), hex(plan.to), toHex(1), '0x'] as const
    const { r, s, yParity } = await sign({ hash: keccak256(toRlp([...fields])), privateKey: key })
    const raw = toRlp([...fields, toHex(27 + (yParity ?? 0)), r, s])
    const error = await thrownBy(() => decodeTransaction(raw))
    expect(error.context).toMatchObject({ check: 'E13', field: 'chainId' })
  })

  test('any flipped bit (seed 34, 200 cases)', async () => {
    const random = randomSource(34)
    const raw = Buffer.from((await signWith(honest)).slice(2), 'hex')
    for (let round = 0; round < 200; round += 1) {
      const changed = Buffer.from(raw)
      const position = random.below(changed.length)
      changed[position] = (changed[position] ?? 0) ^ (1 << random.below(8))
      const error = await thrownBy(() => verifySigned(`0x${changed.toString('hex')}`, plan))
      expect(error.context).toMatchObject({ check: 'E13' })
    }
  })

  test('the honest one passes', async () => {
    expect(verifySigned(await signWith(honest), plan).from).toBe(from)
  })
})

describe('signPlan', () => {
  test('refuses the plan of another account', async () => {
    const plan = samplePlan(privateKeyToAddress(otherKey))
    const error = await thrownBy(() => signPlan(plan, keyBytes))
    expect(error).toMatchObject({ code: 'UNSAFE_ROUTE', context: { check: 'E13', field: 'from' } })
  })
})
