import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  parseAbi,
  parseAbiParameters,
} from 'viem'

import type { BlockchainId } from '../../../../src/core/blockchainIds.ts'
import type { RpcAnswer, RpcCall } from '../../../../src/http/types.ts'
import type { ProviderContext } from '../../../../src/providers/types.ts'
import { noTon } from '../../../support/noTon.ts'
import { ownNode } from '../../../support/ownNode.ts'

// A node with contracts written here: enough of routers and quoters to be quoted, with their gas.

/** What a contract does with a call: its answer, or null to revert, and the gas it takes. */
export type Contract = (data: Hex) => { answer: Hex | null; gas: number }

export type FakeChain = {
  context: ProviderContext
  /** Put in or taken out at any time; addresses in any case. */
  place(address: string, contract: Contract | null): void
  /** Gas of one eth_call. */
  gasCap: number
  hasMulticall: boolean
  /** Answers instead of the node; null lets it answer. */
  intercept: ((call: RpcCall) => RpcAnswer | null) | null
  chainId: number
  now: number
  /** Of the newest block. */
  blockAgeSeconds: number
  /** What was sent: one list of calls per HTTP request. */
  readonly batches: RpcCall[][]
  /** Addresses called inside the last batch. */
  lastTargets(): Set<string>
}

const multicall = '0xca11bde05977b3631167028862be2a173976ca11'
const sentinelGas = 550_000
const clockSelector = '0x0f28c97d'

export function createFakeChain(blockchain: BlockchainId): FakeChain {
  const contracts = new Map<string, Contract>()
  let targets = new Set<string>()

  const run = (to: string, data: Hex): { answer: Hex | null; gas: number } => {
    targets.add(to.toLowerCase())
    return contracts.get(to.toLowerCase())?.(data) ?? { answer: '0x', gas: 3_000 }
  }

  const aggregate = (data: Hex): RpcAnswer => {
    const decoded = decodeFunctionData({ abi: multicall3Abi, data })
    if (decoded.functionName !== 'aggregate3') throw new Error(decoded.functionName)
    let left = chain.gasCap
    const results = decoded.args[0].map(({ target, callData }) => {
      const isSentinel = target.toLowerCase() === multicall && callData !== clockSelector
      const isClock = target.toLowerCase() === multicall && !isSentinel
      const { answer, gas } = isSentinel
        ? { answer: '0x' as const, gas: sentinelGas }
        : isClock
          ? { answer: blockTime(), gas: 3_000 }
          : run(target, callData)
      const given = Math.floor((left * 63) / 64)
      left -= Math.min(gas, given)
      const success = gas <= given && answer !== null
      return { success, returnData: success ? (answer ?? '0x') : ('0x' as const) }
    })
    if (left < 1_000) return { ok: false, code: -32_000, message: 'out of gas', data: null }
    const result = encodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      result: results,
    })
    return { ok: true, result }
  }

  const blockTime = (): Hex =>
    encodeAbiParameters(parseAbiParameters('uint256'), [
      BigInt(Math.floor(chain.now / 1000) - chain.blockAgeSeconds),
    ])

  const answer = (call: RpcCall): RpcAnswer => {
    const own = chain.intercept?.(call) ?? null
    if (own !== null) return own
    if (call.method === 'eth_gasPrice') return { ok: true, result: '0x3b9aca00' }
    const [params] = call.params
    if (call.method !== 'eth_call' || !isCall(params))
      throw new Error(`no answer to ${call.method}`)
    if (params.to.toLowerCase() === multicall) {
      if (params.data === clockSelector) return { ok: true, result: blockTime() }
      return chain.hasMulticall ? aggregate(params.data) : { ok: true, result: '0x' }
    }
    const { answer: result } = run(params.to, params.data)
    return result === null
      ? { ok: false, code: 3, message: 'execution reverted', data: '0x' }
      : { ok: true, result }
  }

  const chain: FakeChain = {
    gasCap: 50_000_000,
    hasMulticall: true,
    intercept: null,
    chainId: 1,
    now: 1_760_000_000_000,
    blockAgeSeconds: 2,
    batches: [],
    lastTargets: () => targets,
    place: (address, contract) => {
      if (contract === null) contracts.delete(address.toLowerCase())
      else contracts.set(address.toLowerCase(), contract)
    },
    context: {
      http: {
        send: () => Promise.reject(new Error('no HTTP here')),
        close: () => Promise.resolve(),
      },
      ton: noTon,
      rpc: {
        batch: (asked, calls) => {
          if (asked !== blockchain) throw new Error(`asked ${asked}`)
          chain.batches.push([...calls])
          targets = new Set()
          return Promise.resolve(calls.map(answer))
        },
        call: () => Promise.reject(new Error('only batches are expected')),
        witnesses: ownNode,
        has: (asked) => asked === blockchain,
      },
      chainId: (asked) => (asked === blockchain ? chain.chainId : null),
      nodes: () => [],
      now: () => chain.now,
      signal: new AbortController().signal,
    },
  }
  return chain
}

