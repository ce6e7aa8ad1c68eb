import type { Token } from '../core/token.ts'
import { checkAddress } from './addresses.ts'
import { type Chain, chainById } from './chains.ts'

/**
 * What a receiver may have to arrange before a token can arrive: a trust line, a memo for an
 * address at an exchange, an account that does not exist yet. Full sentences; no network access.
 * @throws SwaprouteError INVALID_ADDRESS
 */
export function receiverNotes(
  token: Token,
  receiver: string,
  memo: string | null = null,
): string[] {
  const chain = chainById(token.blockchain)
  return [...trustNotes(chain, token), ...(memo === null ? memoNotes(chain, receiver) : [])]
}

/**
 * https://developers.stellar.org/docs/tokens/control-asset-access,
 * https://xrpl.org/docs/concepts/tokens/fungible-tokens/trust-line-tokens and
 * https://developer.algorand.org/docs/get-details/asa (all read 2026-11).
 */
function trustNotes({ id }: Chain, token: Token): string[] {
  if (id === 'STELLAR' || id === 'RIPPLE') {
    return token.native
      ? [`${id} accounts need a minimum balance. Check that the receiver is activated.`]
      : [`The receiver must hold a trust line for ${token.symbol}, or the payout cannot arrive.`]
  }
  if (id === 'ALGORAND' && !token.native) {
    return [`The receiver must have opted in to ${token.symbol}, or the payout cannot arrive.`]
  }
  return []
}

/** Exchanges assign payments to customers by a memo. */
function memoNotes(chain: Chain, receiver: string): string[] {
  if (chain.memo === null || checkAddress(chain, receiver).memo !== null) return []
  const article = /^[aeiou]/.test(chain.memo) ? 'an' : 'a'
  return [
    `If the receiver is an exchange account, it needs ${article} ${chain.memo}: add it with --receiver-memo.`,
  ]
}
