/** What can be known about serving without doing it, for `serve --check`. */
import { createServer } from 'node:net'
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { isBlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError, systemFault, toSwaprouteError } from '../core/errors.ts'
import { readStoreAddress } from '../core/storeAddress.ts'
import type { CheckRow } from '../format/checks.ts'
import { countText } from '../format/numbers.ts'
import { isLoopback } from '../server/server.ts'
import { refuseEnvironmentKey } from '../wallet/environmentKey.ts'
import type { App } from './parts.ts'
import { readTokenFile } from './serveTokens.ts'

/** A finding, and what to do where it is not good. */
type Finding = Omit<CheckRow, 'name' | 'action'> & { action?: string }

/** Opens no store for writing and answers no request. A failed check is a row, not an error. */
export async function checkServe(app: App): Promise<CheckRow[]> {
  const checks: readonly (readonly [name: string, check: () => Finding | Promise<Finding>])[] = [
    ['Address', () => checkAddress(app)],
    ['Callers', () => checkCallers(app)],
    ['Environment', () => checkEnvironment(app)],
    ['Store', () => checkStore(app)],
    ['Chains', () => checkChains(app)],
    ['Providers', () => checkProviders(app)],
  ]
  return await Promise.all(
    checks.map(async ([name, check]) => {
      try {
        return { name, action: null, ...(await check()) }
      } catch (thrown) {
        const { message, hint } = toSwaprouteError(thrown)
        return { name, state: 'bad' as const, finding: message, action: hint ?? null }
      }
    }),
  )
}

/** Binds each port for a moment. */
async function checkAddress({ config }: App): Promise<Finding> {
  const { host, port, tokenFile, metricsHost, metricsPort } = config.serve
  if (!isLoopback(host) && tokenFile === null) {
    return {
      state: 'bad',
      finding: `${host} is reachable from other machines.`,
      action: 'Set a token with --token-file, or bind 127.0.0.1.',
    }
  }
  const addresses = [{ host, port, flags: '--port or --host' }]
  if (metricsPort !== null) {
    addresses.push({ host: metricsHost, port: metricsPort, flags: '--metrics-port' })
  }
  for (const { flags, ...address } of addresses) {
    const fault = await bindingFault(address)
    if (fault === null) continue
    return {
      state: 'bad',
      finding: `${address.host}:${address.port} cannot be bound: ${systemFault(fault)}`,
      action: `Choose another ${flags}.`,
    }
  }
  const names = addresses.map((address) => `${address.host}:${address.port}`)
  return {
    state: 'good',
    finding: `${names.join(' and ')} ${names.length > 1 ? 'are' : 'is'} free`,
  }
}

/** Null if the port can be bound. */
async function bindingFault(address: { host: string; port: number }): Promise<unknown> {
  const server = createServer()
  const fault = await new Promise<unknown>((resolve) => {
    server.once('error', resolve)
    server.listen(address.port, address.host, () => {
      resolve(null)
    })
  })
  server.close()
  return fault
}

async function checkCallers({ config }: App): Promise<Finding> {
  const { tokenFile, allowOrigin } = config.serve
  if (tokenFile === null) {
    if (!allowOrigin.includes('*')) {
      return { state: 'good', finding: 'no token: every program of this machine may call' }
    }
    return {
      state: 'warn',
      finding: 'no token, every origin: every page in a browser of this machine may call',
      action: 'Name the origins with --allow-origin, or set a token with --token-file.',
    }
  }
  const tokens = await readTokenFile(tokenFile)
  return { state: 'good', finding: `${countText(tokens.length, 'token')} in ${tokenFile}` }
}

function checkEnvironment({ environmentKey }: App): Finding {
  refuseEnvironmentKey(environmentKey, 'The server')
  return { state: 'good', finding: 'without a private key' }
}

/** Connects, and changes no tables. */
async function checkStore({ config, stateFolder }: App): Promise<Finding> {
  const address = config.serve.store === null ? null : readStoreAddress(config.serve.store)
  if (address === null) return checkFolder(stateFolder)
  const { missingMigrations } = await import('../store/postgres/migrations.ts')
  const missing = await missingMigrations(address)
  const tables =
    missing.length === 0
      ? 'its tables are up to date'
      : `${missing.join(', ')} will be applied at the start`
  return { state: 'good', finding: `${address.shown} answers; ${tables}` }
}

/** A missing folder is created at the start, in the nearest one that exists. */
function checkFolder(folder: string): Finding {
  let existing = folder
  while (!existsSync(existing)) existing = dirname(existing)
  try {
    accessSync(existing, constants.W_OK | constants.X_OK)
  } catch (thrown) {
    throw new SwaprouteError(
      'CONFIG_INVALID',
      `${folder} cannot be written: ${systemFault(thrown)}`,
      { hint: 'Set SWAPROUTE_HOME to a folder you can write.' },
    )
  }
  const isNew = existing !== folder
  return { state: 'good', finding: isNew ? `${folder} is created at the start` : folder }
}

async function checkChains(app: App): Promise<Finding> {
  const [{ chains }, lists] = await Promise.all([app.tables(), app.lists()])
  const listed = await lists.chains({ includeTestnets: false }, { signal: app.host.signal })
  const own = Object.keys(app.config.rpc)
  const reached = listed.filter(
    ({ name }) => isBlockchainId(name) && chains.settings(name).rpcUrls.length > 0,
  )
  return {
    state: 'good',
    finding:
      `${countText(listed.length, 'chain')}, ${reached.length} with a node` +
      (own.length === 0 ? '' : `; nodes of your own for ${own.join(', ')}`),
  }
}

async function checkProviders(app: App): Promise<Finding> {
  const lists = await app.lists()
  const answer = await lists.providers({ includeTestnets: false }, { signal: app.host.signal })
  const all = [...answer.crossChain, ...answer.onChain]
  const counted = new Map<string, number>()
  for (const { state } of all) counted.set(state, (counted.get(state) ?? 0) + 1)
  const lacking = all.flatMap(({ state, variable }) =>
    state === 'needs_key' && variable !== undefined ? [variable] : [],
  )
  const finding = [...counted].map(([state, count]) => `${count} ${stateWords[state] ?? state}`)
  return {
    state: (counted.get('ready') ?? 0) > 0 ? 'good' : 'bad',
    finding:
      finding.join(', ') +
      (lacking.length === 0 ? '' : `; keys not set: ${[...new Set(lacking)].join(', ')}`),
  }
}

const stateWords: Readonly<Record<string, string>> = {
  needs_key: 'without their key',
  not_in_sandbox: 'not in the sandbox',
}
