import { chainById, isEvmChain } from '../../../src/chains/chains.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { coinsOf } from '../deposit/coins.ts'
import { limitsOf } from '../deposit/rates.ts'
import type { Coin } from '../deposit/types.ts'
import { toNumber } from './depositServer.ts'

/** Exolix' names of chains, `GET /currencies` (read 2026-11). */
const networks: Readonly<Partial<Record<BlockchainId, string>>> = {
  ETH: 'ETH',
  BSC: 'BSC',
  POLYGON: 'MATIC',
  ARBITRUM: 'ARBITRUM',
  OPTIMISM: 'OPTIMISM',
  BASE: 'BASE',
  AVALANCHE: 'AVAXC',
  TRON: 'TRX',
  SOLANA: 'SOL',
  TON: 'TON',
  BITCOIN: 'BTC',
  BITCOIN_CASH: 'BCH',
  LITECOIN: 'LTC',
  RIPPLE: 'XRP',
  STELLAR: 'XLM',
  SUI: 'SUI',
  CARDANO: 'ADA',
  COSMOS: 'ATOM',
  DOGECOIN: 'DOGE',
}

const chainIds = Object.keys(networks).filter((id): id is BlockchainId => id in networks)

/** Coins of ETH-like chains stand in an order with an address of this form. */
const nativePlaceholder = `0x${'e'.repeat(40)}`

export function codeOf({ symbol }: Coin): string {
  return symbol.toUpperCase()
}

function networkOf({ blockchain }: Coin): string {
  return networks[blockchain] ?? blockchain
}

/** Null for a coin or network that is not traded. */
export function coinBy(code: string | undefined, network: string | undefined): Coin | null {
  return allCoins().find((coin) => codeOf(coin) === code && networkOf(coin) === network) ?? null
}

/** `data` of `GET /currencies`. */
export function currencies() {
  const codes = [...new Set(allCoins().map(codeOf))]
  return codes.map((code) => ({
    code,
    name: code,
    icon: '',
    notes: '',
    networks: networksOf(code),
  }))
}

export function networksOf(code: string) {
  return allCoins()
    .filter((coin) => codeOf(coin) === code)
    .map((coin, index) => {
      const { memo } = chainById(coin.blockchain)
      return {
        network: networkOf(coin),
        name: chainById(coin.blockchain).name,
        shortName: networkOf(coin),
        notes: '',
        addressRegex: null,
        isDefault: index === 0,
        decimal: coin.decimals,
        icon: '',
        blockExplorer: '',
        depositMinAmount: toNumber(limitsOf('exolix', coin).min, coin),
        memoNeeded: memo !== null,
        memoName: memo ?? '',
        contract: coin.native ? null : coin.address,
      }
    })
}

/** One side of an order. */
export function orderCoin(coin: Coin) {
  const { name, memo } = chainById(coin.blockchain)
  const isEvm = isEvmChain(chainById(coin.blockchain))
  return {
    coinCode: codeOf(coin),
    coinName: codeOf(coin),
    network: networkOf(coin),
    networkName: name,
    networkShortName: networkOf(coin),
    icon: '',
    memoName: memo ?? '',
    networkIcon: '',
    networkNotes: '',
    contract: coin.native ? (isEvm ? nativePlaceholder : null) : coin.address,
  }
}

function allCoins(): Coin[] {
  return chainIds.flatMap((id) => [...coinsOf(id)])
}
