import { chainById } from '../../../chains/chains.ts'
import { builtInTokens } from '../../../chains/tokens.ts'
import { type BlockchainId, isBlockchainId } from '../../../core/blockchainIds.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { Token } from '../../../core/token.ts'
import type { LoadList } from './ask.ts'
import { type Coin, type DepositMemo, isContractOf } from './coins.ts'
import type { CoinRules } from './pairs.ts'

/** An entry of an exchange's live list. */
export type ListedCoin = {
  code: string
  /** The exchange's name for the chain. */
  network: string
  /** Null or empty for a chain's own coin. */
  contract?: string | null | undefined
  /** Symbol of a chain's own coin, in any case. */
  symbol: string
  /** False: not traded on that side. */
  src?: boolean | undefined
  dst?: boolean | undefined
  takesMemo?: boolean
  depositMemo?: DepositMemo
  /** Decimals the exchange supports. */
  precision?: number | null
}

export type ListedNetworks = {
  /** The exchange's names for the chains. */
  networks: Readonly<Partial<Record<BlockchainId, string>>>
  /** Its other names for the chains of coins, not of tokens. */
  natives?: Readonly<Partial<Record<BlockchainId, string>>>
  /** Key of the list of one coin, asked by its symbol; absent: one list has all. */
  key?(coin: Coin): string
  /**
   * Orders name coins by code alone, so a code is traded only where addresses of the chain can mean
   * no other coin of that code. The coin then has no network.
   */
  byCode?: true
}

/**
 * Coins of an exchange that lists contracts: found by network and contract (A7), never by the
 * symbol alone; a chain's own coin by network, no contract, and a symbol of the chain.
 */
export function listedCoins({
  networks,
  natives = {},
  key,
  byCode,
}: ListedNetworks): CoinRules<readonly ListedCoin[]> {
  const blockchains = Object.keys(networks).filter(isBlockchainId)
  const networkOf = ({ blockchain, native }: Token): string =>
    (native ? natives[blockchain] : undefined) ?? networks[blockchain] ?? ''

  const isIt = ({ network, contract, symbol }: ListedCoin, token: Token): boolean => {
    if (network !== networkOf(token)) return false
    const named = contract ?? ''
    if (!token.native) return named !== '' && isContractOf(token, named)
    const isSymbol = (one: string): boolean => one.toLowerCase() === symbol.toLowerCase()
    return named === '' && symbolsOf(token).some(isSymbol)
  }

  const entriesOf = async (
    token: Token,
    load: LoadList<readonly ListedCoin[]>,
  ): Promise<readonly ListedCoin[]> => {
    if (key === undefined) return load()
    const symbols = symbolsOf(token)
    const lists = await Promise.allSettled(
      symbols.map((symbol) =>
        knownOnly(load(key({ code: symbol.toLowerCase(), network: networkOf(token) }))),
      ),
    )
    const found = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
    const failed = lists.find((list) => list.status === 'rejected')
    // A coin that is found under one of its symbols needs no other.
    if (failed !== undefined && !found.some((one) => isIt(one, token))) throw failed.reason
    return found
  }

  /** Addresses of its chain have the form of the token's; those of an unknown chain may. */
  const isLike = (listed: ListedCoin, { blockchain }: Token): boolean => {
    const { addressFormat } = chainById(blockchain)
    const chains = blockchains.filter((id) => [networks[id], natives[id]].includes(listed.network))
    return chains.length === 0 || chains.some((id) => chainById(id).addressFormat === addressFormat)
  }

  return {
    blockchains,
    serves: ({ blockchain }) => blockchains.includes(blockchain),
    find: async (token, side, load) => {
      const entries = await entriesOf(token, load)
      const listed = entries.find((one) => isIt(one, token))
      if (listed === undefined || listed[side] === false) return null
      const isMeant = (one: ListedCoin): boolean => isSameCode(one, listed) && isLike(one, token)
      if (byCode === true && entries.filter(isMeant).length > 1) return null
      const { code, network, contract, takesMemo, depositMemo = null, precision = null } = listed
      return {
        code,
        network: byCode === true ? '' : network,
        contract,
        precision,
        depositMemo,
        ...(takesMemo === undefined ? {} : { takesMemo }),
      }
    },
    tokenOf: async (coin, load) => {
      const entries = await (key === undefined ? load() : knownOnly(load(key(coin))))
      const isNamed = (one: ListedCoin): boolean =>
        byCode === true
          ? isSameCode(one, coin)
          : one.code === coin.code && one.network === coin.network
      const [listed, another] = entries.filter(isNamed)
      if (listed === undefined || (byCode === true && another !== undefined)) return null
      const tokens = blockchains.flatMap((blockchain) => builtInTokens(blockchain))
      return tokens.find((token) => isIt(listed, token)) ?? null
    },
  }
}

/** A token's symbol is only a key to ask by; the contract decides. */
function symbolsOf({ blockchain, native, symbol }: Token): readonly string[] {
  if (!native) return [symbol]
  const own = chainById(blockchain).native
  return [own.symbol, ...own.otherSymbols]
}

function isSameCode(one: Pick<Coin, 'code'>, other: Pick<Coin, 'code'>): boolean {
  return one.code.toLowerCase() === other.code.toLowerCase()
}

/** Empty for a coin the exchange does not know. */
async function knownOnly<T>(list: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await list
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.code === 'NO_ROUTE') return []
    throw thrown
  }
}
