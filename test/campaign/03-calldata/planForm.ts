import type { Hex } from 'viem'

import { type Call, readers } from './routerAbis.ts'

// The one form of several swaps inside SwapRouter02 that a builder writes: part after part, each a chain
// of calls over the router, and one payout.

type Step = { path: string[]; amountIn: bigint; min: bigint; to: bigint; isPairs: boolean }

const self = 2n
const swaps = ['exactInputSingle', 'exactInput', 'swapExactTokensForTokens']

/** Whether the names are those of a plan: swaps, then possibly a payout. */
export function isPlanForm(names: readonly string[]): boolean {
  const [outer, ...inner] = names
  const last = inner.at(-1) ?? ''
  const chain = ['sweepToken', 'unwrapWETH9'].includes(last) ? inner.slice(0, -1) : inner
  return outer === 'multicall' && chain.length > 0 && chain.every((name) => swaps.includes(name))
}

/** Why a safe plan is not what a builder writes; null: it is. */
export function planOddness(data: Hex, wrapped: string): string | null {
  if (!data.startsWith('0x5ae401dc')) return 'multicall'
  const items = (readers.router02(data)?.args.at(-1) ?? []) as readonly Hex[]
  const calls = items.map((item) => readers.router02(item))
  const last = calls.at(-1)
  if (last == null) return 'no calls'
  const swept = payoutToken(last, wrapped)
  const steps: Step[] = []
  for (const call of swept === null ? calls : calls.slice(0, -1)) {
    const step = call === null ? null : stepOf(call)
    if (step === null) return 'another call'
    steps.push(step)
  }
  const parts = partsOf(steps)
  if (parts === null) return 'calls that do not follow each other'
  const target = parts[0]?.at(-1)
  if (parts.some((tokens) => tokens.at(-1) !== target)) return 'parts with other ends'
  if (parts.some((tokens) => tokens.length > 4)) return 'a long path'
  if (parts.some((tokens) => new Set(tokens).size < tokens.length)) return 'a cycle'
  if (parts.length > 8) return 'too many parts'
  const kept = swept === null ? steps.slice(0, -1) : steps
  if (kept.some(({ to }) => to !== self)) return 'two payouts'
  if (kept.some(({ min }) => min !== 0n)) return 'two minimums'
  if (swept !== null) return swept === target ? null : 'another token is swept'
  const end = steps.at(-1)
  if (parts.length > 1) return 'a split without one payout'
  if (end === undefined || end.to <= self) return 'a word'
  return end.isPairs && end.path.length > 2 ? 'growth measured around pairs' : null
}

function payoutToken({ name, args }: Call, wrapped: string): string | null {
  if (name === 'sweepToken') return String(args[0]).toLowerCase()
  return name === 'unwrapWETH9' ? wrapped : null
}

function stepOf({ name, args }: Call): Step | null {
  if (name === 'swapExactTokensForTokens') {
    const [amountIn, min, path, to] = args as [bigint, bigint, readonly string[], string]
    if (path.length < 2) return null
    return { path: path.map(lower), amountIn, min, to: BigInt(to), isPairs: true }
  }
  const found = args[0] as Record<string, unknown>
  if (!name.startsWith('exactInput') || (found['limit'] ?? 0n) !== 0n) return null
  const path =
    typeof found['path'] === 'string'
      ? packed(found['path'])
      : [lower(String(found['tokenIn'])), lower(String(found['tokenOut']))]
  if (path === null) return null
  const [amountIn, min] = [found['amountIn'] as bigint, found['min'] as bigint]
  return { path, amountIn, min, to: BigInt(String(found['recipient'])), isPairs: false }
}

function packed(path: string): string[] | null {
  const bytes = (path.length - 2) / 2
  if (bytes < 43 || (bytes - 20) % 23 !== 0) return null
  return Array.from({ length: (bytes - 20) / 23 + 1 }, (_, at) =>
    lower(`0x${path.slice(2 + at * 46, 42 + at * 46)}`),
  )
}

/** The tokens of each part; null where a call does not go on where the one before it ended. */
function partsOf(steps: readonly Step[]): string[][] | null {
  const parts: string[][] = []
  for (const { path, amountIn } of steps) {
    const open = parts.at(-1)
    if (amountIn > 0n) parts.push([...path])
    else if (open !== undefined && open.at(-1) === path[0]) open.push(...path.slice(1))
    else return null
  }
  return parts
}

function lower(text: string): string {
  return text.toLowerCase()
}
