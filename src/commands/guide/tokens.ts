import { formatAmount } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { isSameToken, type Token } from '../../core/token.ts'
import { shortAmount } from '../../format/amounts.ts'
import { usdText } from '../../core/figures.ts'
import { plain, symbolText } from '../../format/plain.ts'
import { padEnd } from '../../format/width.ts'
import type { SearchRow } from '../frame/ask.ts'
import type { Ctx } from '../frame/command.ts'
import type { ParsedAsset } from '../../chains/assets.ts'
import type { Assets } from '../frame/services.ts'
import type { Holding, Holdings, OwnAccount } from './holdings.ts'

/** A picked token as typed on a command line, with the account it was picked from. */
export type PickedToken = { word: string; asset: ParsedAsset; account: OwnAccount | null }

type Candidate = { token: Token; holding: Holding | null }

/** Data of this machine that puts likely tokens first. */
export type Likely = { holdings: Holdings; recent: readonly Token[] }

/** The most swapped tokens, shown first for a new user. */
const commonWords = [
  'eth:ETH',
  'eth:USDC',
  'eth:USDT',
  'arbitrum:USDC',
  'arbitrum:ETH',
  'base:ETH',
  'base:USDC',
  'bsc:BNB',
  'bsc:USDT',
  'polygon:USDC',
  'ton:TON',
  'bitcoin:BTC',
  'solana:SOL',
]

/** Maximum rows shown; typing finds more. */
const mostRows = 60
const mostRecent = 200
const wordWidth = 18
const nameWidth = 26
/** Narrower terminals have no space for names beside balances. */
const narrowest = 80

/**
 * Asks for a token. For the source token own balances come first, then favourites, tokens of
 * earlier swaps, and the coins of the chains.
 * @param other the token of the other side, which is not offered; null if not known yet
 */
export async function askToken(
  side: 'from' | 'to',
  other: ParsedAsset | null,
  likely: Likely,
  testnets: boolean,
  assets: Assets,
  ctx: Ctx,
): Promise<PickedToken> {
  const listed = assets.tokens(null).filter((token) => {
    const isOffered = testnets || !assets.chain(token.blockchain).testnet
    return isOffered && !(other?.kind === 'listed' && isSameToken(other.token, token))
  })
  const common = commonWords.flatMap((word) => listedToken(word, testnets, assets))
  const first = [...favourites(assets, testnets, ctx), ...likely.recent, ...common]
  const natives = assets
    .chains()
    .filter(({ testnet, status }) => (testnets || !testnet) && status === 'live')
    .map(({ id }) => assets.nativeToken(id))
  const { accounts } = likely.holdings
  const order = unique([...first, ...listed])
  // Nodes answer in any order; the rows have a fixed one.
  const place = ({ token, account }: Holding): number =>
    accounts.indexOf(account) + accounts.length * order.findIndex((one) => isSameToken(one, token))
  const question = side === 'from' ? 'What do you want to swap?' : 'What do you want to receive?'
  return await ctx.ask.search(question, {
    find(text) {
      const holdings = side === 'from' ? likely.holdings.found() : []
      const own = [...holdings]
        .sort((a, b) => place(a) - place(b))
        .map((holding) => ({ token: holding.token, holding }))
      const rest = unique([...first, ...(text === '' ? natives : []), ...listed])
        .filter((token) => !(other?.kind === 'listed' && isSameToken(other.token, token)))
        .filter((token) => !holdings.some((holding) => isSameToken(holding.token, token)))
        .map((token): Candidate => ({ token, holding: null }))
      const found = matching([...own, ...rest], text)
      const rows = found
        .slice(0, mostRows)
        .map((one) => rowOf(one, assets, testnets, ctx.notes.width))
      return rows.length > 0 ? rows : typedAsset(text, testnets, assets)
    },
    ...(side === 'from' ? { changed: likely.holdings.settled } : {}),
  })
}

/** `eth:USDC`, or with the address if the symbol means a different token, or several. */
export function tokenWord(token: Token, assets: Assets): string {
  const chain = token.blockchain.toLowerCase()
  const word = `${chain}:${token.symbol}`
  const isPlain = /^[\w.-]+$/.test(token.symbol)
  return isPlain && means(word, token, assets) ? word : `${chain}:${token.address}`
}

