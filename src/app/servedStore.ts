/** Where a service keeps its quotes: on this machine, or on a PostgreSQL server that several share. */
import { createLaterQuotes } from '../backend/laterQuotes.ts'
import { createStoredQuotes, type StoredQuotes } from '../backend/storedQuotes.ts'
import type { Host } from '../commands/frame/command.ts'
import type { Config } from '../commands/frame/config.ts'
import { SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import { readStoreAddress, type StoreAddress } from '../core/storeAddress.ts'
import { prepareFolder } from '../store/database.ts'
import type { Migrated } from '../store/postgres/migrations.ts'
import type { QuoteStore } from '../store/quotes.ts'

export type ServedStore = { quotes: StoredQuotes; store: QuoteStore }

type Run = {
  config: Config
  host: Host
  stateFolder: string
  onClose(work: () => void | Promise<void>): void
}

/** Quotes live a few minutes. */
const purgeMs = 60_000

/**
 * Opens the store of a service, with a timer for what has ended.
 * @throws SwaprouteError CONFIG_INVALID, STORE_UNAVAILABLE if it cannot be used
 */
export async function openServedStore(
  { config, host, stateFolder, onClose }: Run,
  local: () => Promise<ServedStore>,
): Promise<ServedStore> {
  const report = (thrown: unknown): void =>
    host.warn('QUOTES_NOT_KEPT', `Quotes were not stored: ${toSwaprouteError(thrown).message}`)
  const address = addressOf(config.serve.store)
  if (address === null) prepareFolder(stateFolder)
  const opened = address === null ? await local() : await openShared(address, host)
  if (address !== null) onClose(() => opened.store.close())
  const timer = setInterval(() => void opened.store.purge().catch(report), purgeMs).unref()
  onClose(() => {
    clearInterval(timer)
  })
  // Another process may get the next call, so a quote is stored before its answer.
  if (address !== null || config.serve.workers !== 1) return opened
  const later = createLaterQuotes(opened.quotes, report)
  onClose(() => later.settled())
  return { ...opened, quotes: later }
}

async function openShared(
  address: StoreAddress,
  host: Pick<Host, 'io' | 'warn'>,
): Promise<ServedStore> {
  const { openSharedStore } = await import('../store/postgres/sharedQuotes.ts')
  const onOutage = (reason: string | null): void => {
    const state = reason === null ? 'is available again' : `is not available: ${reason}`
    host.warn('STORE_UNAVAILABLE', `The store ${address.shown} ${state}.`)
  }
  const store = await openSharedStore(address, { now: host.io.now, onOutage })
  return { store, quotes: createStoredQuotes(store) }
}

/**
 * Creates or upgrades the tables of the configured store.
 * @throws SwaprouteError INVALID_ARGUMENT without one; CONFIG_INVALID, STORE_UNAVAILABLE
 */
export async function migrateServedStore({ config }: Pick<Run, 'config'>): Promise<Migrated> {
  const address = addressOf(config.serve.store)
  if (address === null) {
    throw new SwaprouteError('INVALID_ARGUMENT', 'There is no store to migrate.', {
      hint: 'Name a PostgreSQL server with --store or SWAPROUTE_STORE; the files of this machine are upgraded when they are opened.',
    })
  }
  const { migrateStore } = await import('../store/postgres/migrations.ts')
  return await migrateStore(address)
}

/** Each text was read when it was configured. */
function addressOf(text: string | null): StoreAddress | null {
  return text === null ? null : readStoreAddress(text)
}
