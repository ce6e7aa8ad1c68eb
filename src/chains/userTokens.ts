import { type BlockchainId, isBlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { Token } from '../core/token.ts'
import { canonicalTokenAddress } from './addresses/tokenForms.ts'
import { chainById, chainByNumber } from './chains.ts'
import { isVisibleAscii, quoted } from './text.ts'
import { isRecord } from '../core/json.ts'

// The user's own token list: the common Token Lists form, or just its array of tokens.
// https://github.com/Uniswap/token-lists (schema)

const maxTokens = 10_000
const maxSymbol = 20
const maxName = 60
const maxDecimals = 77

/** SOLANA has no chain id; token lists use this number for it. */
const solanaListId = 501_000_101

export type UserTokens = {
  tokens: Token[]
  /** Entries for chains the service does not support; public lists are full of them. */
  skipped: number
  /** Whether every address is written in its canonical form. */
  isCanonical: boolean
}

/**
 * Reads the JSON of a token list: `{ tokens: [...] }` or the array alone, each entry with
 * `chainId` (number) or `blockchain` (identifier), `address`, `symbol`, `name` and `decimals`.
 * Further members are ignored.
 * @param isChecked the same text was read before, and every address was canonical; checksums are not
 * computed again
 * @throws SwaprouteError CONFIG_INVALID that names the entry and what is wrong with it
 */
export function parseUserTokens(json: unknown, isChecked = false): UserTokens {
  const entries = isRecord(json) ? json['tokens'] : json
  if (!Array.isArray(entries)) throw invalid('It has no array of tokens')
  if (entries.length > maxTokens) throw invalid(`It has more than ${maxTokens} tokens`)
  const tokens: Token[] = []
  let skipped = 0
  let isCanonical = true
  entries.forEach((entry: unknown, index) => {
    const token = toToken(entry, `Token ${index + 1}`, isChecked)
    if (token === null) skipped += 1
    else tokens.push(token)
    if (token !== null && isRecord(entry)) isCanonical &&= token.address === entry['address']
  })
  return { tokens, skipped, isCanonical }
}

function toToken(entry: unknown, place: string, isChecked: boolean): Token | null {
  if (!isRecord(entry)) throw invalid(`${place} is not an object`)
  const blockchain = readChain(entry, place)
  if (blockchain === null) return null
  const symbol = readText(entry, 'symbol', maxSymbol, place)
  if (!isVisibleAscii(symbol)) {
    throw invalid(`${place}: symbol ${quoted(symbol)} has characters other than visible ASCII`)
  }
  const name = readText(entry, 'name', maxName, place)
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(name)) throw invalid(`${place}: name has invisible characters`)
  const { decimals } = entry
  const isDecimals =
    Number.isInteger(decimals) && Number(decimals) >= 0 && Number(decimals) <= maxDecimals
  if (!isDecimals)
    throw invalid(`${place}: decimals must be a whole number from 0 to ${maxDecimals}`)
  const text = readText(entry, 'address', 200, place)
  const address = isChecked ? text : canonicalTokenAddress(chainById(blockchain), text)
  if (typeof address !== 'string') {
    throw invalid(
      `${place}: address ${quoted(text)} is not a valid ${blockchain} address: ${address.refused}`,
    )
  }
  if (address === chainById(blockchain).native.address) {
    throw invalid(`${place}: the native coin of ${blockchain} is built in`)
  }
  return {
    blockchain,
    address,
    symbol,
    name,
    decimals: Number(decimals),
    listed: true,
    native: false,
  }
}

function readChain(entry: Record<string, unknown>, place: string): BlockchainId | null {
  const { blockchain, chainId } = entry
  if (blockchain !== undefined) {
    if (typeof blockchain === 'string' && isBlockchainId(blockchain)) return blockchain
    throw invalid(`${place}: blockchain must be an identifier such as POLYGON`)
  }
  if (typeof chainId !== 'number' || !Number.isSafeInteger(chainId) || chainId < 1) {
    throw invalid(`${place}: chainId (a number) or blockchain (an identifier) is missing`)
  }
  if (chainId === solanaListId) return 'SOLANA'
  return chainByNumber(chainId)?.id ?? null
}

function readText(
  entry: Record<string, unknown>,
  member: string,
  limit: number,
  place: string,
): string {
  const value = entry[member]
  if (typeof value !== 'string' || value.trim() === '' || value.length > limit) {
    throw invalid(`${place}: ${member} must be a text of 1 to ${limit} characters`)
  }
  return value.trim()
}

function invalid(what: string): SwaprouteError {
  return new SwaprouteError('CONFIG_INVALID', `The token list cannot be used. ${what}.`, {
    hint: 'Correct the file, or leave it out of the configuration.',
  })
}
