import { ptonWalletOf } from '../../../chains/ton/proxyTon.ts'
import { pinnedAddress } from './pinned.ts'
import routers from './data/stonfiRouters.json' with { type: 'json' }

// STON.fi's contracts. https://docs.ston.fi/developer-section/dex/smart-contracts (read 2026-11),
// https://github.com/ston-fi/pton-contracts; the list of routers and its sources in data/README.md.

/**
 * A router and its pTON wallet, where TON is sent to be swapped; both raw. All version 2 routers
 * use pTON 2.1, so their wallet is computed, not read from a service or node (T2).
 */
export type StonfiRouter = { version: 1 | 2; router: string; ptonWallet: string }

/** The only version 1 router and its pTON wallet, of an older pTON. */
const routerV1 = 'EQB3ncyBUTjZUA5EnFKR5_EnOMI9V1tTEAAPaiU71gc4TiUt'
const ptonWalletV1 = 'EQARULUYsmJq1RiZ-YiH-IJLcAZUVkVff-KBPwEmmaQGH6aC'

/** Raw addresses of the routers of version 2. */
let known: ReadonlySet<string> | null = null
let table: readonly StonfiRouter[] | null = null

/** Every router this program pays. */
export function stonfiRouters(): readonly StonfiRouter[] {
  table ??= [pinnedAddress(routerV1), ...knownV2()].flatMap((raw) => stonfiRouter(raw) ?? [])
  return table
}

/** @returns null for an address that is not a STON.fi router */
export function stonfiRouter(raw: string): StonfiRouter | null {
  if (raw === pinnedAddress(routerV1)) {
    return { version: 1, router: raw, ptonWallet: pinnedAddress(ptonWalletV1) }
  }
  return knownV2().has(raw) ? { version: 2, router: raw, ptonWallet: ptonWalletOf(raw) } : null
}

function knownV2(): ReadonlySet<string> {
  known ??= new Set(routers.map(pinnedAddress))
  return known
}

/** The router of a pTON wallet; null if it is not STON.fi's. */
export function stonfiRouterOfPton(raw: string): StonfiRouter | null {
  return stonfiRouters().find(({ ptonWallet }) => ptonWallet === raw) ?? null
}
