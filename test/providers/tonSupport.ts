import { createHash } from 'node:crypto'

import { showTonAddress, toRawTonAddress } from '../../src/chains/ton/address.ts'
import { readBoc } from '../../src/chains/ton/boc.ts'
import { writeBoc } from '../../src/chains/ton/writeBoc.ts'
import { buildCell } from '../../sandbox/src/ton/builder.ts'
import type { Cell } from '../../src/chains/ton/cell.ts'
import { addressSlice, readAddressSlice } from '../../src/chains/ton/jettons.ts'
import { readCell } from '../../src/chains/ton/reader.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { Quote, SwapRef } from '../../src/core/quote.ts'
import type { TonChainMessage, TonChainTransaction, TonTrace } from '../../src/core/tonChain.ts'
import type { TonMessage } from '../../src/core/transaction.ts'
import type { TonCenter, TonStackItem } from '../../src/http/toncenterTypes.ts'
import type { BuiltSwap } from '../../src/providers/types.ts'
import { nowMs, plainHash, refOf, tokenOf, ton } from './depositSupport.ts'
import { sealed, transactionBoc } from './tonCells.ts'

export const toncoin = tokenOf('TON', 'TON')
export const usdt = tokenOf('TON', 'USDT')
export const notcoin = tokenOf('TON', 'NOT')

/** Wallets of people, in the form in which they write them, and raw. */
export const payer = ton('payer')
export const friend = ton('friend')
export const mallory = ton('mallory')
export const nano = 1_000_000_000n

export function raw(address: string): string {
  const found = toRawTonAddress(address)
  if (found === null) throw new Error(`not an address: ${address}`)
  return found
}

export function friendly(address: string): string {
  return showTonAddress(raw(address), 'contract')
}

/** Every jetton wallet of every owner is where the fake chain puts it. */
export function walletOf(master: string, owner: string): string {
  return `0:${digest(`wallet ${raw(master)} ${raw(owner)}`)}`
}

export type FakeTon = {
  /** Answers of further get-methods by contract (raw), method and arguments as text. */
  methods: Record<string, (args: readonly TonStackItem[]) => TonStackItem[] | null>
  /** Where a lying node puts an owner's wallet, of a master; both raw. Null: where it is. */
  walletAt: (master: string, owner: string) => string | null
  /** Wallets whose owner and master are known. */
  wallets: Record<string, { owner: string; master: string }>
  traces: Record<string, TonTrace>
  /** As `showing` takes it. */
  stored: readonly TonChainTransaction[] | undefined
  /** Get-methods that were asked. */
  asked: string[]
}

export function fakeTon(more: Partial<FakeTon> = {}): FakeTon & { ton: Partial<TonCenter> } {
  const none = { methods: {}, walletAt: () => null, wallets: {}, traces: {}, asked: [] }
  const fake: FakeTon = { ...none, stored: undefined, ...more }
  const runGetMethod: TonCenter['runGetMethod'] = async (address, method, args) => {
    const contract = raw(address)
    fake.asked.push(`${contract} ${method}`)
    if (method === 'get_wallet_address') {
      const owner = 'boc' in (args[0] ?? {}) ? readAddressSlice(bocOf(args[0])) : null
      if (owner === null) throw new SwaprouteError('UPSTREAM_REFUSED', 'Nobody is named.')
      return [addressItem(fake.walletAt(contract, owner) ?? walletOf(contract, owner))]
    }
    const wallet = fake.wallets[contract]
    if (method === 'get_wallet_data' && wallet !== undefined) {
      const { owner, master } = wallet
      return [{ type: 'num', value: 0n }, addressItem(owner), addressItem(master)]
    }
    const answer = fake.methods[`${contract} ${method}`]?.(args) ?? null
    if (answer !== null) return answer
    throw new SwaprouteError('UPSTREAM_REFUSED', `${method} failed.`, { context: { exitCode: 11 } })
  }
  return { ...fake, ton: { has: () => true, runGetMethod, ...showing(fake.traces, fake.stored) } }
}

/**
 * Traces by the hash that is asked for, and what accounts did by their own cells; where that is
 * left out, what the traces say.
 */
export function showing(
  traces: Record<string, TonTrace>,
  stored: readonly TonChainTransaction[] = Object.values(traces).flatMap((one) => one.transactions),
): Pick<TonCenter, 'trace' | 'rawTransactions'> {
  return {
    trace: async (of) => traces['messageHash' in of ? of.messageHash : of.transactionHash] ?? null,
    rawTransactions: async (account, limit, before) =>
      stored
        .filter((one) => one.account === account && !one.emulated)
        .filter(({ lt }) => before === null || lt <= before.lt)
        .slice(0, limit)
        .map((one) => ({ boc: transactionBoc(one), lt: one.lt, hash: one.hash })),
  }
}

export function addressItem(address: string): TonStackItem {
  return { type: 'cell', boc: addressSlice(raw(address)) }
}

