import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import { nearest } from '../core/nearest.ts'
import type { Token } from '../core/token.ts'
import { allChains, chainById, isEvmChain } from './chains.ts'
import tokenRows from './data/tokens.json' with { type: 'json' }
import { quoted } from './text.ts'

/** A token of the built-in list with what price sources need to know about it. */
export type BuiltInToken = Token & {
  /** Minted by a bridge, not by the issuer. */
  bridged: boolean
  /** Further names of the token. */
  otherSymbols: readonly string[]
  /** Of a bridge that has closed: a symbol never means it, only its address does. */
  addressOnly: boolean
  coingeckoId: string | null
}

/** Look-ups over the built-in tokens, every chain's native coin and the user's own tokens. */
export type TokenList = {
  /** By canonical address (`checkTokenAddress`); null for an unlisted token. */
  byAddress: (blockchain: BlockchainId, address: string) => Token | null
  /**
   * By symbol in any letter case, or `native`.
   * @throws SwaprouteError UNKNOWN_TOKEN with the nearest symbols, or AMBIGUOUS_TOKEN with every
   * candidate and its full address
   */
  bySymbol: (blockchain: BlockchainId, symbol: string) => Token
  /** All tokens of a chain, its native coin first. */
  ofChain: (blockchain: BlockchainId) => readonly Token[]
  /**
   * Whether the user's own list is the only source for a token, although its chain can be asked.
   */
  isUnproved: (token: Token) => boolean
  /** Chains with a token of this symbol, for hints. */
  chainsWith: (symbol: string) => BlockchainId[]
}

const builtIn = new Map<BlockchainId, readonly BuiltInToken[]>()
const builtInKeyed = new Map<BlockchainId, Keyed>()

/** Tokens of one chain by `addressKey`, in the order of their list. */
type Keyed = ReadonlyMap<string, Token>

/** The built-in tokens of a chain, its native coin first. */
export function builtInTokens(blockchain: BlockchainId): readonly BuiltInToken[] {
  const known = builtIn.get(blockchain)
  if (known !== undefined) return known
  const tokens = readBuiltIn(blockchain)
  builtIn.set(blockchain, tokens)
  return tokens
}

/** The native coin of a chain. */
export function nativeToken(blockchain: BlockchainId): Token {
  const { native } = chainById(blockchain)
  return {
    blockchain,
    address: native.address,
    symbol: native.symbol,
    name: native.name,
    decimals: native.decimals,
    listed: true,
    native: true,
  }
}

/**
 * Built once at startup. The user's tokens come after the built-in ones: a built-in entry wins over
 * a user entry for the same address, and a symbol in both lists becomes ambiguous instead of
 * changing its meaning.
 */
export function createTokenList(userTokens: readonly Token[] = []): TokenList {
  const own = groupOwn(userTokens)
  const ownOf = (blockchain: BlockchainId): readonly Token[] => [
    ...(own.get(blockchain)?.values() ?? []),
  ]
  const ofChain = (blockchain: BlockchainId): readonly Token[] => [
    ...builtInTokens(blockchain),
    ...ownOf(blockchain),
  ]
  const candidates = (blockchain: BlockchainId, symbol: string): Token[] => [
    ...builtInCandidates(blockchain, symbol),
    ...ownOf(blockchain).filter((token) => isSameSymbol(token.symbol, symbol)),
  ]
  return {
    ofChain,
    byAddress: (blockchain, address) => {
      const key = addressKey(blockchain, address)
      return builtInByKey(blockchain).get(key) ?? own.get(blockchain)?.get(key) ?? null
    },
    bySymbol: (blockchain, symbol) => {
      if (isSameSymbol(symbol, 'native')) return nativeToken(blockchain)
      const found = candidates(blockchain, symbol)
      const [first, second] = found
      if (first === undefined) throw unknownToken(blockchain, symbol, ofChain(blockchain))
      if (second !== undefined) throw ambiguousToken(blockchain, symbol, found)
      return first
    },
    isUnproved: ({ blockchain, address }) => {
      const { multicall3 } = chainById(blockchain)
      const isOwn = own.get(blockchain)?.has(addressKey(blockchain, address))
      return multicall3 !== null && isOwn === true
    },
    chainsWith: (symbol) =>
      allChains()
        .filter(({ id, testnet }) => !testnet && candidates(id, symbol).length > 0)
        .map(({ id }) => id),
  }
}

/** The first token of an address counts, a built-in one before all. */
function groupOwn(userTokens: readonly Token[]): ReadonlyMap<BlockchainId, Keyed> {
  const own = new Map<BlockchainId, Map<string, Token>>()
  for (const token of userTokens) {
    const { blockchain } = token
    const tokens = own.get(blockchain) ?? new Map<string, Token>()
    const key = addressKey(blockchain, token.address)
    if (tokens.has(key) || builtInByKey(blockchain).has(key)) continue
    own.set(blockchain, tokens.set(key, token))
  }
  return own
}

