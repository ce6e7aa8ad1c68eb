import type { Hex } from 'viem'

import { add, coin, give, handOut, heldOf, type Ledger, Reverts, Unknown } from './ledger.ts'
import { type Call, readers, type RouterKind } from './routerAbis.ts'

// The V3 routers as machines that run a call: who pays, who is paid at least what, what stays.

export type RouterFacts = { kind: RouterKind; router: string; wrapped: string; payer: string }

/** What of a call's form is not as every honest builder writes it. */
export type Form = { isCanonical: boolean; names: string[]; odd?: string }

/**
 * Runs a call and all calls inside it.
 * @throws Reverts, Unknown
 */
export function runV3(data: Hex, facts: RouterFacts, ledger: Ledger, form: Form, depth = 0): void {
  const call = readers[facts.kind](data)
  if (call === null || depth > 3) throw new Unknown('a call inside of the call')
  form.isCanonical &&= call.isCanonical
  form.names.push(call.name)
  if (call.name === 'multicall') {
    const items = call.args.at(-1)
    if (!Array.isArray(items)) throw new Unknown('multicall')
    for (const item of items) runV3(item as Hex, facts, ledger, form, depth + 1)
    return
  }
  runOne(call, facts, ledger)
}

function runOne({ name, args }: Call, facts: RouterFacts, ledger: Ledger): void {
  const { router, wrapped, payer } = facts
  const at = (index: number): string => String(args[index]).toLowerCase()
  const big = (index: number): bigint => BigInt(String(args[index]))
  switch (name) {
    case 'exactInputSingle':
    case 'swapExactInputSingle':
    case 'exactInput':
    case 'swapExactInput':
      exactInput(args[0], facts, ledger)
      return
    case 'exactOutputSingle':
    case 'exactOutput':
      exactOutput(args[0], facts, ledger)
      return
    case 'swapExactTokensForTokens': {
      const path = args[2]
      if (!Array.isArray(path) || path.length < 2) throw new Reverts('path')
      if (path.some((token) => BigInt(String(token)) === 0n)) throw new Reverts('ZERO_ADDRESS')
      pay(ledger, facts, String(path[0]).toLowerCase(), big(0))
      const to = resolved(at(3), facts)
      give(ledger, router, to, String(path.at(-1)).toLowerCase(), big(1))
      return
    }
    case 'unwrapWETH9':
    case 'unwrapWeth': {
      const to = args.length > 1 ? at(1) : payer
      handOut(ledger, router, to, wrapped, big(0), coin)
      return
    }
    case 'sweepToken':
    case 'transferAllTokens':
      handOut(ledger, router, args.length > 2 ? at(2) : payer, at(0), big(1))
      return
    case 'unwrapWETH9WithFee':
    case 'sweepTokenWithFee': {
      const first = name === 'sweepTokenWithFee' ? 1 : 0
      const token = first === 1 ? at(0) : wrapped
      const fee = big(first + 2)
      if (fee === 0n || fee > 100n) throw new Reverts('fee')
      const held = heldOf(ledger, token)
      const all = held > big(first) ? held : big(first)
      ledger.held.set(token, 0n)
      const given = first === 1 ? token : coin
      give(ledger, router, at(first + 3), given, (all * fee) / 10_000n)
      give(ledger, router, at(first + 1), given, all - (all * fee) / 10_000n)
      return
    }
    case 'refundETH':
    case 'refundEth':
      handOut(ledger, router, payer, coin, 0n)
      return
    case 'wrapETH':
      if (heldOf(ledger, coin) < big(0)) throw new Reverts('coins')
      add(ledger.held, coin, -big(0))
      add(ledger.held, wrapped, big(0))
      return
    case 'pull':
      add(ledger.takes, at(0), big(1))
      add(ledger.held, at(0), big(1))
      return
    default:
      ledger.strange.push(name)
  }
}

type Params = Record<string, unknown>

function exactInput(params: unknown, facts: RouterFacts, ledger: Ledger): void {
  const found = params as Params
  const { first, last } = ends(found)
  const recipient = resolved(String(found['recipient']).toLowerCase(), facts)
  if (first === coin || last === coin) throw new Reverts('there is no such pool')
  pay(ledger, facts, first, found['amountIn'] as bigint)
  give(ledger, facts.router, recipient, last, found['min'] as bigint)
}

/** The path of an exact output runs from the bought token to the sold one. */
function exactOutput(params: unknown, facts: RouterFacts, ledger: Ledger): void {
  const found = params as Params
  const isSingle = found['path'] === undefined
  const { first, last } = ends(found)
  const [sold, bought] = isSingle ? [first, last] : [last, first]
  const recipient = resolved(String(found['recipient']).toLowerCase(), facts)
  // At worst all that is allowed is taken, and by allowance where coins do not reach.
  if (sold !== facts.wrapped || heldOf(ledger, coin) === 0n) {
    add(ledger.takes, sold, found['max'] as bigint)
  }
  give(ledger, facts.router, recipient, bought, found['amountOut'] as bigint)
}

function ends(params: Params): { first: string; last: string } {
  const path = params['path']
  if (typeof path !== 'string') {
    const [tokenIn, tokenOut] = [params['tokenIn'], params['tokenOut']]
    return { first: String(tokenIn).toLowerCase(), last: String(tokenOut).toLowerCase() }
  }
  let rest = path.slice(2).toLowerCase()
  // Twenty bytes of a token, three of a fee; what is too short for another pool is ignored.
  if (rest.length < 2 * 43) throw new Reverts('path')
  const first = `0x${rest.slice(0, 40)}`
  while (rest.length >= 2 * 66) rest = rest.slice(2 * 23)
  return { first, last: `0x${rest.slice(46, 86)}` }
}

/** Whom an address means: each router has its own word for itself. */
function resolved(address: string, { kind, router, payer }: RouterFacts): string {
  const value = BigInt(address)
  if (kind !== 'router02') return value === 0n ? router : address
  if (value === 1n) return payer
  return value === 2n ? router : address
}

function pay(ledger: Ledger, { kind, wrapped }: RouterFacts, token: string, amount: bigint): void {
  // SwapRouter02 reads 0 as "what I hold", which is more than the floor that is known of it.
  if (kind === 'router02' && amount === 0n) {
    if (!ledger.held.delete(token)) throw new Reverts('nothing held')
    return
  }
  if (amount === 0n) throw new Reverts('AS')
  if (token === wrapped && heldOf(ledger, coin) >= amount) add(ledger.held, coin, -amount)
  else add(ledger.takes, token, amount)
}
