import type { Hex } from 'viem'

import { registeredCodes, registeredPools } from '../../support/registry.ts'
import { add, coin, give, heldOf, type Ledger, Reverts, Unknown } from './ledger.ts'
import { readers } from './routerAbis.ts'
import type { Form } from './routerOracle.ts'

// AggregationRouterV6 as a machine that runs a way: who pays which pool, and what the last one is sure to
// pay. Written from its source alone (UnoswapRouter, ProtocolLib).

type Facts = { router: string; wrapped: string; payer: string; v3Factory: string | null }

const low = (1n << 160n) - 1n
const bit = (word: bigint, at: bigint): boolean => ((word >> at) & 1n) === 1n
const addressOf = (word: bigint): string => `0x${(word & low).toString(16).padStart(40, '0')}`

/** The only factory whose pools may take the payer's tokens. */
const payerFactory = '0x1f98431c8ad98523631ae4a59f267346ea31f984'

/**
 * Runs a call.
 * @throws Reverts, Unknown
 */
export function runUnoswap(data: Hex, facts: Facts, ledger: Ledger, form: Form): void {
  const call = readers.unoswap(data)
  if (call === null) throw new Unknown('no function of this router')
  form.isCanonical &&= call.isCanonical
  form.names.push(call.name)
  const words = call.args.map((arg) => BigInt(String(arg)))
  const isCoins = call.name.startsWith('eth')
  const isTo = call.name.includes('To')
  const to = isTo ? (words.shift() ?? 0n) : BigInt(facts.payer)
  const token = isCoins ? BigInt(facts.wrapped) : (words.shift() ?? 0n)
  const amount = isCoins ? heldOf(ledger, coin) : (words.shift() ?? 0n)
  const minimum = words.shift() ?? 0n
  const value = heldOf(ledger, coin)
  if (!isCoins && value > 0n) throw new Reverts('not payable')
  if (!isTo) form.odd = 'the sender is paid'
  if (to > low || token > low) form.odd = 'digits above an address'
  if (amount === 0n) throw new Reverts('no amount')
  runPools(words, { amount, token: addressOf(token), isCoins }, facts, ledger, form)
  const last = words.at(-1) ?? 0n
  const output = outputOf(last)
  if (isCoins) ledger.held.set(coin, 0n)
  const unwraps = bit(last, 252n)
  // It unwraps the wrapped coin, of which it holds nothing else.
  if (unwraps && output !== facts.wrapped) throw new Reverts('nothing to unwrap')
  give(ledger, facts.router, addressOf(to), unwraps ? coin : output, minimum)
}

type Paid = { amount: bigint; token: string; isCoins: boolean }

function runPools(
  words: readonly bigint[],
  { amount, token, isCoins }: Paid,
  facts: Facts,
  ledger: Ledger,
  form: Form,
): void {
  const seen = new Set<string>()
  let holds: string | null = null
  for (const [at, word] of words.entries()) {
    const kind = word >> 253n
    if (kind > 2n) throw new Reverts('no such protocol')
    if (kind === 2n) throw new Unknown('a pool of Curve')
    const pool = addressOf(word)
    const code = registeredCodes.get(pool)
    const input = inputOf(word)
    const isFirst = at === 0
    if (code === undefined || input === null) {
      // It may take all of it, and says itself what it pays.
      if (isFirst && !isCoins) add(ledger.takes, token, amount)
      throw new Unknown('a pool that is not known')
    }
    if (code.kind !== (kind === 0n ? 'v2' : 'v3')) throw new Reverts('another kind of pool')
    if (isFirst && !isCoins && bit(word, 250n)) throw new Unknown('Permit2')
    if (isFirst && isCoins && bit(word, 251n)) throw new Reverts('nothing was wrapped')
    if (isFirst && !isCoins) payFirst(ledger, { amount, token, input, code }, facts, form)
    else if (input !== (holds ?? facts.wrapped)) throw new Reverts('pays another token')
    holds = outputOf(word)
    for (const each of [input, ...(at === words.length - 1 ? [holds] : [])]) {
      if (seen.has(each)) form.odd = 'comes back to a token'
      seen.add(each)
    }
    checkWord(word, code, at === words.length - 1, form)
  }
}

type First = {
  amount: bigint
  token: string
  input: string
  code: { kind: 'v2' } | { kind: 'v3' }
}

/** A V3 pool takes its own token of the payer, whatever the call says. */
function payFirst(
  { takes }: Ledger,
  { amount, token, input, code }: First,
  { v3Factory }: Facts,
  form: Form,
): void {
  if (code.kind === 'v3' && v3Factory !== payerFactory) throw new Reverts('BadPool')
  if (code.kind === 'v2' && token !== input) throw new Reverts('K')
  if (token !== input) form.odd = 'names a token that is not paid'
  add(takes, input, amount)
}

/** Bits that change nothing, and fees other than the pair's. */
function checkWord(
  word: bigint,
  code: { kind: 'v2'; numerator: number } | { kind: 'v3' },
  isLast: boolean,
  form: Form,
): void {
  const numerator = (word >> 160n) & 0xffffffffn
  if (code.kind === 'v2') {
    const counted = numerator === 0n ? 997_000_000n : numerator
    if (counted > BigInt(code.numerator)) throw new Reverts('K')
    if (numerator !== BigInt(code.numerator)) form.odd = 'another fee'
  } else if (numerator !== 0n) form.odd = 'a fee for a V3 pool'
  const known = low | (0xffffffffn << 160n) | (1n << 247n) | (1n << 252n) | (7n << 253n)
  if ((word & ~known) !== 0n) form.odd = 'flags without a meaning'
  if (!isLast && bit(word, 252n)) form.odd = 'unwraps in the middle'
}

function inputOf(word: bigint): string | null {
  const ends = registeredPools.get(addressOf(word))
  return ends === undefined ? null : ends[bit(word, 247n) ? 0 : 1]
}

function outputOf(word: bigint): string {
  const ends = registeredPools.get(addressOf(word))
  if (ends === undefined) throw new Unknown('a pool that is not known')
  return ends[bit(word, 247n) ? 1 : 0]
}