function builtInByKey(blockchain: BlockchainId): Keyed {
  const known = builtInKeyed.get(blockchain)
  if (known !== undefined) return known
  const keyed = new Map<string, Token>()
  for (const token of builtInTokens(blockchain)) {
    const key = addressKey(blockchain, token.address)
    if (!keyed.has(key)) keyed.set(key, token)
  }
  builtInKeyed.set(blockchain, keyed)
  return keyed
}

/** The native coin alone where it has the symbol: CELO's ERC-20 token is the same coin. */
function builtInCandidates(blockchain: BlockchainId, symbol: string): Token[] {
  const { native } = chainById(blockchain)
  const tokens = builtInTokens(blockchain)
  const isNative = [native.symbol, ...native.otherSymbols].some((own) => isSameSymbol(own, symbol))
  if (isNative) return tokens.filter((token) => token.native)
  return tokens.filter(
    ({ addressOnly, symbol: own, otherSymbols }) =>
      !addressOnly && [own, ...otherSymbols].some((name) => isSameSymbol(name, symbol)),
  )
}

function unknownToken(
  blockchain: BlockchainId,
  symbol: string,
  tokens: readonly Token[],
): SwaprouteError {
  const closed = builtInTokens(blockchain).filter(
    (token) => token.addressOnly && isSameSymbol(token.symbol, symbol),
  )
  if (closed.length > 0) throw needsAddress(blockchain, symbol, closed)
  const symbols = tokens.map((token) => token.symbol)
  const near = nearest(symbol, symbols, 3)
  const hint =
    near.length > 0
      ? `Did you mean ${near.join(' or ')}? For any other token, use its address.`
      : `Known there: ${symbols.slice(0, 12).join(', ')}. For any other token, use its address.`
  return new SwaprouteError('UNKNOWN_TOKEN', `${blockchain} has no token ${quoted(symbol)}.`, {
    hint,
    context: { blockchain, symbol, suggestions: near },
  })
}

function needsAddress(
  blockchain: BlockchainId,
  symbol: string,
  tokens: readonly Token[],
): SwaprouteError {
  const list = tokens.map(({ name, address }) => `${name} ${address}`)
  return new SwaprouteError(
    'UNKNOWN_TOKEN',
    `The ${quoted(symbol)} of ${blockchain} is of a bridge that has closed; it is taken by its address alone.`,
    {
      hint: `If you mean it: ${list.join('; ')}.`,
      context: { blockchain, symbol, candidates: tokens.map(({ address }) => address) },
    },
  )
}

function ambiguousToken(
  blockchain: BlockchainId,
  symbol: string,
  candidates: readonly Token[],
): SwaprouteError {
  const list = candidates.map((token) => `${token.symbol} (${token.name}) ${token.address}`)
  return new SwaprouteError(
    'AMBIGUOUS_TOKEN',
    `${quoted(symbol)} means ${candidates.length} tokens on ${blockchain}.`,
    {
      hint: `Use the address of the one you mean: ${list.join('; ')}.`,
      context: { blockchain, symbol, candidates: candidates.map(({ address }) => address) },
    },
  )
}

/** Tether writes its T as ₮. */
function isSameSymbol(a: string, b: string): boolean {
  return plainSymbol(a) === plainSymbol(b)
}

/** The symbol in Latin letters, in upper case. */
export function plainSymbol(symbol: string): string {
  return symbol.replaceAll('₮', 'T').toUpperCase()
}

/** Base58 and base64 addresses differ by letter case, hexadecimal ones do not. */
function addressKey(blockchain: BlockchainId, address: string): string {
  return isEvmChain(chainById(blockchain)) ? address.toLowerCase() : address
}

/** A row of data/tokens.json. */
type TokenRow = {
  chain: string
  symbol: string
  name: string
  address: string
  decimals: number
  native: boolean
  bridged: boolean
  otherSymbols?: readonly string[]
  addressOnly?: boolean
  coingeckoId: string | null
}

/** Reads one chain at a time: a quote needs two of the 155. */
function readBuiltIn(blockchain: BlockchainId): readonly BuiltInToken[] {
  const usual = { bridged: false, otherSymbols: [], addressOnly: false }
  let native: BuiltInToken = { ...nativeToken(blockchain), ...usual, coingeckoId: null }
  const tokens: BuiltInToken[] = []
  const rows: readonly TokenRow[] = tokenRows
  for (const row of rows) {
    if (row.chain !== blockchain) continue
    const { address, symbol, name, decimals, bridged, coingeckoId } = row
    if (row.native) native = { ...native, coingeckoId }
    else {
      const identity = { blockchain, address, symbol, name, decimals, listed: true, native: false }
      const { otherSymbols = [], addressOnly = false } = row
      tokens.push({ ...identity, bridged, otherSymbols, addressOnly, coingeckoId })
    }
  }
  return [native, ...tokens]
}
