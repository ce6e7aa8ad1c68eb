import type { ProviderId } from '../../../../src/core/providerIds.ts'
import type { QuoteOutcome } from '../../../../src/providers/types.ts'
import {
  createOnchainProvider,
  type OnchainProvider,
} from '../../../../src/providers/onchain/onchain.ts'
import { chainRows, type DeploymentRow } from '../../../../src/providers/onchain/rows.ts'
import {
  createFakeChain,
  type FakeChain,
  pool,
  type Pool,
  v2Router,
  v3Quoter,
  v3Router,
  wrappedToken,
} from './fakeChain.ts'
import { coin, erc20, toRequest } from './requests.ts'

// Four exchanges on BASE: one of V2 alone, one more, one with V2 and V3, one of V3 alone.

export const weth = '0x4200000000000000000000000000000000000006'
export const usdc = erc20('BASE', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'USDC', 6)
export const dai = erc20('BASE', '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb', 'DAI', 18)
export const eth = coin('BASE')
export const one = 10n ** 18n
/** Output units per input unit: 1 ETH (18 decimals) is 3000 USDC (6 decimals). */
export const price = 3000e-12
export const deep = 10n ** 13n

export const uniswap = v2Facts('UNISWAP_V2')
export const pancake = v2Facts('PANCAKE_SWAP')
export const base2 = v2Facts('BASE_SWAP')
export const base3 = v3Facts('BASE_SWAP')
export const uni3 = v3Facts('UNI_SWAP_V3')

export const uni3Pools: readonly Pool[] = [
  pool(weth, usdc.address, 2999e-12, deep, 500),
  pool(weth, usdc.address, 2990e-12, deep, 3000),
  pool(usdc.address, dai.address, 0.9999e12, deep * one, 100),
]

const ids = ['UNISWAP_V2', 'PANCAKE_SWAP', 'BASE_SWAP', 'UNI_SWAP_V3'] as const

export function createBase(): FakeChain {
  const chain = createFakeChain('BASE')
  chain.place(uniswap.router, v2Router(uniswap, [pool(weth, usdc.address, price, deep)]))
  chain.place(pancake.router, v2Router(pancake, [pool(weth, usdc.address, 2980e-12, deep)]))
  chain.place(base2.router, v2Router(base2, [pool(weth, usdc.address, 2950e-12, deep)]))
  chain.place(base3.router, v3Router(base3, '02'))
  chain.place(
    base3.quoter,
    v3Quoter(base3.factory, [pool(weth, usdc.address, 2960e-12, deep, 450)]),
  )
  chain.place(uni3.router, v3Router(uni3, '02'))
  chain.place(uni3.quoter, v3Quoter(uni3.factory, uni3Pools))
  chain.place(weth, wrappedToken())
  return chain
}

/** Asks for 1 ETH in USDC by default. */
export function ask(
  chain: FakeChain,
  reader: OnchainProvider = createOnchainProvider(),
  request = toRequest(eth, usdc, one),
  wanted: readonly ProviderId[] = ids,
): Promise<QuoteOutcome> {
  return reader.quote(request, new Set(wanted), chain.context)
}

/** What a pool of this price and the usual depth gives for 1 ETH. */
export function outputAt(rate: number): bigint {
  return pool('', '', rate, deep).swap(one)
}

export function outputs({ quotes }: QuoteOutcome): Record<string, bigint> {
  return Object.fromEntries(quotes.map((quote) => [quote.provider, quote.dstAmount]))
}

export function reasons({ failed }: QuoteOutcome): Record<string, string> {
  return Object.fromEntries(
    failed.map(({ provider: id, error }) => [id, `${error.code} ${error.message}`]),
  )
}

function rowOf(id: string, family: DeploymentRow['family']): DeploymentRow {
  const row = chainRows('BASE')?.rows.find((each) => each.id === id && each.family === family)
  if (row === undefined) throw new Error(`no row ${id}`)
  return row
}

function v2Facts(id: string) {
  const row = rowOf(id, 'uniswap-v2')
  if (row.family !== 'uniswap-v2' || row.factory === null) throw new Error(id)
  return { router: row.router, factory: row.factory, wrapped: row.wrapped }
}

function v3Facts(id: string) {
  const row = rowOf(id, 'uniswap-v3')
  if (row.family !== 'uniswap-v3' || row.factory === null) throw new Error(id)
  return { router: row.router, quoter: row.quoter, factory: row.factory, wrapped: row.wrapped }
}