function isCall(params: unknown): params is { to: Hex; data: Hex } {
  return typeof params === 'object' && params !== null && 'to' in params && 'data' in params
}

const abi = parseAbi([
  'function factory()',
  'function WETH()',
  'function WAVAX()',
  'function Metis()',
  'function WETH9()',
  'function factoryV2()',
  'function decimals()',
  'function getAmountsOut(uint256 amountIn, address[] path)',
  'function getAmountsOutWithTwamm(uint256 amountIn, address[] path)',
  'function quoteExactInputSingle((address tokenIn, address tokenOut, uint256 amountIn, uint24 fee, uint160 limit) params)',
  'function quoteExactInput(bytes path, uint256 amountIn)',
])

/** A contract by what it answers to each function; it reverts on every other. */
export function contract(
  signatures: readonly string[],
  answers: Record<string, (args: readonly unknown[]) => Hex | null>,
): Contract {
  const own = parseAbi<readonly string[]>(signatures)
  return (data) => {
    try {
      const { functionName, args = [] } = decodeFunctionData({ abi: own, data })
      return { answer: answers[functionName]?.(args) ?? null, gas: 50_000 }
    } catch {
      return { answer: null, gas: 500 }
    }
  }
}

/** One pool: what `amountIn` of `from` gives, null when it holds nothing. */
export type Pool = { from: string; to: string; fee?: number; swap: (amountIn: bigint) => bigint }

/** A pool at a fixed price that runs dry at `depth` of the output. */
export function pool(from: string, to: string, price: number, depth: bigint, fee?: number): Pool {
  const scaled = BigInt(Math.round(price * 1e18))
  const swap = (amountIn: bigint): bigint => {
    const ideal = (amountIn * scaled) / 10n ** 18n
    return (ideal * depth) / (depth + ideal)
  }
  return fee === undefined ? { from, to, swap } : { from, to, fee, swap }
}

export type RouterFacts = { factory: string; wrapped: string; getter?: 'WETH' | 'WAVAX' | 'Metis' }

export function v2Router(
  { factory, wrapped, getter = 'WETH' }: RouterFacts,
  pools: readonly Pool[],
  variant: 'plain' | 'twamm' = 'plain',
): Contract {
  const quote = variant === 'twamm' ? 'getAmountsOutWithTwamm' : 'getAmountsOut'
  return (data) => {
    const { functionName, args } = decode(data)
    if (functionName === 'factory') return { answer: address(factory), gas: 3_000 }
    if (functionName === getter) return { answer: address(wrapped), gas: 3_000 }
    if (functionName !== quote) return { answer: null, gas: 500 }
    const [amountIn, path] = args
    const amounts = [amountIn]
    for (let hop = 0; hop + 1 < path.length; hop += 1) {
      const found = findPool(pools, path[hop], path[hop + 1])
      const out = found?.swap(amounts[hop] ?? 0n) ?? 0n
      if (out === 0n) return { answer: null, gas: 6_000 }
      amounts.push(out)
    }
    return {
      answer: encodeAbiParameters(parseAbiParameters('uint256[]'), [amounts]),
      gas: 20_000 * (path.length - 1),
    }
  }
}

