import { type BlockchainId, isBlockchainId } from '../core/blockchainIds.ts'
import { blockchainNames } from '../core/blockchainNames.ts'
import { SwaprouteError } from '../core/errors.ts'
import { nearest } from '../core/nearest.ts'
import { zeroAddress } from '../core/token.ts'
import {
  type AddressFormat,
  addressFormats,
  type ChainKind,
  chainKinds,
  type ChainStatus,
  chainStatuses,
  type DataFeeKind,
  dataFeeKinds,
} from './chainWords.ts'
import chainRows from './data/chains.json' with { type: 'json' }
import { quoted } from './text.ts'

// The table of the 155 chains. Facts and their sources: data/README.md.

export type AddressParams = {
  /** Allowed base58check version bytes, hex. */
  versions?: readonly string[]
  /** Human-readable part of bech32 addresses. */
  hrp?: string
  /** Human-readable part of Litecoin's extension-block addresses. */
  mweb?: string
  /** Prefix of cashaddr addresses. */
  prefix?: string
  /** Network number of SS58 addresses. */
  ss58?: number
}

export type Chain = {
  id: BlockchainId
  name: string
  kind: ChainKind
  testnet: boolean
  /** EVM chain id; null for chains without EVM transactions. */
  chainId: number | null
  /** The service's own number of the chain (service-facts section 10); null if unknown. */
  apiBlockchainId: number | null
  /**
   * `address` is the spelling of requests: the zero address, or SOLANA's, SUI's and NEAR's own
   * form.
   */
  native: {
    symbol: string
    name: string
    decimals: number
    address: string
    /** Former and alternative tickers of the same coin. */
    otherSymbols: readonly string[]
    /** Contracts by which explorers and exchanges name the same coin, in lower case. */
    otherAddresses: readonly string[]
  }
  /** The 1:1 wrapped native coin as an ERC-20 (or SPL, TRC-20) token; null if absent. */
  wrappedNative: string | null
  /** Address of Multicall3; null for chains without EVM calls. */
  multicall3: string | null
  /** Link with `{hash}` in it; only explorers.ts builds links. */
  explorerTx: string | null
  /** Link with `{address}` in it. */
  explorerAddress: string | null
  rpcUrls: readonly string[]
  /** Whose oracle returns the fees charged on top of gas; null: no such fees. */
  dataFee: DataFeeKind | null
  addressFormat: AddressFormat
  addressParams: AddressParams
  /** Of its test network, where its addresses differ from those of the main network. */
  testAddressParams: AddressParams | null
  /** The chain's term for the memo of a payment ("destination tag"); null without such a field. */
  memo: string | null
  status: ChainStatus
  /** A remark on a chain that is not simply live. */
  note: string | null
  /** Where an end is announced or described. */
  source: string | null
  /** Further names `findChain` accepts, in lower case without separators. */
  aliases: readonly string[]
}

const longestShown = 60
const multicall3Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
const chainKindSet: ReadonlySet<string> = new Set(chainKinds)
const addressFormatSet: ReadonlySet<string> = new Set(addressFormats)
const dataFeeSet: ReadonlySet<string> = new Set(dataFeeKinds)
const statusSet: ReadonlySet<string> = new Set(chainStatuses)

let byId: ReadonlyMap<BlockchainId, Chain> | undefined
let byName: ReadonlyMap<string, Chain> | undefined
let byNumber: ReadonlyMap<number, Chain> | undefined

/** Every chain of the contract: main networks, then test networks, by identifier. */
export function allChains(): Chain[] {
  return [...table().values()]
}

export function chainById(id: BlockchainId): Chain {
  const chain = table().get(id)
  if (chain === undefined) throw new Error(`chains.json has no row ${id}`)
  return chain
}

/** The chain with this EIP-155 id outside of the sandbox; null for an unknown one. */
export function chainByNumber(chainId: number): Chain | null {
  byNumber ??= new Map(
    allChains().flatMap((chain) => (isEvmChain(chain) ? [[chain.chainId, chain]] : [])),
  )
  return byNumber.get(chainId) ?? null
}

/** Chains with EVM transactions; XDC is one, although the service lists it separately. */
export function isEvmChain(chain: Chain): chain is Chain & { chainId: number } {
  return chain.chainId !== null
}

/**
 * The chain a user means: an identifier, name, alias or number in any case, with or without `-`,
 * `_` and spaces (`arb`, `Arbitrum One`, `42161`).
 * @throws SwaprouteError UNKNOWN_CHAIN, with the nearest chains in the hint
 */
export function findChain(text: string): Chain {
  const chain = names().get(normalized(text))
  if (chain !== undefined) return chain
  throw unknownChain(text)
}

/**
 * Swaps from and to a chain that has ended; its balances and earlier swaps are still shown.
 * @throws SwaprouteError NO_ROUTE with what happened to the chain
 */
export function refuseEnded(chains: readonly Chain[]): void {
  const ended = chains.find(({ status }) => status === 'dead')
  if (ended === undefined) return
  const { id, name, note, source, rpcUrls } = ended
  const balances =
    isEvmChain(ended) && rpcUrls.length > 0
      ? `\`swaproute wallet balance --chain ${id}\` asks for what an account holds there. `
      : ''
  throw new SwaprouteError('NO_ROUTE', `${name} takes no swaps: ${note}.`, {
    hint: `No provider was asked and nothing was signed. ${balances}\`swaproute status\` still shows earlier swaps.`,
    context: { blockchain: id, source },
  })
}

