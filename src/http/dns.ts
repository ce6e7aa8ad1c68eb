import { lookup as systemLookup, Resolver, type LookupAddress } from 'node:dns'
import { readFile } from 'node:fs/promises'
import type { LookupFunction } from 'node:net'

import { createGate } from '../core/gate.ts'

/** Name servers and system functions; tests replace them. */
export type DnsSources = {
  resolve4(hostname: string): Promise<string[]>
  resolve6(hostname: string): Promise<string[]>
  /** The system resolver (hosts file, search domains, mDNS); limited to four threads. */
  system(hostname: string): Promise<LookupAddress[]>
  /** Names of the hosts file, lower case. */
  hostsNames(): Promise<ReadonlySet<string>>
  /** Ends every question to the name servers. */
  cancel(): void
  now(): number
  sleep(ms: number): Promise<void>
}

/**
 * How long an IPv4 answer waits for the IPv6 one (RFC 8305, section 3, with the families swapped).
 */
const laterFamilyMs = 50
/** How long answers are kept, and failures; connections are kept alive, so few lookups repeat. */
const keepMs = 60_000
/** The system is asked as well when the name servers have taken this long. */
const nameServersMs = 1_500
/** For both together. */
const lookupMs = 3_000
/** Names the system is asked for at a time: as many as libuv runs on its four threads. */
const systemLookups = 2
/** The system's code for it. */
const unanswered = 'EAI_AGAIN'
/** Addresses tried per host: two of IPv4, then one of IPv6. */
const maxAddresses = { ipv4: 2, ipv6: 1 } as const

export type HostLookup = {
  lookup: LookupFunction
  /** Gives up every name that is being looked up, so that the process can end. */
  close(): void
}

/**
 * A `lookup` for sockets that resolves many hosts in parallel.
 *
 * `dns.lookup` takes half of the four threads of libuv: with a resolver of 20ms, 40 names take 520ms;
 * through c-ares they take 25ms, also where IPv6 answers after 2s, for which `dns.lookup` waits on
 * 128 threads too (measured). c-ares ignores the hosts file and the system's other sources, so
 * `localhost`, names without a dot and names of the hosts file go to the system first, and so does
 * every name that c-ares cannot resolve, or not in time. IPv4 comes first: a dead IPv6 route then
 * costs nothing.
 *
 * A name that fails is not waited for again within a minute, but asked for again at each lookup, so
 * that a network that is back is noticed.
 *
 * A lookup of the system cannot be stopped, and the process does not end before it, nor before those
 * that wait for its thread. So names wait here instead, and leave when they have failed. How long
 * one takes is the system's: glibc is told to try once (app/clients.ts), musl takes 5s.
 */
export function createLookup(sources: DnsSources = systemSources()): HostLookup {
  type Entry = { untilMs: number; addresses: Promise<LookupAddress[]>; hasFailed: boolean }
  const known = new Map<string, Entry>()
  const gate = createGate(systemLookups, Number.POSITIVE_INFINITY)
  let isClosed = false

  const inTime = (untilMs: number): DnsSources => ({
    ...sources,
    system: (hostname) =>
      gate.run(async () => {
        if (isClosed || sources.now() >= untilMs) throw notResolved(hostname)
        return await sources.system(hostname)
      }),
  })

  /** `shown` is returned until the answer is there. */
  const ask = (hostname: string, shown?: Promise<LookupAddress[]>): Promise<LookupAddress[]> => {
    const asked = findAddresses(hostname, inTime(sources.now() + lookupMs))
    const untilMs = sources.now() + keepMs
    const entry: Entry = { untilMs, addresses: shown ?? asked, hasFailed: false }
    known.set(hostname, entry)
    asked.then(
      () => (entry.addresses = asked),
      () => (entry.hasFailed = true),
    )
    return entry.addresses
  }

  const find = (hostname: string): Promise<LookupAddress[]> => {
    const entry = known.get(hostname)
    if (entry === undefined || entry.untilMs <= sources.now()) return ask(hostname)
    return entry.hasFailed ? ask(hostname, entry.addresses) : entry.addresses
  }

  const lookup: LookupFunction = (hostname, options, callback) => {
    find(hostname.toLowerCase()).then(
      (addresses) => {
        const family =
          options.family === 'IPv4' ? 4 : options.family === 'IPv6' ? 6 : options.family
        const fitting =
          family === 4 || family === 6
            ? addresses.filter((address) => address.family === family)
            : addresses
        const first = fitting[0]
        if (first === undefined) callback(notFound(hostname), '', 4)
        else if (options.all === true) callback(null, fitting)
        else callback(null, first.address, first.family)
      },
      (thrown: unknown) => callback(thrown instanceof Error ? thrown : notFound(hostname), '', 4),
    )
  }
  return {
    lookup,
    close() {
      isClosed = true
      sources.cancel()
    },
  }
}

