import * as z from 'zod/mini'

import type { TonChainMessage, TonChainTransaction, TonTrace } from '../core/tonChain.ts'
import type { TonStackItem } from './toncenterTypes.ts'

// The answers of toncenter, reduced to the fields this program reads. Version 2:
// https://toncenter.com/api/v2/ and pytonlib's serialization of get-method stacks. Version 3:
// https://github.com/toncenter/ton-indexer ton-index-go/index/models (read 2026-11).

const base64 = z.string().check(z.maxLength(1_400_000), z.regex(/^[A-Za-z0-9+/_-]*={0,2}$/))

/** 32 bytes in base64, either alphabet, or in hex; converted to lower-case hex. */
const hash = z.pipe(
  z.string().check(z.regex(/^(?:[A-Za-z0-9+/_-]{43}=?|[0-9a-fA-F]{64})$/)),
  z.transform((text: string) =>
    text.length === 64 ? text.toLowerCase() : Buffer.from(text, 'base64').toString('hex'),
  ),
)

/** Raw address in any case; converted to lower case. */
const rawAddress = z.pipe(
  z.string().check(z.regex(/^(?:0|-1):[0-9a-fA-F]{64}$/)),
  z.transform((text: string) => text.toLowerCase()),
)

/** Nanoton or jetton units: decimal text, or a safe integer where a server writes numbers. */
const amount = z.pipe(
  z.union([z.string().check(z.regex(/^[0-9]{1,78}$/)), z.int().check(z.nonnegative())]),
  z.transform((value: string | number) => BigInt(value)),
)

const seconds = z.int().check(z.nonnegative())

/** The envelope of every version 2 result. */
export const envelopeWire = z.object({ ok: z.literal(true), result: z.unknown() })

export const accountWire = z.object({
  balance: amount,
  state: z.enum(['active', 'uninitialized', 'frozen']),
  code: z.nullish(base64),
  data: z.nullish(base64),
  last_transaction_id: z.object({ lt: amount, hash: z.string() }),
  sync_utime: seconds,
})

export const sentWire = z.object({ hash_norm: z.nullish(hash) })

export const rawTransactionsWire = z.array(
  z.object({ data: base64, transaction_id: z.object({ lt: amount, hash }) }),
)

export const numText = z.string().check(z.regex(/^-?(?:0x[0-9a-fA-F]{1,64}|[0-9]{1,78})$/))
const cellItem = z.object({ bytes: base64 })

const stackItem = z.union([
  z.tuple([z.literal('num'), numText]),
  z.tuple([z.enum(['cell', 'slice']), cellItem]),
  z.tuple([z.enum(['tuple', 'list']), z.object({ elements: z.array(z.unknown()) })]),
  z.tuple([z.literal('null')], z.unknown()),
])

export const getMethodWire = z.object({ exit_code: z.int(), stack: z.array(stackItem) })

/** The elements of a tuple have a different form from the stack itself. */
const element = z.union([
  z.object({ '@type': z.literal('tvm.stackEntryNumber'), number: z.object({ number: numText }) }),
  z.object({ '@type': z.literal('tvm.stackEntryCell'), cell: cellItem }),
  z.object({ '@type': z.literal('tvm.stackEntrySlice'), slice: cellItem }),
  z.object({
    '@type': z.literal('tvm.stackEntryTuple'),
    tuple: z.object({ elements: z.array(z.unknown()) }),
  }),
  z.object({
    '@type': z.literal('tvm.stackEntryList'),
    list: z.object({ elements: z.array(z.unknown()) }),
  }),
])

type WireStackItem = z.output<typeof stackItem>

/** @throws RangeError for an element of a tuple in an undocumented form */
export function toStackItem(wire: WireStackItem): TonStackItem {
  switch (wire[0]) {
    case 'num':
      return { type: 'num', value: signed(wire[1]) }
    case 'cell':
    case 'slice':
      return { type: wire[0], boc: wire[1].bytes }
    case 'tuple':
    case 'list':
      return tupleOf(wire[1].elements)
    case 'null':
      return { type: 'null' }
  }
}

function toElement(value: unknown): TonStackItem {
  const result = z.safeParse(element, value)
  if (!result.success) throw new RangeError('unknown element of a tuple')
  const entry = result.data
  switch (entry['@type']) {
    case 'tvm.stackEntryNumber':
      return { type: 'num', value: signed(entry.number.number) }
    case 'tvm.stackEntryCell':
      return { type: 'cell', boc: entry.cell.bytes }
    case 'tvm.stackEntrySlice':
      return { type: 'slice', boc: entry.slice.bytes }
    case 'tvm.stackEntryTuple':
      return tupleOf(entry.tuple.elements)
    case 'tvm.stackEntryList':
      return tupleOf(entry.list.elements)
  }
}

/** Servers write an absent value as an empty list. */
function tupleOf(elements: readonly unknown[]): TonStackItem {
  return elements.length === 0
    ? { type: 'null' }
    : { type: 'tuple', items: elements.map(toElement) }
}

export function signed(text: string): bigint {
  return text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text)
}

