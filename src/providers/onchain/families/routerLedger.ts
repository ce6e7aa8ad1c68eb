import { type Call, call, mapped } from '../../../chains/evm/calls.ts'
import { zeroAddress } from '../../../core/token.ts'
import { type InnerSwap, invalidCall, type RouterCalls, swapTerms } from './callTerms.ts'
import { maxPartHops, maxParts } from './routerPlan.ts'

// Several calls in one of SwapRouter02 are followed like a ledger: what the payer gives, what the
// router holds in between, and that all of it leaves to one recipient. Signatures:
// https://github.com/Uniswap/swap-router-contracts (read 2026-11).

/** What one of the calls does with the tokens that the router holds or takes. */
export type RouterStep = {
  kind: 'v2' | 'v3' | 'payout'
  /** The path; of a payout the token alone. */
  tokens: readonly string[]
  /** 0: all that the router holds of the first token. */
  amountIn: bigint
  amountOutMinimum: bigint
  recipient: string
  /** What the recipient gets where that is not the last token of the path. */
  pays?: string
}

/** Declared without a deadline: the multicall around it has one. */
export const pairSwap: Call<RouterStep> = call(
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to) payable',
  ([amountIn, amountOutMinimum, tokens, recipient]) => {
    if (tokens.length < 2) throw invalidCall('has an impossible path')
    return { kind: 'v2', tokens, amountIn, amountOutMinimum, recipient }
  },
)

export const sweepToken: Call<RouterStep> = call(
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  ([token, amountOutMinimum, recipient]) => payout(token, amountOutMinimum, recipient),
)

/** Unwrapping as a payout of the wrapped token. */
export function unwrapStep(unwrap: RouterCalls['unwrap'], wrapped: string): Call<RouterStep> {
  return mapped(unwrap, ({ minimum, recipient }) => ({
    ...payout(wrapped.toLowerCase(), minimum, recipient),
    pays: zeroAddress,
  }))
}

function payout(token: string, amountOutMinimum: bigint, recipient: string): RouterStep {
  return { kind: 'payout', tokens: [token], amountIn: 0n, amountOutMinimum, recipient }
}

/** The router itself, as a recipient of its own swaps. */
const ownAccount = 2n

/**
 * The swap that the calls are together. Each call but the last leaves its output in the router; the
 * last one pays it out and alone enforces the minimum, so that nothing in between can lower what the
 * recipient gets: not a worthless token, not a pool at a bad price, not a token that calls the router
 * back. What a call with the amount 0 spends was brought by the calls before it.
 * @param router address of the contract
 * @throws SwaprouteError UNSAFE_ROUTE for calls that spend a second token, leave anything in the
 * router, pay more than one recipient, or come back to a token
 */
export function followPlan(steps: readonly RouterStep[], router: string): InnerSwap {
  if (steps.length > maxParts * maxPartHops + 1)
    throw invalidCall('makes more calls than a swap needs')
  /** What the router holds: each token with those that were swapped on the way to it. */
  const held = new Map<string, ReadonlySet<string>>()
  let source: string | null = null
  let amountIn = 0n
  for (const [index, step] of steps.entries()) {
    const [input = zeroAddress] = step.tokens
    const output = step.tokens.at(-1) ?? zeroAddress
    if (step.tokens.length > maxPartHops + 1) throw invalidCall('has an impossible path')
    let way: ReadonlySet<string> = new Set()
    if (step.amountIn > 0n) {
      source ??= input
      if (input !== source) throw invalidCall('spends a second token')
      amountIn += step.amountIn
    } else {
      way = takeAll(held, input)
    }
    way = extended(way, step.tokens)
    if (index === steps.length - 1) {
      if (held.size > 0) throw invalidCall('leaves tokens in the router')
      if (source === null) break
      const { recipient } = step
      checkPayout(step, router)
      return {
        ...swapTerms({ recipient, srcToken: source, dstToken: step.pays ?? output, amountIn }),
        recipient,
        minOut: step.amountOutMinimum,
      }
    }
    if (step.kind === 'payout' || BigInt(step.recipient) !== ownAccount)
      throw invalidCall('pays out more than once')
    if (step.amountOutMinimum !== 0n) throw invalidCall('enforces a minimum before its last call')
    held.set(output, new Set([...(held.get(output) ?? []), ...way]))
  }
  throw invalidCall('swaps nothing')
}

/** All that the router holds of a token is spent at once. */
function takeAll(held: Map<string, ReadonlySet<string>>, token: string): ReadonlySet<string> {
  const way = held.get(token)
  if (way === undefined) throw invalidCall('swaps what the router does not hold')
  held.delete(token)
  return new Set([...way].filter((each) => each !== token))
}

function extended(way: ReadonlySet<string>, tokens: readonly string[]): ReadonlySet<string> {
  const longer = new Set(way)
  for (const token of tokens) {
    if (token === zeroAddress) throw invalidCall('has an impossible path')
    if (longer.has(token)) throw invalidCall('comes back to a token')
    longer.add(token)
  }
  return longer
}

function checkPayout(step: RouterStep, router: string): void {
  const { kind, recipient, tokens, amountOutMinimum } = step
  if (amountOutMinimum === 0n) throw invalidCall('enforces no minimum')
  // Small numbers mean the sender or the router itself, never a real account.
  if (BigInt(recipient) <= ownAccount || BigInt(recipient) === BigInt(router))
    throw invalidCall('has no recipient')
  // Over several pairs the router only measures how much the recipient's balance grows, while tokens
  // in the middle run code of their own (E15). Over one pair there are no such tokens.
  if (kind === 'v2' && tokens.length > 2)
    throw invalidCall('measures the balance of the recipient around foreign code')
}
