/**
 * Loaded before every test file: a test that connects to, or resolves, anything but this machine
 * fails, even if the code under test swallows the error. Child processes are not covered.
 *
 * Files that share a process load it again each: the guards are set up by the first.
 */
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

import { afterAll, afterEach } from 'vitest'

const place = Symbol.for('swaproute.networkAttempts')
const earlier: string[] | undefined = Reflect.get(globalThis, place)
const attempts = earlier ?? []

/** Takes the attempts recorded so far, so that a test of the guard itself can expect them. */
export function takeNetworkAttempts(): string[] {
  return attempts.splice(0)
}

const thisMachine = new net.BlockList()
thisMachine.addSubnet('127.0.0.0', 8)
thisMachine.addAddress('::1', 'ipv6')

/** 127.0.0.0/8, ::1 and the names that mean this machine. */
function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$|\.$/g, '')
  if (net.isIP(name) > 0) return thisMachine.check(name, net.isIPv6(name) ? 'ipv6' : 'ipv4')
  return name === 'localhost' || name.endsWith('.localhost')
}

function refuse(what: string): Error {
  const message = `Tests must not leave this machine: ${what}.`
  attempts.push(message)
  return Object.assign(new Error(message), { code: 'ENETUNREACH' })
}

type AnyFunction = (...args: unknown[]) => unknown
type ConnectOptions = { path?: string; host?: string; lookup?: net.LookupFunction }
type LookupAnswer = Parameters<Parameters<net.LookupFunction>[2]>[1]

/** `connect` takes (options), (path), (port, host) or, from inside Node, one array of those. */
function connectOptions(args: readonly unknown[]): ConnectOptions {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  if (typeof first === 'object' && first !== null) return first
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { path: first }
  return typeof second === 'string' ? { host: second } : {}
}

/** A resolver of the test's own may give any name an address of this machine, and no other. */
function guardedLookup(lookup: net.LookupFunction): net.LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, answer: LookupAnswer, family) => {
      const addresses = typeof answer === 'string' ? [answer] : (answer ?? []).map((a) => a.address)
      const foreign = error === null ? addresses.find((address) => !isLoopback(address)) : undefined
      if (foreign === undefined) callback(error, answer, family)
      else callback(refuse(`${hostname} was resolved to ${foreign}`), answer, family)
    })
  }
}

function guardConnections(): void {
  const { connect } = net.Socket.prototype
  Reflect.set(
    net.Socket.prototype,
    'connect',
    function guardedConnect(this: net.Socket, ...args: unknown[]) {
      const options = connectOptions(args)
      const host = options.host ?? 'localhost'
      if (options.path === undefined && !isLoopback(host)) {
        if (net.isIP(host) > 0 || options.lookup === undefined) {
          const error = refuse(`a connection to ${host}`)
          process.nextTick(() => this.destroy(error))
          return this
        }
        options.lookup = guardedLookup(options.lookup)
      }
      return Reflect.apply(connect, this, args)
    },
  )
}

function guardNames(owner: object, names: readonly string[], promised: boolean): void {
  for (const name of names) {
    const original: AnyFunction | undefined = Reflect.get(owner, name)
    if (original === undefined) continue
    Reflect.set(owner, name, function guardedLookUp(this: unknown, ...args: unknown[]) {
      const [host] = args
      if (typeof host !== 'string' || isLoopback(host)) return Reflect.apply(original, this, args)
      const error = refuse(`a DNS look-up of ${host}`)
      if (promised) return Promise.reject(error)
      const callback = args.at(-1)
      if (typeof callback !== 'function') throw error
      process.nextTick(callback, error)
      return {}
    })
  }
}

if (earlier === undefined) {
  Reflect.set(globalThis, place, attempts)
  guardConnections()
  const queries = Object.keys(dns).filter((name) => /^(resolve|reverse$)/.test(name))
  guardNames(dns, ['lookup', 'lookupService', ...queries], false)
  guardNames(dns.promises, ['lookup', 'lookupService', ...queries], true)
  guardNames(dns.Resolver.prototype, queries, false)
  guardNames(dns.promises.Resolver.prototype, queries, true)
  syncBuiltinESMExports()
}

function failOnAttempts(): void {
  const seen = takeNetworkAttempts()
  if (seen.length > 0) throw new Error(seen.join('\n'))
}

afterEach(failOnAttempts)
afterAll(failOnAttempts) // what happened between the tests or while the file was loaded
