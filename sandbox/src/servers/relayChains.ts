import { chainById, isEvmChain } from '../../../src/chains/chains.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { zeroAddress } from '../../../src/core/token.ts'
import { findSandboxChain } from '../chains.ts'
import { coinsOf } from '../deposit/coins.ts'
import type { Coin } from '../deposit/types.ts'

type Row = { vmType: 'evm' | 'bvm' | 'svm' | 'tvm' | 'tonvm'; id?: number; native?: string }

// Relay's own numbers and names for chains without a number in EIP-155 (docs.relay.link, guides of
// BITCOIN, SOLANA, TRON; relay-sdk 7.0.3; read 2026-11). What its list calls TON's coin is not
// documented: callers have to read it there.
const rows: Readonly<Partial<Record<BlockchainId, Row>>> = {
  ETH: { vmType: 'evm' },
  POLYGON: { vmType: 'evm' },
  ARBITRUM: { vmType: 'evm' },
  BSC: { vmType: 'evm' },
  BASE: { vmType: 'evm' },
  OPTIMISM: { vmType: 'evm' },
  AVALANCHE: { vmType: 'evm' },
  BITCOIN: { vmType: 'bvm', id: 8253038, native: 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8' },
  SOLANA: { vmType: 'svm', id: 792703809, native: '11111111111111111111111111111111' },
  TRON: { vmType: 'tvm', id: 728126428, native: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' },
  TON: { vmType: 'tonvm', id: 224235520, native: `EQ${'A'.repeat(43)}M9c` },
}

const chainIds = Object.keys(rows).filter((id): id is BlockchainId => id in rows)

/** Relay's number of a chain; that of a local one is the sandbox's own. */
export function relayIdOf(blockchain: BlockchainId): number {
  const local = findSandboxChain(blockchain)?.chainId
  return local ?? rows[blockchain]?.id ?? chainById(blockchain).chainId ?? 0
}

export function isRelayChain(chainId: number): boolean {
  return chainIds.some((id) => relayIdOf(id) === chainId)
}

/** Null for what Relay does not trade on that chain. */
export function relayCoin(chainId: number, currency: string): Coin | null {
  const blockchain = chainIds.find((id) => relayIdOf(id) === chainId)
  if (blockchain === undefined) return null
  const isHex = isEvmChain(chainById(blockchain))
  const wanted = isHex ? currency.toLowerCase() : currency
  const isIt = (coin: Coin): boolean =>
    (isHex ? currencyOf(coin).toLowerCase() : currencyOf(coin)) === wanted
  return coinsOf(blockchain).find(isIt) ?? null
}

/** Relay's name for a coin. */
function currencyOf({ blockchain, native, address }: Coin): string {
  if (!native) return /^0x/i.test(address) ? address.toLowerCase() : address
  return rows[blockchain]?.native ?? zeroAddress
}

/** A coin as in quotes and requests. */
export function currencyObject(coin: Coin) {
  return {
    chainId: relayIdOf(coin.blockchain),
    address: currencyOf(coin),
    symbol: coin.symbol,
    name: coin.symbol,
    decimals: coin.decimals,
    metadata: { logoURI: '', verified: true, isNative: coin.native },
  }
}

/** `GET /chains`. */
export function relayChains() {
  return chainIds.map((blockchain) => {
    const { name, native } = chainById(blockchain)
    const coins = coinsOf(blockchain)
    const coin = coins.find((one) => one.native)
    return {
      id: relayIdOf(blockchain),
      name: blockchain.toLowerCase(),
      displayName: name,
      httpRpcUrl: '',
      wsRpcUrl: '',
      explorerUrl: '',
      explorerName: '',
      depositEnabled: true,
      tokenSupport: 'Limited',
      disabled: false,
      partialDisableLimit: 0,
      blockProductionLagging: false,
      currency: {
        id: native.symbol.toLowerCase(),
        symbol: native.symbol,
        name: native.name,
        address: coin === undefined ? zeroAddress : currencyOf(coin),
        decimals: native.decimals,
        supportsBridging: true,
      },
      withdrawalFee: 0,
      depositFee: 0,
      surgeEnabled: false,
      featuredTokens: [],
      erc20Currencies: coins.filter((one) => !one.native).map(listedToken),
      solverCurrencies: coins.map(listedToken),
      iconUrl: null,
      vmType: rows[blockchain]?.vmType,
      baseChainId: null,
      statusMessage: null,
      tags: [],
    }
  })
}

/** `POST /currencies/v2`. */
export function relayCurrencies(filter: {
  chainIds?: number[] | undefined
  term?: string | undefined
  address?: string | undefined
  limit?: number | undefined
}) {
  const { term, address } = filter
  return chainIds
    .filter((id) => filter.chainIds?.includes(relayIdOf(id)) ?? true)
    .flatMap((id) => coinsOf(id).map((coin) => ({ coin, vmType: rows[id]?.vmType })))
    .filter(({ coin }) => term === undefined || coin.symbol.toLowerCase() === term.toLowerCase())
    .filter(({ coin }) => address === undefined || currencyOf(coin) === address.toLowerCase())
    .slice(0, filter.limit ?? 20)
    .map(({ coin, vmType }) => ({ ...currencyObject(coin), vmType }))
}

function listedToken(coin: Coin) {
  return {
    id: coin.symbol.toLowerCase(),
    symbol: coin.symbol,
    name: coin.symbol,
    address: currencyOf(coin),
    decimals: coin.decimals,
    supportsBridging: true,
  }
}
