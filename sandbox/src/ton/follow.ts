import type { Cell, Message, Transaction } from '@ton/core'
import { normalizedHashOfBoc } from '../../../src/chains/ton/message.ts'
import type { TonMachine } from './machine.ts'

/** A transaction as it is stored: enough to find it without opening its cell. Hashes in hex. */
export type TonEntry = {
  /** Raw address. */
  account: string
  hash: string
  /** Decimal text. */
  lt: string
  /** Unix seconds by the chain's clock. */
  seconds: number
  /** Hash of the first transaction of all that followed from one message. */
  traceId: string
  /** The transaction that sent the message this one took; null for the first. */
  parent: string | null
  inHash: string
  /** Of a message from outside: hash of its normalized form (TEP-467). */
  inNormalized: string | null
  outHashes: string[]
  /** The transaction's cell, a bag of cells in base64. */
  boc: string
}

/** All that followed from one message. */
export type Followed = {
  entries: TonEntry[]
  /** Accounts as they are afterwards. */
  accounts: Map<string, string>
  /** Logical time afterwards. */
  lt: bigint
}

export type RefusalError = { exitCode: number | null; reason: string }

/** Logical time between two transactions. */
const ltStep = 1_000_000n

/**
 * Runs a message and everything that follows from it, on copies: nothing is changed by this.
 * @param accountOf an account's bag of cells by raw address
 * @returns a refusal when a message from outside is not taken by its contract
 */
export async function follow(
  machine: TonMachine,
  accountOf: (address: string) => string,
  first: Cell,
  start: { seconds: number; lt: bigint; ignoreSignature?: boolean },
): Promise<Followed | RefusalError> {
  const { core } = machine
  const accounts = new Map<string, string>()
  const entries: TonEntry[] = []
  const queue: { message: Cell; to: string; parent: TonEntry | null }[] = []
  const enqueue = (message: Cell, parent: TonEntry | null): void => {
    const { info } = core.loadMessage(message.beginParse())
    if (info.type !== 'external-out') queue.push({ message, to: info.dest.toRawString(), parent })
  }
  const { ignoreSignature = false } = start
  let { lt } = start
  enqueue(first, null)
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { message, to, parent } = next
    lt += ltStep
    const before = accounts.get(to) ?? accountOf(to)
    const at = { seconds: start.seconds, lt }
    const step = await machine.run(before, message, at, { ignoreSignature })
    if (!step.ok) return { exitCode: step.exitCode, reason: step.reason }
    accounts.set(to, step.account)
    const { inMessage, outMessages } = messageCells(machine, step.transaction)
    const entry = toEntry(step.transaction, { to, parent, inMessage: inMessage ?? message })
    for (const out of outMessages) {
      entry.outHashes.push(hex(out))
      enqueue(out, entry)
    }
    entries.push(entry)
  }
  return { entries, accounts, lt }
}

export function isRefusal(outcome: Followed | RefusalError): outcome is RefusalError {
  return 'reason' in outcome
}

/** The messages of a transaction as the cells they are: written anew they might differ. */
export function messageCells(
  { core }: Pick<TonMachine, 'core'>,
  { raw }: Transaction,
): { inMessage: Cell | null; outMessages: Cell[] } {
  const content = raw.beginParse().loadRef().beginParse()
  const inMessage = content.loadMaybeRef()
  const { Keys, Values } = core.Dictionary
  const outMessages = content.loadDict(Keys.Uint(15), Values.Cell())
  return { inMessage, outMessages: outMessages.values() }
}

/** The messages behind `messageCells`, in the same order. */
export function parseMessage({ core }: Pick<TonMachine, 'core'>, cell: Cell): Message {
  return core.loadMessage(cell.beginParse())
}

function hex(cell: Cell): string {
  return cell.hash().toString('hex')
}

export function toBase64(cell: Cell): string {
  return cell.toBoc().toString('base64')
}

function toEntry(
  transaction: Transaction,
  { to, parent, inMessage }: { to: string; parent: TonEntry | null; inMessage: Cell },
): TonEntry {
  const hash = transaction.hash().toString('hex')
  const isExternal = transaction.inMessage?.info.type === 'external-in'
  return {
    account: to,
    hash,
    lt: transaction.lt.toString(),
    seconds: transaction.now,
    traceId: parent?.traceId ?? hash,
    parent: parent?.hash ?? null,
    inHash: hex(inMessage),
    inNormalized: isExternal ? normalizedHashOfBoc(toBase64(inMessage)) : null,
    outHashes: [],
    boc: toBase64(transaction.raw),
  }
}
