import {
  type Hex,
  type TransactionSerializable,
  keccak256,
  parseTransaction,
  serializeTransaction,
  toHex,
} from 'viem'
import { sign, signTransaction } from 'viem/accounts'

import type { EvmPlan } from '../../../src/wallet/types.ts'

// Signers that are asked for one transaction and sign another: each changes one thing, by viem
// alone, and signs it properly with the account's own key unless that is what it changes.

const groupOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const mallory: Hex = '0xb063b120e898232aaa43428fbece4343525ae918'
const otherKey: Hex = `0x${'37'.repeat(32)}`

export type EvmForger = { name: string; sign(plan: EvmPlan, key: Hex): Promise<Hex> }

/** What an honest signer signs, as viem knows it. */
function honest({ chainId, nonce, to, value, data, gasLimit, fees }: EvmPlan) {
  const common = { chainId, nonce, to: asHex(to), value, data: asHex(data), gas: gasLimit }
  return fees.type === 'legacy'
    ? ({ ...common, type: 'legacy', gasPrice: fees.gasPrice } as const)
    : ({
        ...common,
        type: 'eip1559',
        maxFeePerGas: fees.maxFeePerGas,
        maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
      } as const)
}

/** Fees in the words of the other types. */
function highest({ fees }: EvmPlan): bigint {
  return fees.type === 'legacy' ? fees.gasPrice : fees.maxFeePerGas
}

const signed = (transaction: TransactionSerializable, privateKey: Hex): Promise<Hex> =>
  signTransaction({ privateKey, transaction })

function changing(name: string, change: (plan: EvmPlan) => Partial<EvmPlan>): EvmForger {
  return { name, sign: (plan, key) => signed(honest({ ...plan, ...change(plan) }), key) }
}

function dearer(plan: EvmPlan): Partial<EvmPlan> {
  const { fees } = plan
  return {
    fees:
      fees.type === 'legacy'
        ? { ...fees, gasPrice: fees.gasPrice + 1n }
        : { ...fees, maxFeePerGas: fees.maxFeePerGas + 1n },
  }
}

function otherTip(plan: EvmPlan): Partial<EvmPlan> {
  const { fees } = plan
  if (fees.type === 'legacy') return { fees: { ...fees, gasPrice: fees.gasPrice + 1_000n } }
  const tip = fees.maxPriorityFeePerGas
  const other = tip === fees.maxFeePerGas ? tip - 1n : tip + 1n
  return { fees: { ...fees, maxPriorityFeePerGas: other < 0n ? 1n : other } }
}

function otherType(plan: EvmPlan): Partial<EvmPlan> {
  const price = highest(plan)
  return {
    fees:
      plan.fees.type === 'legacy'
        ? { type: 'eip1559', maxFeePerGas: price, maxPriorityFeePerGas: price }
        : { type: 'legacy', gasPrice: price },
  }
}

/** Fields of types 1, 3 and 4, which nothing here ever asks for. */
function common(plan: EvmPlan) {
  const { chainId, nonce, to, value, data, gasLimit: gas } = plan
  const fees = { maxFeePerGas: highest(plan), maxPriorityFeePerGas: 0n }
  return { call: { chainId, nonce, to: asHex(to), value, data: asHex(data), gas }, fees }
}

const storageKey: Hex = `0x${'01'.repeat(32)}`
const accessList = [{ address: mallory, storageKeys: [storageKey] }]

/** The same transaction with the mirrored signature, which recovers the same sender. */
async function mirrored(plan: EvmPlan, key: Hex): Promise<Hex> {
  const raw = await signed(honest(plan), key)
  const { r, s, yParity, ...transaction } = parseTransaction(raw)
  if (r === undefined || s === undefined) throw new Error('not signed')
  const parity = 1 - Number(yParity)
  const signature = { r, s: toHex(groupOrder - BigInt(s), { size: 32 }), yParity: parity }
  return transaction.type === 'legacy'
    ? serializeTransaction(
        { ...transaction, type: 'legacy' },
        { ...signature, v: BigInt(plan.chainId * 2 + 35 + parity) },
      )
    : serializeTransaction({ ...transaction, type: 'eip1559' } as never, signature)
}