/** `pairs`: the V2 factory of the router, of generation 02. */
export function v3Router(
  { factory, wrapped }: RouterFacts,
  generation: '01' | '02',
  pairs = '0x0',
): Contract {
  return (data) => {
    const { functionName } = decode(data)
    if (functionName === 'factory') return { answer: address(factory), gas: 3_000 }
    if (functionName === 'WETH9') return { answer: address(wrapped), gas: 3_000 }
    if (functionName === 'factoryV2' && generation === '02') {
      return { answer: address(pairs), gas: 3_000 }
    }
    return { answer: null, gas: 500 }
  }
}

/** `gasOf` returns what the swap through a pool takes. */
export function v3Quoter(
  factory: string,
  pools: readonly Pool[],
  gasOf: (pool: Pool) => number = () => 90_000,
): Contract {
  return (data) => {
    const { functionName, args } = decode(data)
    if (functionName === 'factory') return { answer: address(factory), gas: 3_000 }
    if (functionName === 'quoteExactInputSingle') {
      const [{ tokenIn, tokenOut, amountIn, fee }] = args
      const found = findPool(pools, tokenIn, tokenOut, fee)
      const out = found?.swap(amountIn) ?? 0n
      if (found === undefined || out === 0n) return { answer: null, gas: 6_000 }
      const answer = encodeAbiParameters(parseAbiParameters('uint256, uint160, uint32, uint256'), [
        out,
        1n << 96n,
        1,
        80_000n,
      ])
      return { answer, gas: gasOf(found) }
    }
    if (functionName !== 'quoteExactInput') return { answer: null, gas: 500 }
    const [path, amountIn] = args
    let amount = amountIn
    let gas = 0
    for (let at = 2; at + 86 <= path.length; at += 46) {
      const found = findPool(
        pools,
        `0x${path.slice(at, at + 40)}`,
        `0x${path.slice(at + 46, at + 86)}`,
        Number(`0x${path.slice(at + 40, at + 46)}`),
      )
      amount = found?.swap(amount) ?? 0n
      if (found === undefined || amount === 0n) return { answer: null, gas: 6_000 + gas }
      gas += gasOf(found)
    }
    const answer = encodeAbiParameters(
      parseAbiParameters('uint256, uint160[], uint32[], uint256'),
      [amount, [1n << 96n, 1n << 96n], [1, 1], BigInt(gas)],
    )
    return { answer, gas }
  }
}

export function wrappedToken(): Contract {
  return (data) =>
    decode(data).functionName === 'decimals'
      ? { answer: encodeAbiParameters(parseAbiParameters('uint8'), [18]), gas: 1_000 }
      : { answer: null, gas: 500 }
}

type Decoded = ReturnType<typeof decodeFunctionData<typeof abi>>

function decode(data: Hex): Decoded | { functionName: null; args: readonly [] } {
  try {
    return decodeFunctionData({ abi, data })
  } catch {
    return { functionName: null, args: [] }
  }
}

function findPool(
  pools: readonly Pool[],
  from: string | undefined,
  to: string | undefined,
  fee?: number,
): Pool | undefined {
  const same = (a: string, b: string | undefined): boolean => a.toLowerCase() === b?.toLowerCase()
  return pools.find((each) => same(each.from, from) && same(each.to, to) && each.fee === fee)
}

function address(value: string): Hex {
  return `0x${value.slice(2).toLowerCase().padStart(64, '0')}`
}