function bocOf(item: TonStackItem | undefined): string {
  if (item === undefined || !('boc' in item)) throw new Error('not a cell')
  return item.boc
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A body in parts: what a test reads back from a message without the code under test. */
export function body(message: TonMessage | undefined): Cell {
  if (message?.payload == null) throw new Error('no payload')
  return readBoc(message.payload)
}

/** The same message with an address anywhere in the payload replaced; null: by one outside TON. */
export function withAddress(message: TonMessage, from: string, to: string | null): TonMessage {
  const other = to === null ? outsideTon : addressCell(raw(to))
  return { ...message, payload: writeBoc(replaced(body(message), raw(from), other)) }
}

/** As long as an address of TON, so that everything after it stays where it is. */
const outsideTon = buildCell().uint(1, 2).uint(256, 9).uint(7, 256).cell()

/** All addresses that are equal to `from`, at any bit, in all cells. */
function replaced(cell: Cell, from: string, to: Cell): Cell {
  const bits = bitsOf(cell)
  const [needle, other] = [bitsOf(addressCell(from)), bitsOf(to)]
  const next = bits.replaceAll(needle, other)
  const builder = buildCell()
  for (const bit of next) builder.bit(bit === '1')
  for (const ref of cell.refs) builder.ref(replaced(ref, from, to))
  return builder.cell()
}

/** The same message with an amount (a coins field) replaced at any depth. */
export function withCoins(message: TonMessage, from: bigint, to: bigint): TonMessage {
  const swap = (cell: Cell): Cell => {
    const next = bitsOf(cell).replaceAll(
      bitsOf(buildCell().coins(from).cell()),
      bitsOf(buildCell().coins(to).cell()),
    )
    const builder = buildCell()
    for (const bit of next) builder.bit(bit === '1')
    for (const ref of cell.refs) builder.ref(swap(ref))
    return builder.cell()
  }
  return { ...message, payload: writeBoc(swap(body(message))) }
}

/** The same message with the bits of each cell changed. */
export function withBits(message: TonMessage, change: (bits: string) => string): TonMessage {
  const swap = (cell: Cell): Cell => {
    const builder = buildCell()
    for (const bit of change(bitsOf(cell))) builder.bit(bit === '1')
    for (const ref of cell.refs) builder.ref(swap(ref))
    return builder.cell()
  }
  return { ...message, payload: writeBoc(swap(body(message))) }
}

/** An address as bits. */
export function addressBits(address: string): string {
  return bitsOf(addressCell(raw(address)))
}

function addressCell(address: string): Cell {
  return buildCell().address(address).cell()
}

function bitsOf(cell: Cell): string {
  const reader = readCell(cell)
  let bits = ''
  while (reader.bitsLeft > 0) bits += reader.bit() ? '1' : '0'
  return bits
}

type Came = Partial<TonChainMessage> & { from: string | null; cell?: Cell }

/** One transaction of a trace, as the index returns it. */
export function transaction(
  account: string,
  came: Came,
  more: Partial<TonChainTransaction> = {},
): TonChainTransaction {
  const { from, cell, ...message } = came
  const op = cell === undefined || cell.bits < 32 ? null : readCell(cell).uint(32)
  return {
    account: raw(account),
    hash: plainHash(`${account} ${JSON.stringify([from, cell?.hash, String(message.value)])}`),
    lt: 1n,
    atSeconds: nowMs / 1000 + 10,
    blockSeqno: 1,
    traceId: null,
    inMessage: {
      hash: plainHash('in'),
      normalizedHash: null,
      source: from === null ? null : raw(from),
      destination: raw(account),
      value: 0n,
      forwardFee: 0n,
      bounced: false,
      opcode: op,
      body: cell === undefined ? null : writeBoc(cell),
      ...message,
    },
    outMessages: [],
    aborted: false,
    compute: { success: true, exitCode: 0 },
    action: { success: true, resultCode: 0, skippedActions: 0 },
    totalFees: 0n,
    emulated: false,
    ...more,
  }
}

function out(to: string, value: bigint, cell?: Cell): TonChainMessage {
  return {
    hash: plainHash('out'),
    normalizedHash: null,
    source: raw(payer),
    destination: raw(to),
    value,
    forwardFee: 0n,
    bounced: false,
    opcode: null,
    body: cell === undefined ? null : writeBoc(cell),
  }
}

/** The wallet's own transaction, with which every trace begins. */
export function walletSends(
  messages: readonly TonMessage[],
  more: Partial<TonChainTransaction> = {},
) {
  const outMessages = messages.map((message) => out(message.address, message.amount, body(message)))
  return transaction(payer, { from: null }, { outMessages, ...more })
}

/** Jettons that reach an owner's wallet of a master. */
export function jettonsCome(master: string, owner: string, amount: bigint, from = mallory) {
  const cell = buildCell().uint(0x178d4519, 32).uint(7, 64).coins(amount).address(raw(from)).cell()
  return transaction(walletOf(master, owner), { from, cell })
}

/** Coins out of proxy TON: the payout, and what is left of the fees with it. */
export function tonComes(owner: string, amount: bigint, value = amount + 50_000_000n) {
  const cell = buildCell().uint(0x01f3835d, 32).uint(7, 64).coins(amount).address(raw(owner))
  return transaction(owner, { from: mallory, value, cell: cell.bit(false).cell() })
}

/** What is left of the fees. */
export function excesses(owner: string, value: bigint) {
  const cell = buildCell().uint(0xd53276db, 32).uint(7, 64).cell()
  return transaction(owner, { from: mallory, value, cell })
}

/** With the hashes that their cells have. */
export function traceOf(transactions: TonChainTransaction[], complete = true): TonTrace {
  return { id: 'trace', complete, transactions: transactions.map(sealed) }
}

/** Normalized hash of the message from outside with which the payer's wallet begins a trace. */
export const paidHash =
  sealed(walletSends([])).inMessage?.normalizedHash ?? 'a message from outside has one'

/** The swap as the journal remembers it: paid with the message `paidHash`. */
export function paidRef(quote: Quote, built: BuiltSwap, more: Partial<SwapRef> = {}): SwapRef {
  const { fromAddress, receiver } = quote.request
  return refOf(quote, built, {
    srcTxHash: paidHash,
    receiver: receiver ?? fromAddress,
    ...more,
  })
}
