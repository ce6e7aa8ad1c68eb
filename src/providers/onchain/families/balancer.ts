import { call } from '../../../chains/evm/calls.ts'
import {
  encodeAddress,
  encodeBool,
  encodeCall,
  encodeInt,
  encodeUint,
  readAddress,
  readInt,
  readSize,
  wordBytes,
} from '../../../chains/evm/hex.ts'
import { isSameAddress, zeroAddress } from '../../../core/token.ts'
import { encodeAddresses, encodeOffset, wordsIn } from '../abi.ts'
import registry from '../data/balancerPools.json' with { type: 'json' }
import { invalidCall, swapTerms } from './callTerms.ts'
import {
  type Direction,
  type Family,
  nothingFound,
  type PathAnswer,
  type PathState,
  type PoolBase,
  type SwapTerms,
} from './family.ts'
import { hasWord } from './checks.ts'
import { outputOnly } from './answers.ts'
import { pathState, readNumbers } from './states.ts'

// Balancer V2: one vault holds the tokens of all pools, is called and is paid.
// balancer/balancer-v2-monorepo pkg/interfaces/contracts/vault/IVault.sol (read 2026-11). The pools
// are a list of ours, of weighted pools alone: those of composable stable pools were drained in
// November 2025 and are paused. The vault is asked for the tokens of each before it is used.

type BalancerPool = { id: string; tokens: readonly string[] }
export type BalancerRow = PoolBase & { family: 'balancer-v2'; pools: readonly BalancerPool[] }
export type BalancerState = PathState<BalancerRow>

const quoteHopGas = 120_000
const swapBaseGas = 100_000n
const swapHopGas = 90_000n

const selectors = {
  quote: '0xf84d066e',
  swap: '0x52bbbe29',
  batch: '0x945bcec9',
  tokens: '0xf94d4668',
} as const

/** The input is given; the other kind gives the output. */
const givenIn = 0

