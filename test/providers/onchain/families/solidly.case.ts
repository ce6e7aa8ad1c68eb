import { encodeAbiParameters, parseAbiParameters } from 'viem'

import type {
  SolidlyRow,
  SolidlyState,
} from '../../../../src/providers/onchain/families/solidly.ts'
import { chainRows } from '../../../../src/providers/onchain/rows.ts'
import { type Asked, type FamilyCase, zero } from './familyCase.ts'

// aerodrome-finance/contracts contracts/interfaces/IRouter.sol, and BaseV1Router01 as Dystopia
// (DystRouter01.sol) and SpiritSwap deployed it (read 2026-11-23).
const short = '(address from, address to, bool stable)[] routes'
const long = '(address from, address to, bool stable, address factory)[] routes'
const abi = [short, long].flatMap((routes) => [
  `function getAmountsOut(uint256 amountIn, ${routes}) view returns (uint256[] amounts)`,
  `function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, ${routes}, address to, uint256 deadline)`,
  ...['ETH', 'MATIC', 'FTM'].flatMap((word) => [
    `function swapExact${word}ForTokens(uint256 amountOutMin, ${routes}, address to, uint256 deadline) payable`,
    `function swapExactTokensFor${word}(uint256 amountIn, uint256 amountOutMin, ${routes}, address to, uint256 deadline)`,
  ]),
])

type Route = { from: string; to: string; stable: boolean; factory?: string }

function routesOf({
  row,
  tokens,
  params,
}: Pick<SolidlyState, 'row' | 'tokens' | 'params'>): Route[] {
  return params.map((flag, hop) => ({
    from: tokens[hop] ?? '',
    to: tokens[hop + 1] ?? '',
    stable: flag === 1,
    ...(row.variant === 'velodrome' ? { factory: row.factory } : {}),
  }))
}

function rowOf(id: string, blockchain: 'BASE' | 'POLYGON'): SolidlyRow {
  const row = chainRows(blockchain)?.rows.find(
    (each) => each.id === id && each.family === 'solidly',
  )
  if (row?.family !== 'solidly') throw new Error(id)
  return row
}

const aerodrome = rowOf('AERODROME', 'BASE')
const dystopia = rowOf('DYSTOPIA', 'POLYGON')
const tokens = [aerodrome.wrapped, aerodrome.router, aerodrome.factory]
const list = (amounts: bigint[]) => encodeAbiParameters(parseAbiParameters('uint256[]'), [amounts])
const oneHop = { row: aerodrome, tokens: tokens.slice(0, 2), params: [0] }

export const solidlyCase: FamilyCase = {
  family: 'solidly',
  source: 'aerodrome-finance/contracts contracts/interfaces/IRouter.sol; DystRouter01.sol',
  abi,
  directions: (row) =>
    row.family === 'solidly' && row.nativeWord === null
      ? ['tokens']
      : ['tokens', 'nativeIn', 'nativeOut'],
  quote: (path, amount) => ({
    to: path.row.router,
    name: 'getAmountsOut',
    args: [amount, routesOf(path as SolidlyState)],
  }),
  swap: (state, terms) => swapOf(state as SolidlyState, terms),
  answers: [
    {
      name: 'one hop',
      path: oneHop,
      data: list([5n, 42n]),
      expected: { amountOut: 42n, amountMiddle: null, ticksCrossed: null },
    },
    {
      name: 'two hops',
      path: { row: dystopia, tokens, params: [0, 1] },
      data: list([5n, 7n, 42n]),
      expected: { amountOut: 42n, amountMiddle: 7n, ticksCrossed: null },
    },
    { name: 'a pool that is missing', path: oneHop, data: list([5n, 0n]), expected: null },
  ],
  effect: (row, { name, args }) => {
    if (row.family !== 'solidly') return null
    const takesCoins = name.startsWith('swapExact') && !name.startsWith('swapExactTokens')
    const [amountIn, least, routes, to] = (takesCoins ? [null, ...args] : args) as [
      bigint | null,
      bigint,
      readonly Route[],
      string,
    ]
    const givesCoins = !name.endsWith('ForTokens')
    const word = name.replace(/^swapExact(?:Tokens)?/, '').replace(/^For|ForTokens$/g, '')
    if (takesCoins || givesCoins) {
      if (word !== row.nativeWord) return null
    }
    const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
    const [first] = routes
    const last = routes.at(-1)
    if (first === undefined || last === undefined) return null
    if (takesCoins && !same(first.from, row.wrapped)) return null
    if (givesCoins && !same(last.to, row.wrapped)) return null
    // A token that is no contract fails as a whole, and so does a factory that is not registered.
    if (routes.some(({ from, to: next }) => same(from, zero) || same(next, zero))) return null
    const isOwn = routes.every(({ factory = row.factory }) => same(factory, row.factory))
    const isChain = routes.every(
      ({ from }, hop) => hop === 0 || same(from, routes[hop - 1]?.to ?? ''),
    )
    return {
      takes: takesCoins ? null : { token: first.from, amount: amountIn ?? 0n },
      to,
      token: givesCoins ? zero : last.to,
      least,
      ...(isOwn && isChain && routes.length <= 8 ? {} : { odd: 'a path that is never built' }),
    }
  },
  hostile: (state, terms) => {
    const { name, args } = swapOf(state as SolidlyState, terms)
    const at = name.startsWith('swapExactTokens') ? 2 : 1
    const routes = args[at] as Route[]
    const changed = (list_: Route[]): Asked => ({ name, args: args.with(at, list_) })
    return [
      { ...changed([]), why: 'no route' },
      { ...changed(routes.map((each) => ({ ...each, to: zero }))), why: 'to nothing' },
      ...(routes[0]?.factory === undefined
        ? []
        : [
            {
              ...changed(routes.map((each) => ({ ...each, factory: state.row.router }))),
              why: 'foreign factory',
            },
          ]),
      ...(routes.length === 2
        ? [{ ...changed(routes.toReversed()), why: 'routes that do not join' }]
        : []),
    ]
  },
}

function swapOf(
  state: SolidlyState,
  { recipient, amountIn, amountOutMin, deadline }: Parameters<FamilyCase['swap']>[1],
): Asked {
  const { row, direction } = state
  const rest = [amountOutMin, routesOf(state), recipient, deadline]
  if (direction === 'nativeIn') return { name: `swapExact${row.nativeWord}ForTokens`, args: rest }
  const to = direction === 'nativeOut' ? row.nativeWord : 'Tokens'
  return { name: `swapExactTokensFor${to}`, args: [amountIn, ...rest] }
}
