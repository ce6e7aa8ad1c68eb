import type { BlockchainId } from '../../core/blockchainIds.ts'
import { type Token, isSameAddress } from '../../core/token.ts'
import connectorTable from './data/connectors.json' with { type: 'json' }
import type { ChainRows } from './rows.ts'

/** An intermediate token between two hops. */
export type Connector = {
  token: Token
  /** Base units worth about a dollar, or ten: too small to move any usable pool. */
  unit: bigint
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

/** Connector tokens of a chain; only the wrapped native coin if the registry has no list. */
function connectorsOf(chain: ChainRows): readonly Connector[] {
  const known = byChain.get(chain.blockchain)
  if (known !== undefined) return known
  const table: Readonly<Record<string, readonly RawConnector[]>> = connectorTable
  const raw = table[chain.blockchain] ?? []
  const built = raw.map(({ unit, ...rest }) => ({
    token: { blockchain: chain.blockchain, ...rest, listed: true, native: false },
    unit: BigInt(unit),
  }))
  if (!built.some(({ token }) => isSameAddress(token.address, chain.wrapped))) {
    built.unshift(wrappedConnector(chain, chain.wrapped))
  }
  byChain.set(chain.blockchain, built)
  return built
}

/** Connectors for one row: those of the chain, and the wrapped token of its own router. */
export function connectorsFor(chain: ChainRows, wrapped: string): readonly Connector[] {
  const connectors = connectorsOf(chain)
  if (connectors.some(({ token }) => isSameAddress(token.address, wrapped))) return connectors
  return [wrappedConnector(chain, wrapped), ...connectors]
}

function wrappedConnector(chain: ChainRows, address: string): Connector {
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
