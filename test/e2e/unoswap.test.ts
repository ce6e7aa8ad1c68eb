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
import type { SandboxBlockchain } from '../../sandbox/src/chains.ts'
import { zeroAddress } from '../../src/core/token.ts'
import type { Direction } from '../../src/providers/onchain/families/family.ts'
import {
  encodeUnoswap,
  isUnoswapRow,
  pairOutput,
  toUnoswapState,
  unoswapGas,
  type UnoswapHop,
  type UnoswapPlan,
  type UnoswapRow,
  unoswapRouter,
} from '../../src/providers/onchain/families/unoswapPlan.ts'
import { rowCalls } from '../../src/providers/onchain/rowCalls.ts'
import { chainRows } from '../../src/providers/onchain/rows.ts'
import { nameUnoswap, poolReads, toUnoswapHop } from '../../src/providers/onchain/unoswapPools.ts'
import { createRpcClient } from '../../src/http/rpc.ts'
import { minedReceipt } from '../support/minedReceipt.ts'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'
import { testClient } from '../unit/http/loopback.ts'

// Ways through pools of several exchanges, executed by the code of 1inch's router, UniswapV2Pair and
// UniswapV3Pool at the addresses of the production chains. What arrives is compared with what each
// exchange quotes for itself.

const abi = parseAbi([
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function sync()',
  'function getAmountsOut(uint256, address[]) view returns (uint256[])',
  'function quoteExactInputSingle((address tokenIn, address tokenOut, uint256 amountIn, uint24 fee, uint160 limit)) returns (uint256 amountOut, uint160, uint32 ticks, uint256)',
])

let sandbox: TestSandbox
const clients = new Map<string, PublicClient>()

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

function clientOf(blockchain: SandboxBlockchain): PublicClient {
  const known = clients.get(blockchain)
  if (known !== undefined) return known
  const client = createPublicClient({ transport: http(sandbox.rpcUrl(blockchain)) })
  clients.set(blockchain, client)
  return client
}

function hex(text: string): Hex {
  return `0x${text.slice(2)}`
}

function rowOf(blockchain: SandboxBlockchain, id: string, isPair: boolean): UnoswapRow {
  const family = isPair ? 'uniswap-v2' : 'uniswap-v3'
  const found = chainRows(blockchain)?.rows.find((row) => row.id === id && row.family === family)
  if (found === undefined || !isUnoswapRow(found)) throw new Error(`no ${id} on ${blockchain}`)
  return found
}

function tokenOf(blockchain: string, symbol: string): Hex {
  const found = registry.find((token) => token.chain === blockchain && token.symbol === symbol)
  if (found === undefined) throw new Error(`no ${symbol}`)
  return hex(found.address)
}

/** `CRV UNISWAP_V2 WETH 500 USDC`: exchanges of pairs, and tiers of Uniswap V3. */
async function planOf(
  blockchain: SandboxBlockchain,
  direction: Direction,
  way: string,
): Promise<UnoswapPlan> {
  const words = way.split(' ')
  const tokens = words.filter((_, at) => at % 2 === 0).map((word) => tokenOf(blockchain, word))
  const hops: UnoswapHop[] = []
  for (const [at, word] of words.filter((_, index) => index % 2 === 1).entries()) {
    const tier = /^\d+$/.test(word) ? Number(word) : null
    const row = rowOf(blockchain, tier === null ? word : 'UNI_SWAP_V3', tier === null)
    const reads = poolReads(row, tokens[at] ?? '', tokens[at + 1] ?? '', tier)
    const results = await Promise.all(
      reads.map(async ({ target, callData }) => {
        const { data } = await clientOf(blockchain).call({ to: hex(target), data: hex(callData) })
        return { success: data !== undefined, returnData: data ?? '0x' }
      }),
    )
    const hop = toUnoswapHop(row, tier, results)
    if (hop === null) throw new Error(`no pool for ${word}`)
    hops.push(hop)
  }
  const row = hops[0]?.row
  if (row === undefined) throw new Error('no hop')
  return { row, direction, tokens, hops }
}

type Quoted = { amountOut: bigint; ticks: number }