/** A signature of before EIP-155, valid on every chain. */
async function unprotected(plan: EvmPlan, key: Hex): Promise<Hex> {
  const { call } = common(plan)
  const { chainId: _, ...rest } = call
  const transaction = { ...rest, type: 'legacy', gasPrice: highest(plan) } as const
  const signature = await sign({
    hash: keccak256(serializeTransaction(transaction)),
    privateKey: key,
  })
  const v = 27n + BigInt(signature.yParity ?? 0)
  return serializeTransaction(transaction, { ...signature, v })
}

async function creation(plan: EvmPlan, key: Hex): Promise<Hex> {
  return await signed({ ...honest(plan), to: null }, key)
}

/** An authorization that hands the account's code over (EIP-7702). */
async function withAuthorization(plan: EvmPlan, key: Hex): Promise<Hex> {
  const { call, fees } = common(plan)
  const authorization = {
    address: mallory,
    chainId: plan.chainId,
    nonce: plan.nonce + 1,
    r: toHex(5n, { size: 32 }),
    s: toHex(7n, { size: 32 }),
    yParity: 0,
  }
  const transaction = { ...call, ...fees, type: 'eip7702', authorizationList: [authorization] }
  return await signed(transaction as TransactionSerializable, key)
}

async function withBlob(plan: EvmPlan, key: Hex): Promise<Hex> {
  const { call, fees } = common(plan)
  const blobs = { maxFeePerBlobGas: 1n, blobVersionedHashes: [`0x01${'22'.repeat(31)}` as Hex] }
  const transaction = { ...call, ...fees, ...blobs, type: 'eip4844' }
  return await signed(transaction as TransactionSerializable, key)
}

export const evmForgers: readonly EvmForger[] = [
  changing('another chain', ({ chainId }) => ({ chainId: chainId + 1 })),
  changing('another target', () => ({ to: mallory })),
  changing('other data', ({ data }) => ({ data: bent(data) })),
  changing('more data', ({ data }) => ({ data: `${data}00` })),
  changing('another value', ({ value }) => ({ value: value === 0n ? 1n : value - 1n })),
  changing('another number', ({ nonce }) => ({ nonce: nonce + 1 })),
  changing('more gas', ({ gasLimit }) => ({ gasLimit: gasLimit + 1n })),
  changing('a higher fee', dearer),
  changing('another tip', otherTip),
  changing('another type', otherType),
  { name: 'another key', sign: (plan) => signed(honest(plan), otherKey) },
  {
    name: 'an access list',
    sign: (plan, key) => {
      const { call, fees } = common(plan)
      return signed({ ...call, ...fees, type: 'eip1559', accessList }, key)
    },
  },
  {
    name: 'type 1',
    sign: (plan, key) =>
      signed({ ...common(plan).call, gasPrice: highest(plan), type: 'eip2930', accessList }, key),
  },
  { name: 'a blob', sign: withBlob },
  { name: 'an authorization', sign: withAuthorization },
  { name: 'a mirrored signature', sign: mirrored },
  { name: 'a signature for every chain', sign: unprotected },
  { name: 'a new contract', sign: creation },
  changing('an earlier transaction', ({ nonce, value }) => ({
    nonce: nonce === 0 ? 1 : nonce - 1,
    value: value ^ 1n,
  })),
  {
    name: 'bytes behind the end',
    sign: async (plan, key) => `${await signed(honest(plan), key)}00`,
  },
]

function bent(data: string): string {
  if (data.length < 4) return '0x01'
  const last = data.at(-1) === '0' ? '1' : '0'
  return data.slice(0, -1) + last
}

function asHex(text: string): Hex {
  return `0x${text.slice(2).toLowerCase()}`
}
