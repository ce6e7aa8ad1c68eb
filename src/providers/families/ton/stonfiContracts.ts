import { buildCell } from '../../../chains/ton/builder.ts'
import { makeCell } from '../../../chains/ton/cell.ts'
import { addressOfState } from '../../../chains/ton/message.ts'
import type { ProviderContext } from '../../types.ts'
import { jettonWalletOf, walletFacts } from './chainReads.ts'
import { pinnedAddress } from './pinned.ts'
import routers from './data/stonfiRouters.json' with { type: 'json' }

// STON.fi's contracts. https://docs.ston.fi/developer-section/dex/smart-contracts (read 2026-11),
// https://github.com/ston-fi/pton-contracts; the list of routers and its sources in data/README.md.

/** One router and its wallet of proxy TON, both raw: where TON is sent to be swapped. */
export type StonfiRouter = { version: 1 | 2; router: string; ptonWallet: string }

/** The only router of version 1 and its pTON wallet, which another pTON made. */
const routerV1 = 'EQB3ncyBUTjZUA5EnFKR5_EnOMI9V1tTEAAPaiU71gc4TiUt'
const ptonWalletV1 = 'EQARULUYsmJq1RiZ-YiH-IJLcAZUVkVff-KBPwEmmaQGH6aC'
/** Master of pTON 2.1, to which all routers of version 2 belong. */
const ptonMasterV2 = 'EQBnGWMCf3-FZZq1W4IWcWiGAc3PHuZ0_H-7sad2oY00o83S'
/** Code of its wallets lies in the masterchain's library under this hash. */
const ptonWalletLibrary = 'cd88e6f3c2a9cf01bb003a2837ec0d92c19685ed1dbfffd94a545dcfdf0a14d9'

/** Raw addresses of the routers of version 2. */
let known: ReadonlySet<string> | null = null
let table: readonly StonfiRouter[] | null = null

/** Every router this program pays. */
export function stonfiRouters(): readonly StonfiRouter[] {
  table ??= [pinnedAddress(routerV1), ...knownV2()].flatMap((raw) => stonfiRouter(raw) ?? [])
  return table
}

/** @param raw of a router; null for one that is not STON.fi's */
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

/**
 * The router that a wallet of proxy TON belongs to; null for one that is not STON.fi's. A wallet
 * that is not in the table is asked for its owner, and pTON's master whether that is its wallet.
 * @throws SwaprouteError CHAIN_UNAVAILABLE when TON does not tell it
 */
export async function stonfiRouterOfPton(
  raw: string,
  context: ProviderContext,
): Promise<StonfiRouter | null> {
  const listed = stonfiRouters().find(({ ptonWallet }) => ptonWallet === raw)
  if (listed !== undefined) return listed
  const owner = (await walletFacts(raw, context))?.owner ?? null
  const router = owner === null ? null : stonfiRouter(owner)
  if (router === null || !(await isStonfiPton(raw, router, context))) return null
  return { ...router, ptonWallet: raw }
}

/** Whether a wallet is where a router keeps its TON. @throws SwaprouteError as above */
export async function isStonfiPton(
  raw: string | null,
  { version, router, ptonWallet }: StonfiRouter,
  context: ProviderContext,
): Promise<boolean> {
  if (raw === ptonWallet) return true
  if (raw === null || version === 1) return false
  return raw === (await jettonWalletOf(pinnedAddress(ptonMasterV2), router, context))
}

/** The wallet that pTON's master makes for an owner: an empty balance, the owner, the master. */
function ptonWalletOf(owner: string): string {
  const code = makeCell(Buffer.from(`02${ptonWalletLibrary}`, 'hex'), 264, [], true)
  const data = buildCell().coins(0n).address(owner).address(pinnedAddress(ptonMasterV2)).cell()
  const cell = buildCell().uint(0, 2).maybeRef(code).maybeRef(data).bit(false).cell()
  return addressOfState({ cell })
}
