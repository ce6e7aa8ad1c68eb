import type { Token } from '../core/token.ts'
import { checkAddress } from './addresses.ts'
import { type Chain, chainById } from './chains.ts'

/**
 * What a receiver may have to see to before a token can reach him: a line of trust, a memo that an
 * address at an exchange needs, an account that does not exist yet. Full sentences; pure.
 * @throws SwaprouteError INVALID_ADDRESS
 */
export function receiverNotes(token: Token, receiver: string): string[] {
  const chain = chainById(token.blockchain)
  return [...trustNotes(chain, token), ...memoNotes(chain, receiver)]
}

/**
 * https://developers.stellar.org/docs/tokens/control-asset-access,
 * https://xrpl.org/docs/concepts/tokens/fungible-tokens/trust-line-tokens and
 * https://developer.algorand.org/docs/get-details/asa (all read 2026-11).
 */
function trustNotes({ id }: Chain, token: Token): string[] {
  if (id === 'STELLAR' || id === 'RIPPLE') {
    return token.native
      ? [`An account on ${id} exists only with a reserve of its coin: check that this one does.`]
      : [`The receiver must hold a trust line for ${token.symbol}, or the payout cannot arrive.`]
  }
  if (id === 'ALGORAND' && !token.native) {
    return [`The receiver must have opted in to ${token.symbol}, or the payout cannot arrive.`]
  }
  return []
}

/** Exchanges tell their customers' payments apart by a memo, which a payout does not carry. */
function memoNotes(chain: Chain, receiver: string): string[] {
  if (chain.memo === null || checkAddress(chain, receiver).memo !== null) return []
  const way =
    chain.id === 'RIPPLE'
      ? 'give the X-address, which carries it, or use a wallet of your own'
      : 'use a wallet of your own'
  return [
    `If this receiver is an account at an exchange it needs a ${chain.memo}, and none goes along: ${way}.`,
  ]
}