/** Tokens of earlier swaps of this machine, newest first; empty for a damaged journal. */
export async function recentTokens(ctx: Ctx<'journal'>): Promise<Token[]> {
  try {
    const journal = await ctx.services.journal()
    return unique(
      journal.history(mostRecent).flatMap(({ send, receive }) => [send.token, receive.token]),
    ).filter(({ listed }) => listed)
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return []
    throw thrown
  }
}

function favourites(assets: Assets, testnets: boolean, { config }: Ctx): Token[] {
  const named: unknown = 'favourites' in config ? config.favourites : []
  if (!Array.isArray(named)) return []
  return named.flatMap((word: unknown) =>
    typeof word === 'string' ? listedToken(word, testnets, assets) : [],
  )
}

function listedToken(word: string, testnets: boolean, assets: Assets): Token[] {
  const asset = parsed(word, testnets, assets)
  return asset?.kind === 'listed' ? [asset.token] : []
}

function rowOf(
  { token, holding }: Candidate,
  assets: Assets,
  testnets: boolean,
  width: number,
): SearchRow<PickedToken> {
  const word = tokenWord(token, assets)
  const shown = word.includes(token.symbol)
    ? word
    : `${word.split(':', 1).join('')}:${symbolText(token.symbol, token.address)}`
  const balance = holding === null ? '' : shortAmount(formatAmount(holding.amount, token.decimals))
  const line = [
    padEnd(shown, wordWidth),
    ...(width < narrowest ? [] : [padEnd(plain(token.name, nameWidth), nameWidth)]),
    ...(holding === null
      ? []
      : [
          balance + (holding.usd === null ? '' : ` (${usdText(holding.usd)})`),
          `in ${plain(holding.account.name, 24)}`,
        ]),
  ]
  const asset = parsed(word, testnets, assets) ?? { kind: 'listed' as const, token }
  return {
    line: line.join(' ').trimEnd(),
    short: holding === null ? shown : `${shown} of ${plain(holding.account.name, 24)}`,
    value: { word, asset, account: holding?.account ?? null },
  }
}

/** An unlisted token, by its chain and address. */
function typedAsset(text: string, testnets: boolean, assets: Assets): SearchRow<PickedToken>[] {
  const word = text.trim()
  if (!/^[\w-]+:[^\s:][^\s]{5,}$/.test(word)) return []
  const asset = parsed(word, testnets, assets)
  if (asset === null) return []
  const note = asset.kind === 'unlisted' ? ' (on no list)' : ''
  return [
    { line: `${plain(word)}${note}`, short: plain(word), value: { word, asset, account: null } },
  ]
}

/** Every typed word must match; exact symbols come first, then prefixes. */
function matching(candidates: readonly Candidate[], text: string): readonly Candidate[] {
  const words = text
    .toLowerCase()
    .split(/[\s:]+/)
    .filter((word) => word !== '')
  if (words.length === 0) return candidates
  const scored = candidates.flatMap((candidate) => {
    const scores = words.map((word) => scoreOf(candidate.token, word))
    return scores.includes(0) ? [] : [{ candidate, score: scores.reduce((a, b) => a + b, 0) }]
  })
  return scored.sort((a, b) => b.score - a.score).map(({ candidate }) => candidate)
}

function scoreOf({ symbol, blockchain, name, address }: Token, word: string): number {
  const [short, chain] = [symbol.toLowerCase(), blockchain.toLowerCase()]
  if (short === word || chain === word) return 8
  if (short.startsWith(word) || chain.startsWith(word)) return 4
  if (name.toLowerCase().includes(word)) return 2
  return address.toLowerCase() === word ? 8 : 0
}

function unique(tokens: readonly Token[]): Token[] {
  const keys = new Set<string>()
  return tokens.filter((token) => {
    const key = `${token.blockchain} ${token.address.toLowerCase()}`
    return !keys.has(key) && keys.add(key)
  })
}

function means(word: string, token: Token, assets: Assets): boolean {
  const asset = parsed(word, true, assets)
  return asset?.kind === 'listed' && isSameToken(asset.token, token)
}

function parsed(word: string, testnets: boolean, assets: Assets): ParsedAsset | null {
  try {
    return assets.parse(word, { testnets })
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return null
    throw thrown
  }
}
