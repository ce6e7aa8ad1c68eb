import {
  createPublicClient,
  createWalletClient,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  parseEventLogs,
  type PublicClient,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import registry from '../../src/chains/data/tokens.json' with { type: 'json' }
import { readCall } from '../../src/chains/evm/readCall.ts'
import { zeroAddress } from '../../src/core/token.ts'
import type { Direction } from '../../src/providers/onchain/families/family.ts'
import {
  partAmounts,
  planGas,
  type RouterHop,
  type RouterPart,
} from '../../src/providers/onchain/families/routerPlan.ts'
import { toRouterState, type V3Row } from '../../src/providers/onchain/families/uniswapV3.ts'
import { rowCalls } from '../../src/providers/onchain/rowCalls.ts'
import { chainRows } from '../../src/providers/onchain/rows.ts'
import { encodeSwap } from '../../src/providers/onchain/swapCalls.ts'
import { minedReceipt } from '../support/minedReceipt.ts'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'

// Plans that mix and split, executed by the real contracts: SwapRouter02, UniswapV2Pair and
// UniswapV3Pool. What arrives is compared with what each pool quotes for itself.

const abi = parseAbi([
  'function factoryV2() view returns (address)',
  'function getAmountsOut(uint256, address[]) view returns (uint256[])',
  'function quoteExactInputSingle((address tokenIn, address tokenOut, uint256 amountIn, uint24 fee, uint160 limit)) returns (uint256 amountOut, uint160, uint32 ticks, uint256)',
])
/** Whose V2 pairs each router joins: factory, and the router that quotes them. */
const pairs: Record<string, { factory: Hex; router: Hex }> = {
  UNI_SWAP_V3: {
    factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
    router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
  },
  PANCAKE_SWAP_V3: {
    factory: '0x1097053Fd2ea711dad45caCcc45EfF7548fCB362',
    router: '0xEfF92A263d31888d860bD50809A8D171709b7b1c',
  },
}

let sandbox: TestSandbox
let client: PublicClient

beforeAll(async () => {
  sandbox = await startTestSandbox()
  client = createPublicClient({ transport: http(sandbox.rpcUrl('ETH')) })
})
afterAll(() => sandbox.stop())

function hex(text: string): Hex {
  return `0x${text.slice(2)}`
}

function rowOf(id: string): V3Row {
  const found = chainRows('ETH')?.rows.find((each) => each.id === id && 'quoter' in each)
  if (found?.family !== 'uniswap-v3') throw new Error(`no ${id} on ETH`)
  return found
}

function tokenOf(symbol: string): Hex {
  const found = registry.find((token) => token.chain === 'ETH' && token.symbol === symbol)
  if (found === undefined) throw new Error(`no ${symbol}`)
  return hex(found.address)
}

/** `CRV v2 WETH 500 USDC` as a part. */
function part(share: number, way: string): RouterPart {
  const words = way.split(' ')
  const hops = words.filter((_, at) => at % 2 === 1)
  return {
    share,
    tokens: words.filter((_, at) => at % 2 === 0).map(tokenOf),
    hops: hops.map((hop): RouterHop =>
      hop === 'v2' ? { kind: 'v2' } : { kind: 'v3', tier: Number(hop) },
    ),
  }
}

type Quoted = { amountOut: bigint; ticks: number }

/** What the pools of a part say, each asked alone. */
async function quote(row: V3Row, { tokens, hops }: RouterPart, amountIn: bigint) {
  let said: Quoted = { amountOut: amountIn, ticks: 0 }
  for (const [at, hop] of hops.entries()) {
    const [from, to] = [hex(tokens[at] ?? ''), hex(tokens[at + 1] ?? '')]
    said = await quoteHop(row, hop, from, to, said)
  }
  return said
}

async function quoteHop(row: V3Row, hop: RouterHop, from: Hex, to: Hex, before: Quoted) {
  if (hop.kind === 'v2') {
    const amounts = await client.readContract({
      address: pairsOf(row.id).router,
      abi,
      functionName: 'getAmountsOut',
      args: [before.amountOut, [from, to]],
    })
    return { ...before, amountOut: amounts.at(-1) ?? 0n }
  }
  const { result } = await client.simulateContract({
    address: hex(row.quoter),
    abi,
    functionName: 'quoteExactInputSingle',
    args: [{ tokenIn: from, tokenOut: to, amountIn: before.amountOut, fee: hop.tier, limit: 0n }],
  })
  return { amountOut: result[0], ticks: before.ticks + result[2] }
}

function pairsOf(id: string) {
  const found = pairs[id]
  if (found === undefined) throw new Error(`no pairs of ${id}`)
  return found
}

/** Units of a token, or of the coin. */
async function balance(token: Hex, owner: Hex): Promise<bigint> {
  if (token === zeroAddress) return await client.getBalance({ address: owner })
  const contract = { address: token, abi: erc20Abi } as const
  return await client.readContract({ ...contract, functionName: 'balanceOf', args: [owner] })
}

const unit = (decimals: number, whole: bigint): bigint => whole * 10n ** BigInt(decimals)

type Case = [string, string, Direction, bigint, RouterPart[]]

test.each<Case>([
  [
    'a pair, then a pool',
    'UNI_SWAP_V3',
    'tokens',
    unit(18, 3000n),
    [part(1, 'CRV v2 WETH 500 USDC')],
  ],
  [
    'a pool, then a pair',
    'UNI_SWAP_V3',
    'tokens',
    unit(6, 900n),
    [part(1, 'USDC 500 WETH v2 CRV')],
  ],
  [
    'three hops, two of them pools',
    'UNI_SWAP_V3',
    'tokens',
    unit(18, 3000n),
    [part(1, 'CRV v2 WETH 500 USDC 100 DAI')],
  ],
  [
    'a pool, then two pairs, which are swept',
    'UNI_SWAP_V3',
    'tokens',
    unit(18, 700n),
    [part(1, 'DAI 100 USDC v2 WETH v2 LINK')],
  ],
  [
    'three pools of the same tokens',
    'UNI_SWAP_V3',
    'tokens',
    unit(6, 20_007n),
    [part(12, 'USDC 500 WETH'), part(5, 'USDC 3000 WETH'), part(3, 'USDC v2 WETH')],
  ],
  [
    'coins, over three ways',
    'UNI_SWAP_V3',
    'nativeIn',
    7n * 10n ** 17n + 1n,
    [part(12, 'WETH 500 USDC'), part(5, 'WETH v2 USDC'), part(3, 'WETH 500 USDT 100 USDC')],
  ],
  ['coins, one way', 'UNI_SWAP_V3', 'nativeIn', 10n ** 17n, [part(1, 'WETH 500 USDC v2 USDT')]],
  [
    'for coins, over three ways',
    'UNI_SWAP_V3',
    'nativeOut',
    unit(18, 5000n),
    [part(2, 'DAI 3000 WETH'), part(1, 'DAI 100 USDC v2 WETH'), part(1, 'DAI v2 WETH')],
  ],
  ['for coins, over a pair', 'UNI_SWAP_V3', 'nativeOut', unit(18, 500n), [part(1, 'CRV v2 WETH')]],
  [
    'parts that share a token in the middle',
    'UNI_SWAP_V3',
    'tokens',
    unit(6, 3001n),
    [
      part(1, 'USDC 100 USDT 500 WETH'),
      part(1, 'USDC v2 USDT 3000 WETH'),
      part(1, 'USDC 500 WETH'),
    ],
  ],
  [
    'the router of PancakeSwap',
    'PANCAKE_SWAP_V3',
    'tokens',
    unit(6, 2001n),
    [part(2, 'USDC 500 WETH'), part(1, 'USDC v2 WETH'), part(1, 'USDC 100 USDT v2 WETH')],
  ],
])('%s', async (_, id, direction, amountIn, parts) => {
  const row = rowOf(id)
  const router = hex(row.router)
  const v2Factory = await client.readContract({ address: router, abi, functionName: 'factoryV2' })
  expect(v2Factory).toBe(pairsOf(id).factory)
  const findings = { nativeWord: null, routerKind: row.routerKind, v2Factory }
  const state = toRouterState(row, direction, findings, parts)
  if (state === null) throw new Error('no state')

  const amounts = partAmounts(parts, amountIn)
  const said = await Promise.all(parts.map((each, at) => quote(row, each, amounts[at] ?? 0n)))
  const expected = said.reduce((sum, { amountOut }) => sum + amountOut, 0n)
  const ticks = said.reduce((sum, each) => sum + each.ticks, 0)
  expect(expected).toBeGreaterThan(0n)

  const payer = privateKeyToAccount(sandbox.account('alice').privateKey)
  const receiver = privateKeyToAddress(generatePrivateKey())
  const source = direction === 'nativeIn' ? zeroAddress : hex(state.tokens[0] ?? '')
  const target = direction === 'nativeOut' ? zeroAddress : hex(state.tokens.at(-1) ?? '')
  const tokens = [zeroAddress, ...new Set(parts.flatMap((each) => each.tokens))].map(hex)
  const inRouter = () => Promise.all(tokens.map((token) => balance(token, router)))
  const wallet = createWalletClient({ account: payer, transport: http(sandbox.rpcUrl('ETH')) })
  const deadline = (await client.getBlock()).timestamp + 1200n
  const dataFor = (amountOutMin: bigint) =>
    hex(encodeSwap(state, { recipient: receiver, amountIn, amountOutMin, deadline }))
  const value = direction === 'nativeIn' ? amountIn : 0n
  const send = async (data: Hex) =>
    await minedReceipt(
      client,
      await wallet.sendTransaction({ chain: null, to: router, data, value, gas: 3_000_000n }),
    )

  if (direction !== 'nativeIn') {
    const approval = await wallet.writeContract({
      chain: null,
      address: source,
      abi: erc20Abi,
      functionName: 'approve',
      args: [router, amountIn],
    })
    expect((await minedReceipt(client, approval)).status).toBe('success')
  }
  const before = { paid: await balance(source, payer.address), router: await inRouter() }
  expect(before.router.every((held) => held === 0n)).toBe(true)

  // One unit more than the pools pay: the whole call fails, whatever its parts brought.
  const tooMuch = await send(dataFor(expected + 1n))
  expect(tooMuch.status).toBe('reverted')
  const lostGas = tooMuch.gasUsed * tooMuch.effectiveGasPrice

  const data = dataFor(expected)
  const receipt = await send(data)
  expect(receipt.status).toBe('success')
  expect(await balance(target, receiver)).toBe(expected)
  expect(await inRouter()).toEqual(before.router)
  const gas = receipt.gasUsed * receipt.effectiveGasPrice
  const costs = direction === 'nativeIn' ? gas + lostGas : 0n
  expect(before.paid - (await balance(source, payer.address))).toBe(amountIn + costs)
  if (direction !== 'nativeIn') {
    const allowed = await client.readContract({
      address: source,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [payer.address, router],
    })
    expect(allowed).toBe(0n)
  }
  // The router approves nothing on the way.
  expect(parseEventLogs({ abi: erc20Abi, eventName: 'Approval', logs: receipt.logs })).toEqual([])

  const call = readCall('the exchange', rowCalls([row], router), data)
  expect(call).toMatchObject({
    recipient: receiver.toLowerCase(),
    srcToken: state.tokens[0]?.toLowerCase(),
    dstToken: target.toLowerCase(),
    amountIn,
    minOut: expected,
  })

  const estimate = planGas({ direction, parts }, ticks)
  expect(estimate).toBeGreaterThan(receipt.gasUsed)
  expect(estimate).toBeLessThan((receipt.gasUsed * 3n) / 2n)
})