export const balancer: Family<BalancerRow, BalancerState> = {
  toRow: (base) => {
    const lists: Readonly<Record<string, readonly BalancerPool[]>> = registry
    const pools = lists[base.blockchain]
    if (pools === undefined) throw new Error(`balancerPools.json: no pools on ${base.blockchain}`)
    return { ...base, family: 'balancer-v2', pools }
  },
  contracts: ({ pools }) => pools.map(({ id }) => id),
  probe: ({ router, pools }) =>
    pools.map(({ id }) => ({
      target: router,
      callData: encodeCall(selectors.tokens, id.slice(2)),
    })),
  judge: ({ pools }, { results }) => {
    for (const [place, { id, tokens }] of pools.entries()) {
      const result = results[place]
      const found = result !== undefined && hasWord(result) ? readTokens(result.returnData) : []
      const isSame =
        found.length === tokens.length &&
        tokens.every((token, index) => isSameAddress(token, found[index] ?? ''))
      if (!isSame) return `the pool ${id} holds tokens other than those in the registry`
    }
    return nothingFound
  },
  servesCoins: () => true,
  paysCaller: false,
  namesPayer: true,
  maxHops: 2,
  hopParams: ({ pools }, from, to) =>
    pools.flatMap(({ tokens }, index) =>
      holds(tokens, from) && holds(tokens, to) ? [[index]] : [],
    ),
  quoteTarget: ({ row }) => row.router,
  encodeQuote: ({ row, tokens, params }, amount) => {
    const steps = stepsOf(row, params, amount)
    return encodeCall(
      selectors.quote,
      encodeUint(givenIn),
      encodeOffset(7),
      encodeOffset(7 + wordsIn(steps)),
      fundsOf(zeroAddress, zeroAddress),
      steps,
      encodeAddresses(tokens),
    )
  },
  outputWord: ({ tokens }) => 1 + tokens.length,
  decodeQuote: ({ tokens }, data, amountIn): PathAnswer | null => {
    const array = readSize(data, 0)
    if (readSize(data, array) !== tokens.length) return null
    const deltas = tokens.map((_, index) => readInt(data, array + (1 + index) * wordBytes))
    const [spent = 0n] = deltas
    const given = deltas.at(-1) ?? 0n
    // What the vault gives is negative; between the hops nothing may stay.
    if (spent !== amountIn || given >= 0n || deltas.slice(1, -1).some((delta) => delta !== 0n))
      return null
    return outputOnly(-given)
  },
  quoteGas: ({ tokens }) => (tokens.length - 1) * quoteHopGas,
  price: 'path',
  swapGas: ({ tokens }) => swapBaseGas + BigInt(tokens.length - 1) * swapHopGas,
  toState: pathState,
  writeState: ({ row, params }) => ({ pools: params.map((index) => row.pools[index]?.id ?? '') }),
  readState: (base, json) => {
    const { row, tokens } = base
    const { pools } = json
    if (!Array.isArray(pools) || pools.length !== tokens.length - 1) return null
    const params = readNumbers(pools.map((each) => row.pools.findIndex(({ id }) => id === each)))
    const joins = params?.every((index, hop) => {
      const inPool = row.pools[index]?.tokens ?? []
      return holds(inPool, tokens[hop] ?? '') && holds(inPool, tokens[hop + 1] ?? '')
    })
    return params === null || joins !== true ? null : { ...base, family: row.family, params }
  },
  encodeSwap,
  calls: (row) => [
    call(
      'function swap((bytes32 poolId, uint8 kind, address assetIn, address assetOut, uint256 amount, bytes userData) singleSwap, (address sender, bool fromInternalBalance, address recipient, bool toInternalBalance) funds, uint256 limit, uint256 deadline) payable',
      ([single, funds, minOut, deadlineSeconds]) => {
        const { assetIn, assetOut, amount, ...step } = single
        checkStep(row, { ...step, ends: [assetIn, assetOut] })
        if (single.kind !== givenIn) throw invalidCall('does not swap an exact input')
        const terms = { srcToken: assetIn, dstToken: assetOut, amountIn: amount, minOut }
        return swapTerms({ ...terms, recipient: recipientOf(funds), deadlineSeconds })
      },
    ),
    call(
      'function batchSwap(uint8 kind, (bytes32 poolId, uint256 assetInIndex, uint256 assetOutIndex, uint256 amount, bytes userData)[] swaps, address[] assets, (address sender, bool fromInternalBalance, address recipient, bool toInternalBalance) funds, int256[] limits, uint256 deadline) payable',
      ([kind, swaps, assets, funds, limits, deadlineSeconds]) => {
        const last = assets.length - 1
        for (const [hop, { assetInIndex, assetOutIndex, amount, ...step }] of swaps.entries()) {
          // Each hop swaps all of what the one before it gave, in the order of the assets.
          const isNext = assetInIndex === BigInt(hop) && assetOutIndex === BigInt(hop + 1)
          if (!isNext || (amount === 0n) !== hop > 0) throw invalidCall('has an impossible path')
          checkStep(row, { ...step, ends: assets.slice(hop, hop + 2) })
        }
        const [srcToken, amountIn] = [assets[0], swaps[0]?.amount]
        const isPath = kind === givenIn && swaps.length === last && last >= 1
        if (!isPath || srcToken === undefined || amountIn === undefined)
          throw invalidCall('has an impossible path')
        // Most that is taken, nothing in between, least that is given.
        const [taken, given = 0n] = [limits[0], limits.at(-1)]
        const isExact = limits.length === assets.length && taken === amountIn && given <= 0n
        if (!isExact || limits.slice(1, -1).some((limit) => limit !== 0n)) {
          throw invalidCall('may take more than the amount')
        }
        const terms = { srcToken, dstToken: assets[last] ?? null, amountIn, minOut: -given }
        return swapTerms({ ...terms, recipient: recipientOf(funds), deadlineSeconds })
      },
    ),
  ],
}

function holds(tokens: readonly string[], token: string): boolean {
  return tokens.some((each) => isSameAddress(each, token))
}

