import type { Cell, TupleItem } from '@ton/core'
import type { FaultBoard } from '../faults.ts'
import type { TonAddresses } from './addresses.ts'
import { type Disturbance, disturb, settle } from './disturb.ts'
import { type TonEntry, follow, type Followed, isRefusal, type RefusalError } from './follow.ts'
import { openJournal, type TonChange } from './journal.ts'
import type { AccountView, GetResult, NewAccount, TonMachine } from './machine.ts'

/** All transactions of the chain with lookups; in memory. */
export type TonLedger = {
  add(entries: readonly TonEntry[]): void
  byHash(hash: string): TonEntry | null
  /** Transactions that took the message (its own hash or the normalized one), or that sent it. */
  byMessage(hash: string, direction: 'in' | 'out'): TonEntry[]
  /** Of an account, newest first. */
  ofAccount(account: string): readonly TonEntry[]
  /** Of a trace, in the order in which they happened. */
  ofTrace(traceId: string): readonly TonEntry[]
  /** Newest first. */
  all(): readonly TonEntry[]
  /** Unix seconds of the last one, 0 without any. */
  lastSeconds(): number
  clear(): void
}

function createLedger(): TonLedger {
  let entries: TonEntry[] = []
  const hashes = new Map<string, TonEntry>()
  const taken = new Map<string, TonEntry[]>()
  const made = new Map<string, TonEntry[]>()
  const accounts = new Map<string, TonEntry[]>()
  const traces = new Map<string, TonEntry[]>()
  const indexes = [taken, made, accounts, traces]
  return {
    add: (added) => {
      for (const entry of added) {
        entries.push(entry)
        hashes.set(entry.hash, entry)
        const { inHash, inNormalized } = entry
        push(taken, inHash, entry)
        if (inNormalized !== null && inNormalized !== inHash) push(taken, inNormalized, entry)
        for (const out of entry.outHashes) push(made, out, entry)
        push(accounts, entry.account, entry)
        push(traces, entry.traceId, entry)
      }
    },
    byHash: (hash) => hashes.get(hash) ?? null,
    byMessage: (hash, direction) => (direction === 'in' ? taken : made).get(hash) ?? [],
    ofAccount: (account) => (accounts.get(account) ?? []).toReversed(),
    ofTrace: (traceId) => traces.get(traceId) ?? [],
    all: () => entries.toReversed(),
    lastSeconds: () => entries.at(-1)?.seconds ?? 0,
    clear: () => {
      entries = []
      hashes.clear()
      for (const index of indexes) index.clear()
    },
  }
}

function push(index: Map<string, TonEntry[]>, key: string, entry: TonEntry): void {
  const found = index.get(key)
  if (found === undefined) index.set(key, [entry])
  else found.push(entry)
}

/** The chain's memory: accounts, transactions and clock, each change on disk before it counts. */
export type TonState = {
  machine: TonMachine
  ledger: TonLedger
  /** Unix seconds by the chain's clock; never runs back. */
  seconds(): number
  /** An account's cell; one that was never there is empty. */
  account(address: string): string
  view(address: string): AccountView
  /** Raw addresses of all accounts there are. */
  addresses(): string[]
  get(address: string, method: string | number, stack: TupleItem[]): Promise<GetResult>
  /** What would follow from a message now; changes nothing. */
  foresee(message: Cell, options?: { ignoreSignature: boolean }): Promise<Followed | RefusalError>
  /** Runs a message and stores the result. */
  apply(message: Cell): Promise<Followed | RefusalError>
  setBalance(address: string, balance: bigint): void
  advance(seconds: number): void
  /** Back to the first state; the clock stays. */
  reset(): void
}

export type StateOptions = {
  stateDir: string
  /** Fingerprint of the contracts. */
  codes: string
  machine: TonMachine
  places: TonAddresses
  faults: FaultBoard
  /** The accounts of a new chain. */
  seed: (seconds: number) => NewAccount[]
}

export function openState(options: StateOptions): TonState {
  const { machine, stateDir } = options
  const journal = openJournal(stateDir, options.codes)
  const ledger = createLedger()
  const accounts = new Map<string, string>()
  let lt = 0n
  let aheadSeconds = 0

  const seconds = (): number =>
    Math.max(ledger.lastSeconds(), Math.floor(Date.now() / 1_000) + aheadSeconds)
  const take = (change: TonChange): void => {
    lt = BigInt(change.lt)
    aheadSeconds = change.aheadSeconds
    for (const [address, cell] of Object.entries(change.accounts)) accounts.set(address, cell)
    ledger.add(change.entries)
  }
  /** First on disk, then in memory: what is answered is never lost. */
  const commit = (changed: Iterable<[string, string]>, followed?: Followed): void => {
    const change: TonChange = {
      lt: (followed?.lt ?? lt).toString(),
      aheadSeconds,
      accounts: Object.fromEntries(changed),
      entries: followed?.entries ?? [],
    }
    journal.append(change)
    take(change)
  }
  const reset = (): void => {
    const seeded = options.seed(seconds())
    const first: TonChange = {
      lt: '1000000000000',
      aheadSeconds,
      accounts: Object.fromEntries(seeded.map((row) => [row.address, machine.make(row)])),
      entries: [],
    }
    journal.replace(first)
    accounts.clear()
    ledger.clear()
    take(first)
  }

  const accountAt = (address: string, paidAtSeconds: number): string =>
    accounts.get(address) ?? machine.make({ address, balance: 0n, contract: null, paidAtSeconds })
  const account = (address: string): string => accountAt(address, seconds())
  const run = (
    message: Cell,
    disturbance: Disturbance,
    how?: { ignoreSignature: boolean },
  ): Promise<Followed | RefusalError> => {
    // One moment for all of it: an account may not be newer than the transaction that creates it.
    const at = seconds()
    const find = (address: string): string => disturbance.get(address) ?? accountAt(address, at)
    return follow(machine, find, message, { seconds: at, lt, ...how })
  }

  const known = journal.read()
  known?.forEach(take)
  if (known === null) reset()

  return {
    machine,
    ledger,
    seconds,
    account,
    view: (address) => machine.read(account(address)),
    addresses: () => [...accounts.keys()],
    get: (address, method, stack) =>
      machine.get(account(address), address, method, stack, seconds()),
    foresee: (message, how) => run(message, new Map(), how),
    apply: async (message) => {
      const context = { ...options, account }
      const disturbance = disturb(context, message)
      const followed = await run(message, disturbance)
      if (isRefusal(followed)) return followed
      settle(context, disturbance, followed)
      commit(followed.accounts, followed)
      return followed
    },
    setBalance: (address, balance) =>
      commit([[address, machine.withBalance(account(address), balance)]]),
    advance: (by) => {
      aheadSeconds += by
      commit([])
    },
    reset,
  }
}
