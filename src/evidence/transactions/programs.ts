import * as z from 'zod/mini'

import { readAnswer, resultOf } from '../../http/nodeAnswers.ts'
import { wireUint } from '../../http/wire.ts'
import { readCosmosTransaction } from '../cosmos.ts'
import { findNearTransaction } from '../near.ts'
import { askNodes, isNotFound, requireHash } from '../nodes.ts'
import { readSuiTransaction } from '../sui.ts'
import type { ChainPayment, TransactionReader } from './transaction.ts'

// Chains of accounts and programs besides EVM, Solana, TRON and TON.

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

const starknetWire = z.object({
  transaction_hash: z.string(),
  execution_status: z.nullish(z.string()),
  finality_status: z.nullish(z.string()),
  events: z.array(
    z.object({ from_address: z.string(), keys: z.array(z.string()), data: z.array(z.string()) }),
  ),
})
/** `sn_keccak("Transfer")`, the first key of the event of every ERC-20 (starknet.io, 2026-11). */
const starknetTransfer = '0x99cd8bde557814842a3121e8ddfd433a539b8c9f14bf31ebf108d12e6196e9'
const unknownStarknetHash = 29

/** https://github.com/starkware-libs/starknet-specs (read 2026-11) */
export const readOnStarknet: TransactionReader = async (blockchain, hash, { rpc, signal }) => {
  const method = 'starknet_getTransactionReceipt'
  const [answer] = await rpc.batch(blockchain, [{ method, params: [hash] }], { signal })
  if (answer?.ok === false && answer.code === unknownStarknetHash) return null
  const told = resultOf(answer, blockchain, method)
  const receipt = readAnswer(starknetWire, told, blockchain, method)
  requireHash(blockchain, hash, receipt.transaction_hash)
  const isMined = receipt.finality_status?.startsWith('ACCEPTED_') === true
  const isDone = receipt.execution_status === 'SUCCEEDED'
  const payments = receipt.events.flatMap(({ from_address: token, keys, data }): ChainPayment[] => {
    if (keys[0] !== starknetTransfer) return []
    // Older tokens name the accounts in the data, newer ones in the keys.
    const [from, to, low, high] = [...keys.slice(1), ...data].map(felt)
    if (from === undefined || to === undefined || low === undefined) return []
    const amount = low + ((high ?? 0n) << 128n)
    return [{ token, amount, from: hexOf(from), to: hexOf(to) }]
  })
  return {
    blockchain,
    hash,
    state: !isMined ? 'waiting' : isDone ? 'done' : 'failed',
    atMs: null,
    sender: null,
    touched: [...new Set(receipt.events.map(({ from_address: address }) => address))],
    payments: isDone ? payments : [],
    kind: { is: 'call' },
  }
}

function felt(text: string): bigint | undefined {
  return /^0x[0-9a-f]{1,64}$/i.test(text) ? BigInt(text) : undefined
}

function hexOf(value: bigint): string {
  return `0x${value.toString(16)}`
}

/** What a message says in a form; none for one of another form. */
function readOr<Schema extends z.ZodMiniType>(wire: Schema, value: unknown): z.output<Schema>[] {
  const { success, data } = z.safeParse(wire, value)
  return success ? [data] : []
}
