import { chainById } from '../../../src/chains/chains.ts'
import type { Quote } from '../../../src/core/quote.ts'
import { type Token, zeroAddress } from '../../../src/core/token.ts'
import { buildSwap } from '../../../src/providers/onchain/build.ts'
import { familyOf, type PoolRow } from '../../../src/providers/onchain/families/families.ts'
import {
  type Direction,
  nothingFound,
  type QuotedPath,
} from '../../../src/providers/onchain/families/family.ts'
import { toRouterState } from '../../../src/providers/onchain/families/uniswapV3.ts'
import { hasErc20Coin } from '../../../src/providers/onchain/families/checks.ts'
import { blockchainsWithRows } from '../../../src/providers/onchain/registry.ts'
import { chainRows, type DeploymentRow } from '../../../src/providers/onchain/rows.ts'
import { type PoolSwap, writeState } from '../../../src/providers/onchain/state.ts'
import { familyCases } from '../../providers/onchain/families/cases.ts'
import { calledBy } from '../../../src/providers/onchain/swapCalls.ts'
import { toRequest } from '../../providers/onchain/support/requests.ts'
import type { Random } from '../support/random.ts'
import { type Case, friend, payer } from './swapCase.ts'
import { unoswapTemplates } from './unoswapCases.ts'

/** A way of swapping that the registry knows: one router, one direction, one length of path. */
export type Template = { name: string; row: DeploymentRow; make(random: Random): PoolSwap }

const nowMs = 1_790_000_000_000

/** Every row in every direction it serves, with one hop, with two, as a plan of several calls, and in a
 * way through pools of several exchanges. */
export function onchainTemplates(): Template[] {
  return blockchainsWithRows().flatMap((blockchain) =>
    (chainRows(blockchain)?.rows ?? []).flatMap(templatesOf),
  )
}

function templatesOf(row: DeploymentRow): Template[] {
  const name = `${row.blockchain} ${row.id}`
  if (row.family === 'wrapped') {
    return (['wrap', 'unwrap'] as const).map((direction) => ({
      name: `${name} ${direction}`,
      row,
      make: () => ({ family: 'wrapped', row, direction }),
    }))
  }
  const paths = [1, 2].flatMap((hops) =>
    directionsOf(row).flatMap((direction): Template[] => {
      const named = `${name} ${direction} ${hops}`
      if (row.family === 'uniswap-v2') {
        return (row.nativeWords.length === 0 ? [null] : row.nativeWords).map((nativeWord) => ({
          name: `${named} ${nativeWord}`,
          row,
          make: (random) => {
            const flags = row.variant === 'stableFlags' ? hops : 0
            return {
              family: row.family,
              row,
              direction,
              nativeWord,
              tokens: pathOf(random, row.wrapped, direction, hops),
              flags: Array.from({ length: flags }, () => random.below(2)),
              ...(row.variant === 'plain' && random.below(2) === 1 ? { taxed: true as const } : {}),
            }
          },
        }))
      }
      if (row.family !== 'uniswap-v3') return familyTemplates(row, direction, hops, named)
      const kinds =
        row.routerKind === 'unconfirmed' ? (['router01', 'router02'] as const) : [row.routerKind]
      return kinds.map((routerKind) => ({
        name: `${named} ${routerKind}`,
        row,
        make: (random) => ({
          family: row.family,
          row,
          direction,
          routerKind,
          tokens: pathOf(random, row.wrapped, direction, hops),
          tiers: Array.from({ length: hops }, () => random.pick(row.tiers)),
        }),
      }))
    }),
  )
  return [...paths, ...planTemplates(row), ...unoswapTemplates(row)]
}

/** Swaps of a SwapRouter02 over one to three ways, through pairs and pools. */
function planTemplates(row: Exclude<DeploymentRow, { family: 'wrapped' }>): Template[] {
  if (row.family !== 'uniswap-v3' || !/router02|unconfirmed/.test(row.routerKind)) return []
  const make = (random: Random, direction: Direction, count: number): PoolSwap => {
    const ends = pathOf(random, row.wrapped, direction, 1)
    const [first = '', last = ''] = ends
    const parts = Array.from({ length: count }, () => {
      const tokens = [first, ...pathOf(random, row.wrapped, 'tokens', 1), last].toSpliced(
        1,
        random.below(3),
      )
      const hops = tokens
        .slice(1)
        .map(() =>
          random.below(2) === 0
            ? ({ kind: 'v2' } as const)
            : ({ kind: 'v3', tier: random.pick(row.tiers) } as const),
        )
      return { share: 1 + random.below(20), tokens, hops }
    })
    const found = { nativeWord: null, routerKind: 'router02', v2Factory: row.router } as const
    // Random tokens may meet the wrapped one twice, and one V3 path has a form of its own.
    const state = toRouterState(row, direction, found, parts)
    return state !== null && 'parts' in state ? state : make(random, direction, count)
  }
  return directionsOf(row).flatMap((direction) =>
    [1, 2, 3].map((count) => ({
      name: `${row.blockchain} ${row.id} ${direction} plan of ${count}`,
      row,
      make: (random) => make(random, direction, count),
    })),
  )
}

