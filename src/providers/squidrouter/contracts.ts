import { type BlockchainId, isBlockchainId } from '../../core/blockchainIds.ts'

// Routers, names and tokens of Squid, by chain. FANTOM and MOONBEAM, where it has routers too, are
// chains that end or have ended.

const router = '0xce16F69375520ab01377ce7B88f5BA8C48F8D666'

/**
 * The routers: config/squid.json of lifinance/contracts (2026-08) and DefiLlama/bridges-server,
 * src/adapters/squid/constants.ts.
 */
const routers = {
  ETH: router,
  OPTIMISM: router,
  BSC: router,
  POLYGON: router,
  BASE: router,
  ARBITRUM: router,
  AVALANCHE: router,
  LINEA: router,
  MANTLE: router,
  CELO: router,
  SCROLL: router,
  BLAST: '0x492751eC3c57141deb205eC2da8bFcb410738630',
  FRAXTAL: '0xDC3D8e1Abe590BCa428a8a2FC4CfDbD1AcF57Bd9',
} as const satisfies Partial<Record<BlockchainId, string>>

export const squidChains = Object.keys(routers).filter(isBlockchainId)

export const squidContracts: Readonly<Partial<Record<BlockchainId, readonly string[]>>> =
  Object.fromEntries(Object.entries(routers).map(([id, address]) => [id, [address]]))

/** Empty where it has none. */
export function routerOn(blockchain: BlockchainId): string {
  return squidContracts[blockchain]?.[0] ?? ''
}

const otherNames: Readonly<Partial<Record<BlockchainId, string>>> = {
  ETH: 'ethereum',
  BSC: 'binance',
}

/** Axelar's names of chains in lower case, as Squid's list of chains has them. */
export const axelarNames = squidChains.map(
  (id) => [id, otherNames[id] ?? id.toLowerCase()] as const,
)

/**
 * The token that Axelar's gateway of a chain takes for USDC: the coin itself on ETH, Axelar's own
 * elsewhere. By Squid's list of tokens, as osmosis-labs/osmosis-frontend
 * packages/bridge/src/squid/__tests__/mocks.ts holds it.
 */
export const gatewayTokens: Readonly<
  Partial<Record<BlockchainId, { symbol: string; address: string }>>
> = {
  ETH: { symbol: 'USDC', address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
  OPTIMISM: axlUsdc('0xEB466342C4d449BC9f53A865D5Cb90586f405215'),
  ARBITRUM: axlUsdc('0xEB466342C4d449BC9f53A865D5Cb90586f405215'),
  BASE: axlUsdc('0xEB466342C4d449BC9f53A865D5Cb90586f405215'),
  CELO: axlUsdc('0xEB466342C4d449BC9f53A865D5Cb90586f405215'),
  SCROLL: axlUsdc('0xEB466342C4d449BC9f53A865D5Cb90586f405215'),
  BLAST: axlUsdc('0xEB466342C4d449BC9f53A865D5Cb90586f405215'),
  AVALANCHE: axlUsdc('0xfaB550568C688d5D8A52C7d794cb93Edc26eC0eC'),
  BSC: axlUsdc('0x4268B8F0B87b6Eae5d897996E6b845ddbD99Adf3'),
  POLYGON: axlUsdc('0x750e4C4984a9e0f12978eA6742Bc1c5D248f40ed'),
}

function axlUsdc(address: string): { symbol: string; address: string } {
  return { symbol: 'axlUSDC', address }
}

const milli = 10n ** 15n

/**
 * Most coins sent on top for Axelar's gas on arrival, about 30 US dollars (2026-11): enough for a
 * million gas on ETH at 8 gwei and Squid's margin of a third. The recorded payments are 0.00008 ETH from
 * OPTIMISM to ARBITRUM and 0.00055 ETH from ETH to AVALANCHE; what is not used goes back to the payer.
 */
export const mostAxelarGas: Readonly<Partial<Record<BlockchainId | '*', bigint>>> = {
  '*': 10n * milli,
  BSC: 50n * milli,
  POLYGON: 150_000n * milli,
  AVALANCHE: 2_000n * milli,
  MANTLE: 30_000n * milli,
  CELO: 100_000n * milli,
  FRAXTAL: 30_000n * milli,
}
