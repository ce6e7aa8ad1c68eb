import { fromRlp, toRlp, type TransactionSerializableLegacy } from 'viem'
import { privateKeyToAddress, signTransaction } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { decodeTransaction, verifySigned } from '../../../src/wallet/decodeTransaction.ts'
import { signPlan } from '../../../src/wallet/signPlan.ts'
import type { EvmPlan } from '../../../src/wallet/types.ts'
import { thrownBy } from './support/errors.ts'
import { samplePlan } from './support/plans.ts'

type Hex = `0x${string}`
type Fields = (Hex | Fields)[]

const key = `0x${'42'.repeat(32)}` as const
const keyBytes = Buffer.alloc(32, 0x42)
const from = privateKeyToAddress(key)
const plan = samplePlan(from)
const raw = await signPlan(plan, keyBytes)

function hex(text: string): Hex {
  return `0x${text.slice(2)}`
}

async function fieldRefused(signed: string, of: EvmPlan = plan): Promise<unknown> {
  const { code, context } = await thrownBy(() => verifySigned(signed, of))
  expect({ code, check: context['check'] }).toEqual({ code: 'UNSAFE_ROUTE', check: 'E13' })
  return context['field']
}

describe('bytes that another reader might take for the plan', () => {
  const places = {
    nonce: 1,
    to: 5,
    value: 6,
    accessList: 8,
    parity: 9,
    r: 10,
  }
  /** The signed list with one field written otherwise. */
  const written = (field: keyof typeof places, value: Hex | Fields): string => {
    const fields: Fields = fromRlp(`0x${raw.slice(4)}`, 'hex') as Fields
    return `0x02${toRlp(fields.with(places[field], value)).slice(2)}`
  }

  test.each([
    ['half a byte more', `${raw}0`],
    ['a text behind it', `${raw}zz`],
    ['no 0x', `00${raw.slice(2)}`],
    ['a number with a leading zero', written('value', '0x000de0b6b3a7640007')],
    ['a number of 33 bytes', written('value', `0x01${'00'.repeat(32)}`)],
    ['a nonce beyond what is counted exactly', written('nonce', '0x20000000000000')],
    ['a parity of two', written('parity', '0x02')],
    ['an invalid access list', written('accessList', '0x')],
    ['a list for a receiver', written('to', [])],
    ['a list for a number', written('value', [])],
    ['text for all of it', '0x0280'],
  ])('%s is refused', async (_, signed) => {
    expect(await fieldRefused(signed)).toBe('encoding')
    expect(verifySigned(raw, plan).from).toBe(from)
  })

  test.each([1, -1])('%d field more is refused', async (more) => {
    const fields: Fields = fromRlp(`0x${raw.slice(4)}`, 'hex') as Fields
    const changed = more === 1 ? [...fields, '0x' as const] : fields.slice(0, -1)
    expect(await fieldRefused(`0x02${toRlp(changed).slice(2)}`)).toBe('encoding')
  })

  test('rejects a receiver of 19 bytes', async () => {
    expect(await fieldRefused(written('to', `0x${'7a'.repeat(19)}`))).toBe('to')
  })

  test('the highest nonce that is counted exactly is read', async () => {
    const last = { ...plan, nonce: Number.MAX_SAFE_INTEGER }
    expect(verifySigned(await signPlan(last, keyBytes), last).nonce).toBe(2 ** 53 - 1)
  })
})

describe('a falsified signer of a legacy plan', () => {
  const legacy: EvmPlan = { ...plan, fees: { type: 'legacy', gasPrice: 7n } }
  const changed = (change: Partial<TransactionSerializableLegacy>): Promise<string> => {
    const { chainId, nonce, to, value, data, gasLimit: gas } = legacy
    const transaction: TransactionSerializableLegacy = {
      type: 'legacy',
      chainId,
      nonce,
      to: hex(to),
      value,
      data: hex(data),
      gas,
      gasPrice: 7n,
      ...change,
    }
    return signTransaction({ privateKey: key, transaction })
  }

  test.each<[string, Partial<TransactionSerializableLegacy>]>([
    ['gasPrice', { gasPrice: 8n }],
    ['chainId', { chainId: 1 }],
    ['value', { value: 1n }],
  ])('that changes the %s is caught', async (field, change) => {
    expect(await fieldRefused(await changed(change), legacy)).toBe(field)
    expect(verifySigned(await changed({}), legacy).fees).toEqual(legacy.fees)
  })

  test('a signature for chain 0 is one for no chain', async () => {
    const fields = fromRlp(`0x${(await changed({})).slice(2)}`, 'hex') as Fields
    for (const v of ['0x23', '0x24'] as const) {
      const error = await thrownBy(() => decodeTransaction(toRlp(fields.with(6, v))))
      expect(error.context).toMatchObject({ check: 'E13', field: 'chainId' })
    }
  })
})
