import { toQuantity } from '../../chains/evm/hex.ts'
import * as z from 'zod/mini'

import { wireUint } from '../../http/wire.ts'
import { readCosmosTransaction } from '../cosmos.ts'
import { findNearTransaction } from '../near.ts'
import { askNodes, isNotFound, requireHash } from '../nodes.ts'
import { readStarknetTransaction } from '../starknet.ts'
import { readSuiTransaction } from '../sui.ts'
import type { TransactionReader } from './transaction.ts'

// Chains of accounts and programs other than EVM, Solana, TRON and TON.

const coinWire = z.object({ denom: z.string(), amount: wireUint })
const bankSend = z.object({
  from_address: z.string(),
  to_address: z.string(),
  amount: z.array(coinWire),
})
const cosmosSender = z.object({ sender: z.nullish(z.string()), signer: z.nullish(z.string()) })
const contractCall = z.object({ contract: z.string(), funds: z.nullish(z.array(coinWire)) })

export const readOnCosmos: TransactionReader = async (blockchain, hash, source) => {
  const found = await readCosmosTransaction(blockchain, hash, source)
  if (found === null) return null
  const { failed, atMs } = found
  const messages = found.messages.map(({ value }) => value)
  const sends = messages.flatMap((message) => readOr(bankSend, message))
  const calls = messages.flatMap((message) => readOr(contractCall, message))
  const [who] = messages.flatMap((message) => readOr(cosmosSender, message))
  const sender = sends[0]?.from_address ?? who?.sender ?? who?.signer ?? null
  const sent = [
    ...sends.map((send) => ({ coins: send.amount, from: send.from_address, to: send.to_address })),
    ...calls.map(({ funds, contract }) => ({ coins: funds ?? [], from: sender, to: contract })),
  ]
  return {
    blockchain,
    hash,
    state: failed ? 'failed' : 'done',
    atMs,
    sender,
    touched: calls.map(({ contract }) => contract),
    payments: failed
      ? []
      : sent.flatMap(({ coins, from, to }) =>
          coins.map(({ denom, amount }) => ({ token: denom, amount, from, to })),
        ),
    kind: { is: sends.length > 0 && sends.length === messages.length ? 'transfer' : 'call' },
  }
}

export const readOnNear: TransactionReader = async (blockchain, hash, source) => {
  const found = await findNearTransaction(hash, source)
  if (found === null) return null
  const { signer: from, receiver: to, deposits, failed, isTransfer, atMs } = found
  return {
    blockchain,
    hash,
    state: failed ? 'failed' : 'done',
    atMs,
    sender: from,
    touched: [to],
    payments: failed ? [] : deposits.map((amount) => ({ token: null, amount, from, to })),
    kind: { is: isTransfer ? 'transfer' : 'call' },
  }
}

const aptosWire = z.object({
  hash: z.string(),
  type: z.string(),
  success: z.nullish(z.boolean()),
  sender: z.nullish(z.string()),
  timestamp: z.nullish(wireUint),
  payload: z.nullish(
    z.object({ function: z.nullish(z.string()), arguments: z.nullish(z.array(z.unknown())) }),
  ),
})
/** The two entry functions that move the coin alone: aptos-core, aptos_account.move and coin.move. */
const aptosTransfer = /^0x1::(?:aptos_account::transfer|coin::transfer)$/

/** https://aptos.dev/build/apis/fullnode-rest-api (read 2026-11) */
export const readOnAptos: TransactionReader = async (blockchain, hash, source) => {
  const path = `/transactions/by_hash/${hash}`
  const request = { path, wire: aptosWire, isUnknown: isNotFound }
  const found = await askNodes(blockchain, request, source)
  if (found === null) return null
  requireHash(blockchain, hash, found.hash)
  const { sender: from = null, payload, timestamp } = found
  const called = payload?.function ?? ''
  const [to, amount] = payload?.arguments ?? []
  const isTransfer = aptosTransfer.test(called)
  const units = z.safeParse(wireUint, amount)
  const isWaiting = found.type === 'pending_transaction'
  const isMove = isTransfer && found.success === true && units.success && typeof to === 'string'
  return {
    blockchain,
    hash,
    state: isWaiting ? 'waiting' : found.success === true ? 'done' : 'failed',
    atMs: timestamp == null ? null : Number(timestamp / 1000n),
    sender: from,
    touched: called === '' ? [] : [called.split('::')[0] ?? ''],
    payments: isMove ? [{ token: null, amount: units.data, from, to }] : [],
    kind: { is: isTransfer ? 'transfer' : 'call' },
  }
}

export const readOnSui: TransactionReader = async (blockchain, hash, source) => {
  const found = await readSuiTransaction(hash, source)
  if (found === null) return null
  const { sender, effects } = found
  const changes = effects === null || effects.failed ? [] : effects.changes
  return {
    blockchain,
    hash,
    state: effects === null ? 'waiting' : effects.failed ? 'failed' : 'done',
    atMs: effects?.atMs ?? null,
    sender,
    touched: [],
    payments: changes.map(({ account, coinType: token, change }) =>
      change > 0n
        ? { token, amount: change, from: null, to: account }
        : { token, amount: -change, from: account, to: null },
    ),
    kind: { is: 'call' },
  }
}

export const readOnStarknet: TransactionReader = async (blockchain, hash, source) => {
  const found = await readStarknetTransaction(hash, source)
  if (found === null) return null
  const { failed, isFinal, contracts, transfers } = found
  return {
    blockchain,
    hash,
    state: !isFinal ? 'waiting' : failed ? 'failed' : 'done',
    atMs: null,
    sender: null,
    touched: contracts,
    payments: failed
      ? []
      : transfers.map((moved) => ({
          ...moved,
          from: toQuantity(moved.from),
          to: toQuantity(moved.to),
        })),
    kind: { is: 'call' },
  }
}

/** A message read in one form; undefined for another form. */
function readOr<Schema extends z.ZodMiniType>(wire: Schema, value: unknown): z.output<Schema>[] {
  const { success, data } = z.safeParse(wire, value)
  return success ? [data] : []
}