function unknownChain(text: string): SwaprouteError {
  const suggestions = new Set<BlockchainId>()
  for (const name of nearest(normalized(text), names().keys(), 8)) {
    const chain = names().get(name)
    if (chain !== undefined && suggestions.size < 3) suggestions.add(chain.id)
  }
  const meant = suggestions.size === 0 ? '' : `Did you mean ${[...suggestions].join(' or ')}? `
  // A long text may be a key in the wrong place and is not repeated.
  const isLong = text.length > longestShown
  const shown = isLong ? 'The text' : quoted(text)
  return new SwaprouteError('UNKNOWN_CHAIN', `${shown} is not a known chain.`, {
    hint: `${meant}\`swaproute chains\` lists all of them.`,
    context: { suggestions: [...suggestions] },
  })
}

/** Lower case, without separators between letters and digits: `-1` is not `1`. */
function normalized(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/(?<=[^-_\s])[-_\s]+(?=[^-_\s])/g, '')
}

function names(): ReadonlyMap<string, Chain> {
  if (byName !== undefined) return byName
  const built = new Map<string, Chain>()
  for (const chain of allChains()) {
    for (const name of chainNames(chain)) built.set(name, chain)
  }
  byName = built
  return built
}

/** Every normalized name of this chain; a test proves that no name means two chains. */
export function chainNames(chain: Chain): string[] {
  const names = [chain.id, chain.name, ...chain.aliases]
  if (chain.chainId !== null) names.push(String(chain.chainId))
  if (chain.apiBlockchainId !== null) names.push(String(chain.apiBlockchainId))
  return [...new Set(names.map(normalized))]
}

function table(): ReadonlyMap<BlockchainId, Chain> {
  if (byId !== undefined) return byId
  const rows: readonly ChainRow[] = chainRows
  const built = new Map<BlockchainId, Chain>()
  for (const row of rows) {
    const chain = toChain(row)
    built.set(chain.id, chain)
  }
  byId = built
  return built
}

/** A row of data/chains.json: an absent field has the usual value; names: core/blockchainNames.ts. */
type ChainRow = {
  id: string
  kind: string
  testnet?: boolean
  chainId?: number
  apiBlockchainId?: number
  native: {
    symbol: string
    name: string
    decimals: number
    address?: string
    otherSymbols?: readonly string[]
    otherAddresses?: readonly string[]
  }
  wrappedNative?: string
  multicall3?: string
  explorerTx?: string
  explorerAddress?: string
  dataFee?: string
  rpcUrls: readonly string[]
  addressFormat: string
  addressParams?: AddressParams
  testAddressParams?: AddressParams
  memo?: string
  status?: string
  note?: string
  source?: string
  aliases: readonly string[]
}

function toChain(row: ChainRow): Chain {
  const { id, kind, addressFormat, status = 'live' } = row
  if (!isBlockchainId(id)) throw new Error(`chains.json: unknown id ${id}`)
  if (!isOneOf<ChainKind>(kind, chainKindSet)) throw new Error(`chains.json: kind of ${id}`)
  if (!isOneOf<AddressFormat>(addressFormat, addressFormatSet)) {
    throw new Error(`chains.json: addressFormat of ${id}`)
  }
  if (!isOneOf<ChainStatus>(status, statusSet)) throw new Error(`chains.json: status of ${id}`)
  const { dataFee = null } = row
  if (dataFee !== null && !isOneOf<DataFeeKind>(dataFee, dataFeeSet)) {
    throw new Error(`chains.json: dataFee of ${id}`)
  }
  const chainId = row.chainId ?? null
  return {
    id,
    name: blockchainNames[id],
    kind,
    testnet: row.testnet ?? false,
    chainId,
    apiBlockchainId: row.apiBlockchainId ?? chainId,
    native: {
      ...row.native,
      address: row.native.address ?? zeroAddress,
      otherSymbols: row.native.otherSymbols ?? [],
      otherAddresses: row.native.otherAddresses ?? [],
    },
    wrappedNative: row.wrappedNative ?? null,
    multicall3: row.multicall3 ?? (chainId === null ? null : multicall3Address),
    explorerTx: row.explorerTx ?? null,
    explorerAddress: row.explorerAddress ?? null,
    rpcUrls: row.rpcUrls,
    dataFee,
    addressFormat,
    addressParams: row.addressParams ?? {},
    testAddressParams: row.testAddressParams ?? null,
    memo: row.memo ?? null,
    status,
    note: row.note ?? null,
    source: row.source ?? null,
    aliases: row.aliases,
  }
}

function isOneOf<Word extends string>(text: string, values: ReadonlySet<string>): text is Word {
  return values.has(text)
}

/**
 * The EVM chain of an EIP-155 id; null for an unknown one.
 * @param numberOf the id of a chain in this run: a sandbox has its own
 */
export function chainOfNumber(
  chainId: bigint,
  numberOf: (blockchain: BlockchainId) => number | null,
): BlockchainId | null {
  const found = allChains().find((chain) => {
    const number = isEvmChain(chain) ? numberOf(chain.id) : null
    return number !== null && BigInt(number) === chainId
  })
  return found?.id ?? null
}
