/**
 * The records of the journal. Amounts are decimal strings in base units, so that a record reads
 * the same in every version. Members are only ever added; a change that older programs would
 * misread raises `journalFormat` in journal.ts.
 */
import { z } from 'zod'
import { blockchainIds } from '../core/blockchainIds.ts'
import { providerIds } from '../core/providerIds.ts'

const amount = z.string().regex(/^\d+$/)
const hash = z.string().regex(/^0x[0-9a-f]{64}$/)
const hexData = z.string().regex(/^0x(?:[0-9a-fA-F]{2})*$/)
const address = z.string().min(1).max(256)
const blockchain = z.enum(blockchainIds)
const leg = z.enum(['approve_reset', 'approve', 'pay', 'revoke'])
const json = z.json()

const token = z.object({
  blockchain,
  address,
  symbol: z.string(),
  name: z.string(),
  decimals: z.number().int().min(0).max(255),
  listed: z.boolean(),
  native: z.boolean(),
})

const transaction = z.object({
  to: address,
  data: hexData,
  value: amount,
  approvalAddress: address.nullable(),
})

const fees = z.discriminatedUnion('type', [
  z.object({ type: z.literal('eip1559'), maxFeePerGas: amount, maxPriorityFeePerGas: amount }),
  z.object({ type: z.literal('legacy'), gasPrice: amount }),
])

/** The terms the user accepted; a later `accepted` record replaces those of `planned`. */
const terms = {
  routeId: z.string(),
  quotedAtMs: z.number().int(),
  route: json,
  transaction,
  dstAmount: amount,
  dstMinAmount: amount,
  /** Codes of the reasons for which the amount was typed out. */
  typedReasons: z.array(z.string()),
}

const movedAmount = z.object({ token, amount })

/** Why a final state is believed: a receipt of the chain itself, or only the service's word. */
const evidence = z.object({
  source: z.enum(['receipt', 'balance', 'claim']),
  blockchain: blockchain.nullable(),
  hash: z.string().nullable(),
  blockNumber: amount.nullable(),
})

const end = { answer: json, evidence, received: movedAmount.nullable() }

export const journalEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('planned'),
    provider: z.enum(providerIds),
    swapType: z.enum(['on-chain', 'cross-chain']),
    body: json,
    srcToken: token,
    dstToken: token,
    srcAmount: amount,
    chainId: z.number().int(),
    fromAddress: address,
    receiver: address,
    refundAddress: address.nullable(),
    minReceive: amount.nullable(),
    maxFeeUsdE18: amount.nullable(),
    maxLossBps: z.number().int().nullable(),
    idempotencyKey: z.string().nullable(),
    ...terms,
  }),
  z.object({ type: z.literal('accepted'), ...terms }),
  /** Read right before the payment, to measure what arrives. */
  z.object({
    type: z.literal('baseline'),
    blockchain,
    owner: address,
    balance: amount.nullable(),
    blockNumber: amount.nullable(),
  }),
  z.object({
    type: z.literal('signing'),
    leg,
    account: address,
    chainId: z.number(),
    nonce: z.number(),
  }),
  /** The number of a `signing` without bytes is given back. */
  z.object({ type: z.literal('freed'), leg, nonce: z.number() }),
  z.object({
    type: z.literal('signed'),
    leg,
    blockchain,
    chainId: z.number(),
    account: address,
    nonce: z.number(),
    hash,
    raw: hexData,
    to: address,
    data: hexData,
    value: amount,
    gasLimit: amount,
    fees,
  }),
  z.object({ type: z.literal('sent'), leg, hash, refusal: z.string().nullable() }),
  z.object({
    type: z.literal('confirmed'),
    leg,
    hash,
    succeeded: z.boolean(),
    blockNumber: amount,
    blockHash: z.string(),
    gasUsed: amount,
    effectiveGasPrice: amount,
    /** Source token that left the account, for `pay`; null for all others. */
    spent: amount.nullable(),
  }),
  /** Another transaction was mined under our number; final only after `replaced`. */
  z.object({
    type: z.literal('nonce_passed'),
    leg,
    hash,
    blockNumber: amount,
    timestampSeconds: z.number().int(),
  }),
  z.object({ type: z.literal('replaced'), leg, hash }),
  /** The block of a `confirmed` left the chain: the transaction is `sent` again. */
  z.object({ type: z.literal('reorged'), leg, hash, blockHash: z.string() }),
  /** Allowance at the spender once the payment needs it no more. */
  z.object({ type: z.literal('allowance'), amount }),
  z.object({ type: z.literal('delivering') }),
  z.object({ type: z.literal('status'), answer: json }),
  z.object({ type: z.literal('needs_action'), answer: json }),
  z.object({ type: z.literal('done'), ...end }),
  z.object({ type: z.literal('refunded'), ...end }),
  z.object({ type: z.literal('failed'), ...end }),
  /** Ended before a payment was signed; `code` of the error that ended it, where one is known. */
  z.object({ type: z.literal('abandoned'), reason: z.string(), code: z.string().optional() }),
])

export type JournalEvent = z.output<typeof journalEvent>
