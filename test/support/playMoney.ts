/**
 * A sandbox with everything that shows independently where its money is: EVM chains over viem, TON
 * over the vendor's client, the exchanges' own books, and the journal to compare them with.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nativeToken } from '../../src/chains/tokens.ts'
import { receiptOf, type SwapReceipt } from '../../src/execution/receipts.ts'
import { replay } from '../../src/execution/state.ts'
import { tonAccounts } from '../../sandbox/src/accounts.ts'
import { payDeposit } from '../../sandbox/src/deposit/client.ts'
import { parseOrder } from '../../sandbox/src/deposit/store.ts'
import type { Order } from '../../sandbox/src/deposit/types.ts'
import { clearFaults, setFault } from '../../sandbox/src/sandbox.ts'
import { type Journal, openJournal } from '../../src/store/journal.ts'
import type { JournalRecord } from '../../src/store/records.ts'
import { type CliSandbox, nativeAddress, startCliSandbox } from './cliSandbox.ts'
import { readTon, type TonReader } from './tonReader.ts'

export type PlayMoney = CliSandbox & {
  ton: TonReader
  /** Address of a user's account; on TON that of the user's wallet there. */
  addressOf(name: string, kind: 'evm' | 'ton'): string
  /** Base units on any local chain; the zero address and no address are the native coin. */
  holds(blockchain: string, token: string, owner: string): Promise<bigint>
  /** What the exchanges wrote down of everybody who is to be paid out there. */
  ordersFor(receiver: string): Order[]
  /** Plays the payment of a person who reads an address. */
  payTo(depositAddress: string, how?: HandPayment): Promise<void>
  setFault(target: string, fault: string, value?: number): Promise<void>
  endFaults(): Promise<void>
  /** The swap that was begun with an idempotency key, whatever became of it; null if absent. */
  swapOf(key: string): Promise<OwnSwap | null>
  /** Everything that was begun since the journal was last forgotten. */
  allSwaps(): Promise<OwnSwap[]>
}

export type HandPayment = { memo?: string; amount?: string }

export type OwnSwap = { swapId: string; records: JournalRecord[]; receipt: SwapReceipt | null }

const mostSwaps = 5_000

export async function startPlayMoney(): Promise<PlayMoney> {
  const sandbox = await startCliSandbox()
  const stateDir = join(sandbox.folder, 'state', 'sandbox')
  const url = sandbox.info.providers.find(({ id }) => id === 'toncenter')?.url ?? ''
  const ton = readTon(url)
  const inJournal = async <T>(read: (journal: Journal) => T, none: T): Promise<T> => {
    if (!existsSync(join(sandbox.swapsFolder, 'journal.db'))) return none
    const journal = await openJournal(sandbox.swapsFolder, { now: Date.now })
    try {
      const damage = journal.damage()
      if (damage !== null) throw new Error(`the journal is damaged: ${damage.problem}`)
      return read(journal)
    } finally {
      journal.close()
    }
  }
  return {
    ...sandbox,
    ton,
    addressOf: (name, kind) => {
      if (kind === 'evm') return sandbox.account(name).address
      const account = tonAccounts.find((one) => one.name === name)
      if (account === undefined) throw new Error(`no account ${name} on TON`)
      return account.address
    },
    holds: (blockchain, token, owner) =>
      blockchain === 'TON'
        ? ton.balance(owner, token === nativeAddress || token === '' ? undefined : token)
        : sandbox.balance(blockchain, token === '' ? nativeAddress : token, owner),
    ordersFor: (receiver) => {
      const folder = join(stateDir, 'deposits')
      const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
      return names.flatMap((name) => {
        const text = readFileSync(join(folder, name), 'utf8')
        // Cheaper than to read every order there is.
        const order = text.toLowerCase().includes(receiver.toLowerCase()) ? parseOrder(text) : null
        return order === null || order.stage === 'quoted' ? [] : [order]
      })
    },
    payTo: async (depositAddress, { memo, amount = null } = {}) => {
      const names = [depositAddress]
      const chosen = memo === undefined ? { kind: 'right' as const } : wrongMemo(memo)
      const rest = { amount, late: false, memo: chosen, from: null, instruction: null }
      await payDeposit(stateDir, { names, ...rest })
    },
    setFault: (target, fault, value) =>
      setFault(stateDir, { target, fault, ...(value === undefined ? {} : { value }) }),
    endFaults: () => clearFaults(stateDir),
    swapOf: (key) =>
      inJournal((journal) => {
        for (const { swapId } of journal.list({ limit: 40 })) {
          const records = journal.read(swapId)
          const first = records[0]?.event
          const isBegun = first?.type === 'planned' || first?.type === 'order_planned'
          if (isBegun && first.idempotencyKey === key) return ownSwap(journal, swapId, records)
        }
        return null
      }, null),
    allSwaps: () =>
      inJournal((journal) => {
        const rows = journal.list({ limit: mostSwaps })
        return rows.map(({ swapId }) => ownSwap(journal, swapId, journal.read(swapId)))
      }, []),
  }
}

function wrongMemo(text: string): { kind: 'wrong'; text: string } {
  return { kind: 'wrong', text }
}

function ownSwap(journal: Journal, swapId: string, records: JournalRecord[]): OwnSwap {
  return { swapId, records, receipt: receiptOf(journal, swapId, { nativeToken }) }
}

/** Where an order of the journal is to be paid; null before it is open. */
export function addressToPay({ swapId, records }: OwnSwap): string | null {
  const state = replay(swapId, records)
  const opened = state.kind === 'order' ? state : state.paidOrder
  return opened?.order?.instruction.depositAddress ?? null
}