/** The `address[]` at the head of the vault's answer. */
function readTokens(data: string): string[] {
  const array = readSize(data, 0)
  const count = Math.min(readSize(data, array), 8)
  return Array.from({ length: count }, (_, index) =>
    readAddress(data, array + (1 + index) * wordBytes),
  )
}

function fundsOf(payer: string, recipient: string): string {
  const fromVault = encodeBool(false)
  return encodeAddress(payer) + fromVault + encodeAddress(recipient) + fromVault
}

const noData = encodeUint(0)

/** The tail of the steps: each hop takes what the one before it gave, the first the amount. */
function stepsOf(row: BalancerRow, params: readonly number[], amount: string): string {
  const stepWords = 6
  const offsets = params.map((_, hop) => encodeOffset(params.length + hop * stepWords))
  const steps = params.map(
    (index, hop) =>
      poolId(row, index) +
      encodeUint(hop) +
      encodeUint(hop + 1) +
      (hop === 0 ? amount : encodeUint(0)) +
      encodeOffset(stepWords - 1) +
      noData,
  )
  return encodeUint(params.length) + offsets.join('') + steps.join('')
}

function poolId(row: BalancerRow, index: number): string {
  const pool = row.pools[index]
  if (pool === undefined) throw new RangeError(`${row.id} has no pool ${index}`)
  return pool.id.slice(2)
}

/** The zero address is the native coin to the vault. */
function assetsOf(tokens: readonly string[], direction: Direction): string[] {
  return tokens.map((token, index) => {
    const isCoin =
      (direction === 'nativeIn' && index === 0) ||
      (direction === 'nativeOut' && index === tokens.length - 1)
    return isCoin ? zeroAddress : token
  })
}

function encodeSwap({ row, direction, tokens, params }: BalancerState, terms: SwapTerms): string {
  const funds = fundsOf(terms.payer ?? terms.recipient, terms.recipient)
  const assets = assetsOf(tokens, direction)
  const deadline = encodeUint(terms.deadline)
  const [first = 0] = params
  if (params.length === 1) {
    const head = encodeOffset(7) + funds + encodeUint(terms.amountOutMin) + deadline
    const ends = assets.map(encodeAddress).join('')
    const single = poolId(row, first) + encodeUint(givenIn) + ends + encodeUint(terms.amountIn)
    return encodeCall(selectors.swap, head, single, encodeOffset(6), noData)
  }
  const steps = stepsOf(row, params, encodeUint(terms.amountIn))
  const limits = [terms.amountIn, ...params.slice(1).map(() => 0n), -terms.amountOutMin]
  const assetsAt = 9 + wordsIn(steps)
  return encodeCall(
    selectors.batch,
    encodeUint(givenIn),
    encodeOffset(9),
    encodeOffset(assetsAt),
    funds,
    encodeOffset(assetsAt + 1 + assets.length),
    deadline,
    steps,
    encodeAddresses(assets),
    encodeUint(limits.length) + limits.map(encodeInt).join(''),
  )
}

type Step = { poolId: string; userData: string; ends: readonly string[] }

function checkStep(row: BalancerRow, { poolId: id, userData, ends }: Step): void {
  const pool = row.pools.find((each) => each.id === id)
  const holdsBoth = ends.every((token) =>
    holds(pool?.tokens ?? [], token === zeroAddress ? row.wrapped : token),
  )
  if (pool === undefined || !holdsBoth || ends[0] === ends[1]) {
    throw invalidCall('goes through a pool that is not listed')
  }
  if (userData !== '0x') throw invalidCall('has data for a pool')
}

type Funds = { fromInternalBalance: boolean; recipient: string; toInternalBalance: boolean }

/** The vault requires relayer approval to pay for another account. */
function recipientOf({ fromInternalBalance, recipient, toInternalBalance }: Funds): string {
  if (fromInternalBalance || toInternalBalance) throw invalidCall('leaves the money in the vault')
  if (recipient === zeroAddress) throw invalidCall('has no recipient')
  return recipient
}