/** What the exchange of a hop quotes for its pool, and of a pair what the reserves give. */
async function quoteHop(
  blockchain: SandboxBlockchain,
  hop: UnoswapHop,
  [from, to]: readonly [Hex, Hex],
  { amountOut: amountIn, ticks }: Quoted,
): Promise<Quoted> {
  const client = clientOf(blockchain)
  if ('numerator' in hop) {
    const amounts = await client.readContract({
      address: hex(hop.row.router),
      abi,
      functionName: 'getAmountsOut',
      args: [amountIn, [from, to]],
    })
    const amountOut = amounts.at(-1) ?? 0n
    const pair = { address: hex(hop.pool), abi } as const
    const [first, second] = await client.readContract({ ...pair, functionName: 'getReserves' })
    const isFirstIn = from.toLowerCase() < to.toLowerCase()
    const reserves = isFirstIn ? ([first, second] as const) : ([second, first] as const)
    expect(pairOutput(hop.numerator, amountIn, reserves)).toBe(amountOut)
    return { amountOut, ticks }
  }
  const { result } = await client.simulateContract({
    address: hex(hop.row.quoter),
    abi,
    functionName: 'quoteExactInputSingle',
    args: [{ tokenIn: from, tokenOut: to, amountIn, fee: hop.tier, limit: 0n }],
  })
  return { amountOut: result[0], ticks: ticks + result[2] }
}

/** Units of a token, or of the coin. */
async function balance(client: PublicClient, token: Hex, owner: Hex): Promise<bigint> {
  if (token === zeroAddress) return await client.getBalance({ address: owner })
  const contract = { address: token, abi: erc20Abi } as const
  return await client.readContract({ ...contract, functionName: 'balanceOf', args: [owner] })
}

const unit = (decimals: number, whole: bigint): bigint => whole * 10n ** BigInt(decimals)

