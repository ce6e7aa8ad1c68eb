import { SwaprouteError } from '../core/errors.ts'

/** Whether a run moves real money or the sandbox's; keys of one never sign in the other. */
export type Realm = 'live' | 'sandbox'

/**
 * Chain ids of the sandbox; no public chain uses one, so a transaction signed for play money is
 * invalid elsewhere. The sandbox's own table must stay inside this range (a test compares them).
 */
const sandboxIds = { first: 13_370_000, last: 13_370_999 } as const

export function realmOfChain(chainId: number): Realm {
  return chainId >= sandboxIds.first && chainId <= sandboxIds.last ? 'sandbox' : 'live'
}

/** @throws SwaprouteError UNSAFE_ROUTE when a key would sign outside its realm (E1) */
export function checkRealm(realm: Realm, chainId: number): void {
  if (realmOfChain(chainId) === realm) return
  const message =
    realm === 'sandbox'
      ? `A sandbox account never signs for the real chain ${chainId}.`
      : `A real account never signs for the sandbox chain ${chainId}.`
  throw new SwaprouteError('UNSAFE_ROUTE', message, {
    hint: 'Use `--sandbox` together with sandbox accounts, or neither.',
    context: { check: 'E1', chainId },
  })
}

/**
 * Global ids of TON's networks. The sandbox has its own. Version 5 wallets sign it; version 4
 * wallets do not, so that only the plan names the network.
 * https://docs.ton.org (main network -239, test network -3; read 2026-11)
 */
export const tonNetworkIds: Readonly<Record<Realm, number>> = { live: -239, sandbox: -1337 }

/** @throws SwaprouteError UNSAFE_ROUTE when a key would sign outside its realm (E1) */
export function checkTonRealm(realm: Realm, networkId: number): void {
  if (tonNetworkIds[realm] === networkId) return
  const message =
    realm === 'sandbox'
      ? 'A sandbox account never signs for a real TON network.'
      : 'A real account signs for the main TON network only.'
  throw new SwaprouteError('UNSAFE_ROUTE', message, {
    hint: 'Use `--sandbox` together with sandbox accounts, or neither.',
    context: { check: 'E1', networkId },
  })
}