/** The pools of other families, by what their case knows of them. */
function familyTemplates(
  row: PoolRow,
  direction: Direction,
  hops: number,
  name: string,
): Template[] {
  const one = familyCases.find(({ family }) => family === row.family)
  if (one === undefined || !one.directions(row).includes(direction)) return []
  const family = familyOf(row)
  const ends = { tokens: null, nativeIn: 0, nativeOut: hops }
  const fixed = one.paths?.(row).filter(({ tokens }) => {
    const end = ends[direction]
    const isJoined = end === null || tokens[end]?.toLowerCase() === row.wrapped.toLowerCase()
    return tokens.length === hops + 1 && isJoined
  })
  if (hops > family.maxHops || fixed?.length === 0) return []
  const openPath = (random: Random): QuotedPath<PoolRow> => {
    const tokens = pathOf(random, row.wrapped, direction, hops)
    const params = tokens
      .slice(1)
      .flatMap((to, hop) => [
        ...random.pick(family.hopParams(row, tokens[hop] ?? '', to, hops, direction)),
      ])
    return { row, tokens, params }
  }
  const make = (random: Random): PoolSwap => {
    const path = fixed === undefined ? openPath(random) : random.pick(fixed)
    // Hops that do not fit each other are never built.
    return family.toState(path, direction, nothingFound, one.answer) ?? make(random)
  }
  return [{ name, row, make }]
}

function directionsOf(row: Exclude<DeploymentRow, { family: 'wrapped' }>): Direction[] {
  const isTokensOnly = row.family === 'uniswap-v2' && row.nativeWords.length === 0
  return hasErc20Coin(row) || isTokensOnly ? ['tokens'] : ['tokens', 'nativeIn', 'nativeOut']
}

function pathOf(random: Random, wrapped: string, direction: Direction, hops: number): string[] {
  const path: string[] = Array.from({ length: hops + 1 }, () => addressOf(random))
  // The wrapped token is a token as well, and often on one of the ends.
  if (direction === 'nativeIn') path[0] = wrapped
  else if (direction === 'nativeOut') path[hops] = wrapped
  else if (random.below(8) === 0) path[random.below(2) * hops] = wrapped
  return path
}

function addressOf(random: Random): `0x${string}` {
  return `0x${Buffer.from(random.bytes(20)).toString('hex')}`
}

/** An honest transaction of the template, made by the real builder. */
export function honestCase({ row, make }: Template, random: Random): Case {
  const state = make(random)
  const { blockchain } = row
  const coin: Token = { ...tokenAt(row, zeroAddress), native: true }
  const isWrapped = state.family === 'wrapped'
  const ends = isWrapped
    ? [coin, tokenAt(row, row.wrapped)]
    : [state.tokens[0] ?? '', state.tokens.at(-1) ?? ''].map((address) => tokenAt(row, address))
  if (isWrapped && state.direction === 'unwrap') ends.reverse()
  const [first, last] = ends
  if (first === undefined || last === undefined) throw new Error('a path without ends')
  const srcToken = state.direction === 'nativeIn' ? coin : first
  // Where the coin is a token as well, it can be bought as the coin.
  const isCoin = hasErc20Coin(row) && last.address.toLowerCase() === row.wrapped.toLowerCase()
  const dstToken = state.direction === 'nativeOut' || isCoin ? coin : last
  // Every part of a split gets at least one unit.
  const srcAmount = amountOf(random) + ('parts' in state ? 60n : 0n)
  const minimum = isWrapped ? srcAmount : amountOf(random)
  const paysPayer = isWrapped || familyOf(state.row).paysCaller
  const receiver = paysPayer || random.below(2) === 0 ? payer : friend
  const quote: Quote = {
    provider: row.id,
    swapType: 'on-chain',
    executionKind: 'evm',
    request: toRequest(srcToken, dstToken, srcAmount, { fromAddress: payer, receiver }),
    dstAmount: minimum + minimum / 100n,
    dstMinAmount: minimum,
    slippageBps: 100,
    durationSeconds: 15,
    priceImpactPercent: null,
    fees: { gas: null, protocolFixed: 0n, providerFixed: 0n, percent: null },
    spender: state.family === 'wrapped' || srcToken.native ? null : calledBy(state),
    steps: [],
    expiresAtMs: null,
    warnings: [],
    providerState: writeState(state),
  }
  const { transaction } = buildSwap(quote, nowMs)
  if (transaction.kind !== 'evm') throw new Error(`${blockchain}: not an EVM transaction`)
  const terms = { provider: row.id, srcToken, dstToken, srcAmount, receiver, minimum }
  return { terms: { ...terms, dstChainId: null }, transaction }

  function tokenAt({ blockchain: chain }: DeploymentRow, address: string): Token {
    const { decimals } = chainById(chain).native
    const words = { symbol: 'ONE', name: 'One', decimals, listed: true, native: false }
    return { blockchain: chain, address, ...words }
  }
}

/** From one unit to more than any supply, small ones as often as large ones. */
function amountOf(random: Random): bigint {
  const size = 1 + random.below(14)
  return BigInt(`0x${Buffer.from(random.bytes(size)).toString('hex')}`) + 1n
}
