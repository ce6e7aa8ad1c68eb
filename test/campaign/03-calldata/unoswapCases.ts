import { createHash } from 'node:crypto'

import {
  isUnoswapRow,
  takesFromPayer,
  toUnoswapState,
  type UnoswapHop,
  type UnoswapRow,
} from '../../../src/providers/onchain/families/unoswapPlan.ts'
import type { Direction } from '../../../src/providers/onchain/families/family.ts'
import { chainRows, type DeploymentRow } from '../../../src/providers/onchain/rows.ts'
import { registeredCodes, registeredPools } from '../../support/registry.ts'
import type { Random } from '../support/random.ts'
import type { Template } from './onchainCases.ts'

// Ways through pools of several exchanges, by 1inch's router. Every two of a chain's tokens have a pair
// of each fee and a V3 pool, which the chain knows as its exchanges' own.

/** Tokens besides the wrapped coin, the same on every chain. */
const others = ['11', '77', 'bb', 'ee'].map((byte) => `0x${byte.repeat(20)}`)
const fees = [997_000_000, 997_500_000, 998_000_000] as const

/** A way that begins, goes on or ends at a pool of the row, in each direction and length. */
export function unoswapTemplates(row: DeploymentRow): Template[] {
  if (!isUnoswapRow(row)) return []
  const rows = (chainRows(row.blockchain)?.rows ?? []).filter(isUnoswapRow)
  registerPools(row)
  return (['tokens', 'nativeIn', 'nativeOut'] as const).flatMap((direction) =>
    [1, 2, 3]
      .filter((count) => count > 1 || isPayable(row, direction))
      .map((count) => ({
        name: `${row.blockchain} ${row.id} ${direction} way through ${count}`,
        row,
        make: (random) => {
          for (;;) {
            const tokens = tokensOf(row, direction, count, random)
            const own = random.below(count)
            const hops = tokens.slice(1).map((to, at) => {
              const from = tokens[at] ?? ''
              return hopOf(at === own ? row : random.pick(rows), from, to, random)
            })
            const state = toUnoswapState({ row, direction, tokens, hops })
            if (state !== null) return state
          }
        },
      })),
  )
}

/** Whether a pool of the row may be the first of a way. */
function isPayable(row: UnoswapRow, direction: Direction): boolean {
  return row.family === 'uniswap-v2' || direction === 'nativeIn' || takesFromPayer(row)
}

function tokensOf(
  { wrapped }: UnoswapRow,
  direction: Direction,
  count: number,
  random: Random,
): string[] {
  const picked = random.shuffled(direction === 'tokens' ? [...others, wrapped] : others)
  const tokens = picked.slice(0, count + 1)
  if (direction === 'nativeIn') tokens[0] = wrapped
  if (direction === 'nativeOut') tokens[count] = wrapped
  return tokens
}

function hopOf(row: UnoswapRow, from: string, to: string, random: Random): UnoswapHop {
  if (row.family === 'uniswap-v3')
    return { row, pool: poolAt(row, 'v3', from, to), tier: random.pick(row.tiers) }
  const numerator = random.pick(fees)
  return { row, pool: poolAt(row, String(numerator), from, to), numerator }
}

function poolAt({ blockchain }: UnoswapRow, kind: string, from: string, to: string): string {
  const name = [blockchain, kind, ...[from.toLowerCase(), to.toLowerCase()].toSorted()].join(' ')
  return `0x${createHash('sha256').update(name).digest('hex').slice(0, 40)}`
}

function registerPools(row: UnoswapRow): void {
  const tokens = [...others, row.wrapped.toLowerCase()].toSorted()
  for (const [at, first] of tokens.entries()) {
    for (const second of tokens.slice(at + 1)) {
      for (const kind of ['v3', ...fees.map(String)]) {
        const pool = poolAt(row, kind, first, second)
        registeredPools.set(pool, [first, second])
        registeredCodes.set(
          pool,
          kind === 'v3' ? { kind } : { kind: 'v2', numerator: Number(kind) },
        )
      }
    }
  }
}