async function findAddresses(hostname: string, sources: DnsSources): Promise<LookupAddress[]> {
  const isLocal =
    !hostname.includes('.') ||
    hostname.endsWith('.localhost') ||
    hostname.endsWith('.local') ||
    (await sources.hostsNames()).has(hostname)
  const late = sources.sleep(lookupMs).then(() => {
    throw notResolved(hostname)
  })
  late.catch(() => undefined)
  // Where the system alone is asked: glibc's own second try is switched off.
  const again = (thrown: unknown): Promise<LookupAddress[]> => {
    if (!isUnanswered(thrown)) throw thrown
    return sources.system(hostname)
  }
  if (isLocal) return await Promise.race([sources.system(hostname).catch(again), late])
  const named = askNameServers(hostname, sources)
  const first = await Promise.race([named, sources.sleep(nameServersMs)])
  if (first !== undefined && first.length > 0) return first
  const system = sources.system(hostname)
  if (first !== undefined) return await Promise.race([system, late])
  // The first to find the name counts; where one finds nothing, the other is waited for.
  const found = named.then((addresses) => (addresses.length > 0 ? addresses : system))
  return await Promise.race([Promise.any([found, system]).catch(() => system), late])
}

async function askNameServers(hostname: string, sources: DnsSources): Promise<LookupAddress[]> {
  // Failure of one family counts as empty; only when both are empty is the system resolver used.
  const ipv4 = sources.resolve4(hostname).catch((): string[] => [])
  const ipv6 = sources.resolve6(hostname).catch((): string[] => [])
  const first = await ipv4
  const second =
    first.length === 0 ? await ipv6 : await Promise.race([ipv6, sources.sleep(laterFamilyMs)])
  return [
    ...first.slice(0, maxAddresses.ipv4).map((address) => ({ address, family: 4 })),
    ...(second ?? []).slice(0, maxAddresses.ipv6).map((address) => ({ address, family: 6 })),
  ]
}

function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`no address for ${hostname}`), { code: 'ENOTFOUND' })
}

function isUnanswered(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === unanswered
}

function notResolved(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`no answer for ${hostname}`), { code: unanswered })
}

function systemSources(): DnsSources {
  let resolver: Resolver | null = null
  let names: Promise<ReadonlySet<string>> | null = null
  const resolve = (hostname: string, method: 'resolve4' | 'resolve6'): Promise<string[]> => {
    resolver ??= new Resolver({ timeout: 1500, tries: 2 })
    const { promise, settle } = deferred<string[]>()
    resolver[method](hostname, settle)
    return promise
  }
  return {
    resolve4: (hostname) => resolve(hostname, 'resolve4'),
    resolve6: (hostname) => resolve(hostname, 'resolve6'),
    system(hostname) {
      const { promise, settle } = deferred<LookupAddress[]>()
      systemLookup(hostname, { all: true, order: 'ipv4first' }, settle)
      return promise
    },
    hostsNames: () => (names ??= readHostsNames()),
    cancel: () => resolver?.cancel(),
    now: Date.now,
    sleep: (ms) => new Promise((done) => setTimeout(done, ms).unref()),
  }
}

async function readHostsNames(): Promise<ReadonlySet<string>> {
  const path =
    process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts'
  // Without a readable hosts file it has no names.
  const text = await readFile(path, 'utf8').catch(() => '')
  return parseHostsNames(text)
}

/** Names of a hosts file, lower case, without comments. */
export function parseHostsNames(text: string): Set<string> {
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim())
  return new Set(lines.flatMap((line) => line.toLowerCase().split(/\s+/).slice(1)))
}

function deferred<T>(): {
  promise: Promise<T>
  settle: (error: Error | null, value: T) => void
} {
  let settle: (error: Error | null, value: T) => void = () => {}
  const promise = new Promise<T>((resolve, reject) => {
    settle = (error, value) => (error === null ? resolve(value) : reject(error))
  })
  return { promise, settle }
}