/** An item as a get-method's argument. */
export function fromStackItem(item: TonStackItem): [string, string] {
  switch (item.type) {
    case 'num':
      return ['num', item.value.toString()]
    case 'cell':
      return ['tvm.Cell', item.boc]
    case 'slice':
      return ['tvm.Slice', item.boc]
    case 'null':
    case 'tuple':
      throw new RangeError(`a get-method argument cannot be a ${item.type} here`)
  }
}

const messageWire = z.object({
  hash,
  hash_norm: z.nullish(hash),
  source: z.nullish(rawAddress),
  destination: z.nullish(rawAddress),
  value: z.nullish(amount),
  fwd_fee: z.nullish(amount),
  bounced: z.nullish(z.boolean()),
  opcode: z.nullish(
    z.pipe(
      z.string().check(z.regex(/^0x[0-9a-fA-F]{1,8}$/)),
      z.transform((text: string) => Number(text)),
    ),
  ),
  message_content: z.nullish(z.object({ body: z.nullish(base64) })),
})

const transactionWire = z.object({
  account: rawAddress,
  hash,
  lt: amount,
  now: seconds,
  mc_block_seqno: z.nullish(z.int()),
  trace_id: z.nullish(hash),
  in_msg: z.nullish(messageWire),
  out_msgs: z.array(messageWire),
  description: z.object({
    aborted: z.nullish(z.boolean()),
    compute_ph: z.nullish(
      z.object({
        skipped: z.nullish(z.boolean()),
        success: z.nullish(z.boolean()),
        exit_code: z.nullish(z.int()),
      }),
    ),
    action: z.nullish(
      z.object({
        success: z.nullish(z.boolean()),
        result_code: z.nullish(z.int()),
        skipped_actions: z.nullish(z.int()),
      }),
    ),
  }),
  total_fees: amount,
  emulated: z.nullish(z.boolean()),
})

export const transactionsWire = z.object({ transactions: z.array(transactionWire) })

export const tracesWire = z.object({
  traces: z.array(
    z.object({
      trace_id: hash,
      is_incomplete: z.nullish(z.boolean()),
      trace_info: z.nullish(z.object({ trace_state: z.nullish(z.string()) })),
      transactions_order: z.nullish(z.array(hash)),
      transactions: z.nullish(z.record(z.string(), transactionWire)),
    }),
  ),
})

export const emulatedWire = z.object({
  trace: z.object({ tx_hash: hash }),
  transactions: z.record(z.string(), transactionWire),
  is_incomplete: z.nullish(z.boolean()),
})

export const jettonWalletsWire = z.object({
  jetton_wallets: z.array(
    z.object({ address: rawAddress, jetton: rawAddress, owner: rawAddress, balance: amount }),
  ),
})

/** Absent flags count as failure: only an explicit success is one. */
export function toTransaction(wire: z.output<typeof transactionWire>): TonChainTransaction {
  const { compute_ph: compute, action, aborted } = wire.description
  const computed = compute != null && compute.skipped !== true
  return {
    account: wire.account,
    hash: wire.hash,
    lt: wire.lt,
    atSeconds: wire.now,
    blockSeqno: wire.mc_block_seqno ?? null,
    traceId: wire.trace_id ?? null,
    inMessage: wire.in_msg == null ? null : toMessage(wire.in_msg),
    outMessages: wire.out_msgs.map(toMessage),
    aborted: aborted ?? true,
    compute: computed
      ? { success: compute.success === true, exitCode: compute.exit_code ?? 0 }
      : null,
    action:
      action == null
        ? null
        : {
            success: action.success === true,
            resultCode: action.result_code ?? 0,
            skippedActions: action.skipped_actions ?? 0,
          },
    totalFees: wire.total_fees,
    emulated: wire.emulated === true,
  }
}

function toMessage(wire: z.output<typeof messageWire>): TonChainMessage {
  return {
    hash: wire.hash,
    normalizedHash: wire.hash_norm ?? null,
    source: wire.source ?? null,
    destination: wire.destination ?? null,
    value: wire.value ?? 0n,
    forwardFee: wire.fwd_fee ?? 0n,
    bounced: wire.bounced === true,
    opcode: wire.opcode ?? null,
    body: wire.message_content?.body ?? null,
  }
}

/** Emulated to its end, unless it became too long for the service. */
export function toForeseen(wire: z.output<typeof emulatedWire>): TonTrace {
  const found = Object.values(wire.transactions).map(toTransaction)
  found.sort((a, b) => Number(a.lt - b.lt))
  return { id: wire.trace.tx_hash, complete: wire.is_incomplete !== true, transactions: found }
}

export function toTrace(wire: z.output<typeof tracesWire>['traces'][number]): TonTrace {
  const found = Object.values(wire.transactions ?? {}).map(toTransaction)
  const order = new Map((wire.transactions_order ?? []).map((item, index) => [item, index]))
  const placeOf = ({ hash: own }: TonChainTransaction): number => order.get(own) ?? order.size
  found.sort((a, b) => placeOf(a) - placeOf(b) || Number(a.lt - b.lt))
  const isWhole = wire.is_incomplete !== true && wire.trace_info?.trace_state === 'complete'
  return { id: wire.trace_id, complete: isWhole, transactions: found }
}
