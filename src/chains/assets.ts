import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { Token } from '../core/token.ts'
import { checkTokenAddress, looksLikeAddress } from './addresses.ts'
import { type Chain, findChain, refuseEnded } from './chains.ts'
import { isVisibleAscii, quoted } from './text.ts'
import { plainSymbol, type TokenList } from './tokens.ts'

const longestShown = 60

/** A listed token, or an address whose decimals and symbol only the chain knows. */
export type ParsedAsset =
  | { kind: 'listed'; token: Token }
  | { kind: 'unlisted'; blockchain: BlockchainId; address: string }

export type AssetContext = {
  tokens: TokenList
  /** Whether test networks are allowed (`--testnets`, enableTestnets). */
  testnets: boolean
}

/**
 * Reads `<chain>:<token>` (cli contract, section 1): the token is a symbol, an address or type
 * path, or `native`; a chain alone means its native coin. Only the first colon separates, because
 * type paths contain colons. A text in the form of an address is never searched as a symbol.
 * @throws SwaprouteError UNKNOWN_CHAIN, UNKNOWN_TOKEN, AMBIGUOUS_TOKEN, INVALID_ADDRESS,
 * TESTNET_DISABLED, NO_ROUTE for a chain that has ended
 */
export function parseAsset(text: string, context: AssetContext): ParsedAsset {
  const colon = text.indexOf(':')
  const chainText = colon === -1 ? text : text.slice(0, colon)
  const chain = chainOf(chainText, colon === -1, context)
  if (chain.testnet && !context.testnets) {
    throw new SwaprouteError('TESTNET_DISABLED', `${chain.name} is a test network.`, {
      hint: 'Add --testnets (enableTestnets in a request) to use it.',
      context: { blockchain: chain.id },
    })
  }
  refuseEnded([chain])
  const tokenText = colon === -1 ? 'native' : text.slice(colon + 1)
  if (tokenText === '') {
    throw new SwaprouteError('UNKNOWN_TOKEN', `${quoted(text)} has no token after the colon.`, {
      hint: `Write for example ${chainText}:USDC, or ${chainText} alone for its native coin.`,
    })
  }
  return looksLikeTokenOf(chain, tokenText)
    ? byAddress(chain, tokenText, context)
    : { kind: 'listed', token: bySymbol(chain, tokenText, context) }
}

function byAddress(chain: Chain, text: string, { tokens }: AssetContext): ParsedAsset {
  const address = checkTokenAddress(chain, text)
  const token = tokens.byAddress(chain.id, address)
  return token === null
    ? { kind: 'unlisted', blockchain: chain.id, address }
    : { kind: 'listed', token }
}

/** ALGORAND's token addresses are plain numbers, a form that no general rule can recognise. */
function looksLikeTokenOf(chain: Chain, text: string): boolean {
  return looksLikeAddress(text) || (chain.addressFormat === 'algorand' && /^\d+$/.test(text))
}

function bySymbol(chain: Chain, symbol: string, { tokens }: AssetContext): Token {
  if (isVisibleAscii(plainSymbol(symbol))) return tokens.bySymbol(chain.id, symbol)
  throw new SwaprouteError(
    'UNKNOWN_TOKEN',
    `${quoted(symbol)} has characters that only resemble the letters of a symbol.`,
    {
      hint: 'Type the symbol by hand, or use the address of the token.',
      context: { blockchain: chain.id },
    },
  )
}

function chainOf(text: string, isWhole: boolean, { tokens }: AssetContext): Chain {
  if (!isWhole) return findChain(text)
  try {
    return findChain(text)
  } catch (error) {
    // A bare symbol or address: the chain is missing.
    const example = missingChain(text, tokens)
    if (example === null) throw error
    throw new SwaprouteError('UNKNOWN_CHAIN', `${shown(text)} does not say on which chain.`, {
      hint: `Write <chain>:<token>, for example ${example}.`,
      cause: error,
    })
  }
}

/**
 * The user's text for a message. A long one may be a key in the wrong place and is not repeated.
 */
function shown(text: string): string {
  return text.length > longestShown ? 'The asset' : quoted(text)
}

const usualChains: readonly BlockchainId[] = ['ETH', 'BASE', 'ARBITRUM', 'BSC', 'SOLANA']

function missingChain(text: string, tokens: TokenList): string | null {
  if (text === '' || !isVisibleAscii(text)) return null
  if (looksLikeAddress(text)) return `eth:${text.length > longestShown ? '<address>' : text}`
  const chains = tokens.chainsWith(text)
  if (chains.length === 0) return null
  // The chains most people mean come first; the rest in the order of the list.
  const usual = usualChains.filter((id) => chains.includes(id))
  return [...usual, ...chains.filter((id) => !usual.includes(id))]
    .slice(0, 3)
    .map((id) => `${id.toLowerCase()}:${text}`)
    .join(' or ')
}
