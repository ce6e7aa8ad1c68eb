/**
 * The records of the journal. Amounts are decimal strings in base units, so that a record reads the
 * same in every version. Members are only ever added; a change that older programs would misread
 * raises `journalFormat` in journal.ts.
 */
import * as z from 'zod'
import { blockchainIds } from '../core/blockchainIds.ts'
import { providerIds } from '../core/providerIds.ts'

const amount = z.string().regex(/^\d+$/)
const hash = z.string().regex(/^0x[0-9a-f]{64}$/)
/** Hash of a TON message or transaction, written without 0x. */
const tonHash = z.string().regex(/^[0-9a-f]{64}$/)
const anyHash = z.union([hash, tonHash])
const boc = z.string().regex(/^[A-Za-z0-9+/_-]+={0,2}$/)
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

const evmTransaction = z.object({
  to: address,
  data: hexData,
  value: amount,
  approvalAddress: address.nullable(),
})

const tonTransaction = z.object({
  kind: z.literal('ton'),
  messages: z.array(
    z.object({ address, amount, payload: boc.nullable(), stateInit: boc.nullable() }),
  ),
})

const transaction = z.union([evmTransaction, tonTransaction])

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
  /** Codes of the reasons for which the user typed the amount. */
  typedReasons: z.array(z.string()),
  /** Unlisted contracts whose whole address the user typed (docs/safety.md E2, E3). */
  acceptedContracts: z.array(z.string()).optional(),
  /** The review card, as JSON with bigints; absent in records of older versions. */
  card: z.string().optional(),
}

const movedAmount = z.object({ token, amount })

/** Evidence of a final state: a receipt of the chain itself, or only the service's claim. */
const evidence = z.object({
  source: z.enum(['receipt', 'balance', 'claim']),
  blockchain: blockchain.nullable(),
  hash: z.string().nullable(),
  blockNumber: amount.nullable(),
})

const end = { answer: json, evidence, received: movedAmount.nullable() }

/** The user's request and limits. */
const wish = {
  provider: z.enum(providerIds),
  body: json,
  srcToken: token,
  dstToken: token,
  srcAmount: amount,
  receiver: address,
  /** The name given for the receiver; absent in records of older versions. */
  receiverName: z.string().optional(),
  refundAddress: address.nullable(),
  minReceive: amount.nullable(),
  maxFeeUsdE18: amount.nullable(),
  maxLossBps: z.number().int().nullable(),
  idempotencyKey: z.string().nullable(),
}

const plan = {
  ...wish,
  swapType: z.enum(['on-chain', 'cross-chain']),
  chainId: z.number().int(),
  fromAddress: address,
  ...terms,
}

export const journalEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('planned'), ...plan }),
  z.object({ type: z.literal('accepted'), ...terms }),
  /**
   * The other first record: an order paid by a deposit. The swap's id is our own reference for it,
   * on disk before any provider is asked (docs/safety.md D1).
   */
  z.object({
    type: z.literal('order_planned'),
    ...wish,
    fromAddress: address.nullable(),
    routeId: z.string(),
    quotedAtMs: z.number().int(),
    route: json,
    dstAmount: amount,
    dstMinAmount: amount,
    /** By the user from any wallet, or by a plain transfer from an account of this machine. */
    payment: z.enum(['by_hand', 'signed']),
    /** The accepted card of the order, if an account of this machine pays. */
    card: z.string().optional(),
  }),
  /** The request for the order is being sent and is never repeated. */
  z.object({ type: z.literal('ordering') }),
  /** Its answer was lost: nothing was shown. */
  z.object({ type: z.literal('order_unknown'), reason: z.string() }),
  /** The payment instruction, checked and read back; not shown yet. */
  z.object({
    type: z.literal('ordered'),
    depositAddress: address,
    /** Token units, as stated in the order. */
    amountToSend: z.string(),
    exchangeId: z.string(),
    extraFields: z.object({ name: z.string(), value: z.string() }).nullable(),
    expiresAtMs: z.number().int().nullable(),
    dstAmount: amount,
    dstMinAmount: amount,
    answer: json,
  }),
  /** From now on the user may have seen the instruction and may pay. */
  z.object({ type: z.literal('awaiting_deposit') }),
  /** A transaction of ours pays the order: the plan the user accepted. */
  z.object({ type: z.literal('paying'), ...plan }),
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
  /** Releases the nonce of a `signing` without bytes. */
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
  /** TON: `signing` and `freed` have the network's id as chain id and the seqno as nonce. */
  z.object({
    type: z.literal('ton_signed'),
    leg,
    blockchain,
    chainId: z.number().int(),
    account: address,
    nonce: z.number().int(),
    /** Of the message in its normalized form. */
    hash: tonHash,
    boc,
    validUntilSeconds: z.number().int(),
    messages: z.array(
      z.object({
        to: address,
        value: amount,
        bounce: z.boolean(),
        payload: boc.nullable(),
        stateInit: boc.nullable(),
      }),
    ),
  }),
  z.object({ type: z.literal('sent'), leg, hash: anyHash, refusal: z.string().nullable() }),
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
  /** The wallet accepted the message; `succeeded` only if it sent everything in it. */
  z.object({
    type: z.literal('ton_confirmed'),
    leg,
    hash: tonHash,
    /** Of the wallet's transaction. */
    transactionHash: tonHash,
    succeeded: z.boolean(),
    /** The problem in plain words; null if none. */
    problem: z.string().nullable(),
    lt: amount,
    atSeconds: z.number().int(),
    sentMessages: z.number().int(),
    /** Of the wallet's transaction, nanoton. */
    fees: amount,
  }),
  /** A different message used our seqno; final only after `replaced`. */
  z.object({ type: z.literal('seqno_passed'), leg, hash: tonHash, chainSeconds: z.number().int() }),
  /** Proved: the wallet never accepted the message and now never can. */
  z.object({
    type: z.literal('expired'),
    leg,
    hash: tonHash,
    nonce: z.number().int(),
    chainSeconds: z.number().int(),
  }),
  /** The cost of a TON swap in native coins, less everything that came back. */
  z.object({
    type: z.literal('cost'),
    amount,
    /** Units of the sold token that a partly executed swap returned. */
    returned: amount.optional(),
  }),
  /** A different transaction with our nonce was mined; final only after `replaced`. */
  z.object({
    type: z.literal('nonce_passed'),
    leg,
    hash,
    blockNumber: amount,
    timestampSeconds: z.number().int(),
  }),
  z.object({ type: z.literal('replaced'), leg, hash: anyHash }),
  /** The block of a `confirmed` left the chain: the transaction is `sent` again. */
  z.object({ type: z.literal('reorged'), leg, hash, blockHash: z.string() }),
  /** The spender's allowance once the payment no longer needs it. */
  z.object({ type: z.literal('allowance'), amount }),
  z.object({ type: z.literal('delivering') }),
  z.object({ type: z.literal('status'), answer: json }),
  z.object({ type: z.literal('needs_action'), answer: json }),
  z.object({ type: z.literal('done'), ...end }),
  z.object({ type: z.literal('refunded'), ...end }),
  z.object({ type: z.literal('failed'), ...end }),
  /** Ended before a payment was signed; `code` of the error that ended it, if known. */
  z.object({ type: z.literal('abandoned'), reason: z.string(), code: z.string().optional() }),
])

export type JournalEvent = z.output<typeof journalEvent>

/** One kind of event. */
export type EventOf<T extends JournalEvent['type']> = Extract<JournalEvent, { type: T }>