test.each<[string, SandboxBlockchain, Direction, bigint, string]>([
  ['one pair', 'ETH', 'tokens', unit(6, 901n), 'USDC SUSHI_SWAP WETH'],
  ['one V3 pool', 'ETH', 'tokens', unit(6, 902n), 'USDC 500 WETH'],
  [
    'pairs of two exchanges',
    'ETH',
    'tokens',
    unit(18, 3001n),
    'CRV UNISWAP_V2 WETH SUSHI_SWAP USDC',
  ],
  ['a pair, then a V3 pool', 'ETH', 'tokens', unit(18, 3002n), 'DAI SUSHI_SWAP WETH 500 WBTC'],
  ['a V3 pool, then a pair', 'ETH', 'tokens', unit(6, 2000n), 'USDC 500 WETH VERSE WBTC'],
  ['two V3 pools', 'ETH', 'tokens', unit(6, 5003n), 'USDC 100 USDT 500 WETH'],
  [
    'three pools of three exchanges',
    'ETH',
    'tokens',
    unit(18, 4004n),
    'CRV UNISWAP_V2 WETH SHIBA_SWAP USDC 100 DAI',
  ],
  ['V3, pair, V3', 'ETH', 'tokens', unit(18, 1001n), 'DAI 100 USDC SUSHI_SWAP WETH 3000 LINK'],
  ['coins into a pair', 'ETH', 'nativeIn', 10n ** 17n + 3n, 'WETH SUSHI_SWAP USDC'],
  [
    'coins into a V3 pool, then a pair',
    'ETH',
    'nativeIn',
    10n ** 17n,
    'WETH 500 USDC UNISWAP_V2 USDT',
  ],
  [
    'coins through three pools',
    'ETH',
    'nativeIn',
    2n * 10n ** 17n + 1n,
    'WETH SHIBA_SWAP USDT 100 USDC 100 DAI',
  ],
  ['a pair for coins', 'ETH', 'nativeOut', unit(18, 501n), 'CRV UNISWAP_V2 WETH'],
  ['a V3 pool for coins', 'ETH', 'nativeOut', unit(6, 502n), 'USDC 500 WETH'],
  [
    'three pools for coins',
    'ETH',
    'nativeOut',
    unit(18, 503n),
    'DAI 100 USDC UNISWAP_V2 USDT PANCAKE_SWAP WETH',
  ],
  ['POLYGON', 'POLYGON', 'tokens', unit(18, 800n), 'CRV QUICK_SWAP WPOL APE_SWAP USDC'],
  ['ARBITRUM', 'ARBITRUM', 'tokens', unit(18, 30n), 'GMX SUSHI_SWAP WETH 500 USDC'],
  ['BSC', 'BSC', 'tokens', unit(18, 30n), 'CAKE PANCAKE_SWAP WBNB SUSHI_SWAP ETH'],
])('%s', async (_, blockchain, direction, amountIn, way) => {
  const plan = await planOf(blockchain, direction, way)
  const client = clientOf(blockchain)
  const state = toUnoswapState(plan)
  if (state === null) throw new Error('no state')
  const { tokens, hops } = plan
  let said: Quoted = { amountOut: amountIn, ticks: 0 }
  for (const [at, hop] of hops.entries())
    said = await quoteHop(blockchain, hop, [hex(tokens[at] ?? ''), hex(tokens[at + 1] ?? '')], said)
  const { amountOut: expected, ticks } = said
  expect(expected).toBeGreaterThan(0n)

  const payer = privateKeyToAccount(sandbox.account('alice').privateKey)
  const receiver = privateKeyToAddress(generatePrivateKey())
  const router = hex(unoswapRouter)
  const source = direction === 'nativeIn' ? zeroAddress : hex(tokens[0] ?? '')
  const target = direction === 'nativeOut' ? zeroAddress : hex(tokens.at(-1) ?? '')
  const wallet = createWalletClient({ account: payer, transport: http(sandbox.rpcUrl(blockchain)) })
  const watched = [zeroAddress, ...tokens].map(hex)
  const inRouter = () => Promise.all(watched.map((token) => balance(client, token, router)))
  const dataFor = (amountOutMin: bigint) =>
    hex(encodeUnoswap(plan, { recipient: receiver, amountIn, amountOutMin, deadline: 0n }))
  const value = direction === 'nativeIn' ? amountIn : 0n
  // The base fee of these full blocks rises faster than a client allows for.
  const paid = { chain: null, maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 9n } as const
  const send = async (data: Hex) =>
    await minedReceipt(
      client,
      await wallet.sendTransaction({ ...paid, to: router, data, value, gas: 2_000_000n }),
    )

  // The first swap of a pair writes more than any later one.
  for (const { pool } of hops.filter((hop) => 'numerator' in hop)) {
    const pair = { ...paid, address: hex(pool), abi } as const
    await minedReceipt(client, await wallet.writeContract({ ...pair, functionName: 'sync' }))
  }
  if (direction !== 'nativeIn') {
    const approval = await wallet.writeContract({
      ...paid,
      address: source,
      abi: erc20Abi,
      functionName: 'approve',
      args: [router, amountIn],
    })
    expect((await minedReceipt(client, approval)).status).toBe('success')
  }
  const before = { paid: await balance(client, source, payer.address), router: await inRouter() }

  // One unit more than the pools pay: the whole call fails, whatever its pools brought.
  const tooMuch = await send(dataFor(expected + 1n))
  expect(tooMuch.status).toBe('reverted')
  const data = dataFor(expected)
  const receipt = await send(data)
  expect(receipt.status).toBe('success')
  expect(await balance(client, target, receiver)).toBe(expected)
  expect(await inRouter()).toEqual(before.router)
  const gas = [tooMuch, receipt].reduce((sum, one) => sum + one.gasUsed * one.effectiveGasPrice, 0n)
  const costs = direction === 'nativeIn' ? gas : 0n
  expect(before.paid - (await balance(client, source, payer.address))).toBe(amountIn + costs)
  if (direction !== 'nativeIn') {
    const allowed = await client.readContract({
      address: source,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [payer.address, router],
    })
    expect(allowed).toBe(0n)
  }
  expect(parseEventLogs({ abi: erc20Abi, eventName: 'Approval', logs: receipt.logs })).toEqual([])

  // What is signed is read again, and its pools are confirmed by the chain itself.
  const rows = chainRows(blockchain)?.rows ?? []
  const call = readCall('the exchange', rowCalls(rows, router), data)
  const urls = [sandbox.rpcUrl(blockchain)]
  const rpc = createRpcClient({
    http: testClient(urls).client,
    endpoints: { [blockchain]: urls },
  })
  const named = await nameUnoswap(
    call,
    { blockchain, to: router },
    { rpc, signal: new AbortController().signal },
  )
  expect(named).toMatchObject({
    recipient: receiver.toLowerCase(),
    srcToken: source === zeroAddress ? source : source.toLowerCase(),
    dstToken: target === zeroAddress ? target : target.toLowerCase(),
    minOut: expected,
  })
  expect(named).not.toHaveProperty('pools')

  const estimate = unoswapGas(plan, ticks)
  expect(estimate).toBeGreaterThan(receipt.gasUsed)
  expect(estimate).toBeLessThan((receipt.gasUsed * 3n) / 2n)
})
