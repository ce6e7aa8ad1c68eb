import type { BlockchainId } from '../../core/blockchainIds.ts'
import { type Token, isSameAddress } from '../../core/token.ts'
import connectorTable from './data/connectors.json' with { type: 'json' }
import type { ChainRows } from './rows.ts'

/** An intermediate token between two hops. */
export type Connector = {
  /** Its place among the amounts of a plan (sizes.ts), from 1. */
  place: number
  token: Token
  /** Base units worth about a dollar, or ten. */
  unit: bigint
  /** The wrapped token of single routers, which the others have no pools of. */
  single: boolean
}

type RawConnector = {
  address: string
  symbol: string
  name: string
  decimals: number
  unit: string
}

/** For a wrapped coin of unknown price; a tenth works for both expensive and cheap coins. */
const unknownCoinUnit = 10n ** 17n

const byChain = new Map<BlockchainId, readonly Connector[]>()

/** Every connector of a chain: those of the registry, then the wrapped tokens of single routers. */
export function connectorsOf(chain: ChainRows): readonly Connector[] {
  const known = byChain.get(chain.blockchain)
  if (known !== undefined) return known
  const table: Readonly<Record<string, readonly RawConnector[]>> = connectorTable
  const listed = (table[chain.blockchain] ?? []).map(({ unit, ...rest }) => ({
    token: { blockchain: chain.blockchain, ...rest, listed: true, native: false },
    unit: BigInt(unit),
    single: false,
  }))
  const wrapped = [chain.wrapped, ...chain.rows.map((row) => row.wrapped)].filter(
    (address, at, all) =>
      all.findIndex((each) => isSameAddress(each, address)) === at &&
      !listed.some(({ token }) => isSameAddress(token.address, address)),
  )
  const own = wrapped.map((address) => ({
    ...wrappedConnector(chain, address),
    single: !isSameAddress(address, chain.wrapped),
  }))
  const built = [...listed, ...own].map((each, at) => ({ ...each, place: at + 1 }))
  byChain.set(chain.blockchain, built)
  return built
}

/** Connectors for one row: those of the chain, and the wrapped token of its own router alone. */
export function connectorsFor(chain: ChainRows, wrapped: string): readonly Connector[] {
  return connectorsOf(chain).filter(
    ({ token, single }) => !single || isSameAddress(token.address, wrapped),
  )
}

function wrappedConnector(chain: ChainRows, address: string): Pick<Connector, 'token' | 'unit'> {
  return {
    token: {
      blockchain: chain.blockchain,
      address,
      symbol: chain.wrappedSymbol,
      name: chain.wrappedSymbol,
      decimals: 18,
      listed: true,
      native: false,
    },
    unit: unknownCoinUnit,
  }
}
