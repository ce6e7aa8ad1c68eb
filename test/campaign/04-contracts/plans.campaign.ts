/**
 * Row 4, several swaps inside one router: a token in the middle that misbehaves while SwapRouter02 holds
 * what other parts brought, or while 1inch's router, which gives anyone what it holds, runs a way through
 * two pools. The contracts of Uniswap are the real ones, and 1inch's code is its own.
 */
import {
  type Abi,
  createTestClient,
  encodeDeployData,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  publicActions,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import type { Direction, SwapTerms } from '../../../src/providers/onchain/families/family.ts'
import type { RouterPart } from '../../../src/providers/onchain/families/routerPlan.ts'
import { toRouterState, type V3Row } from '../../../src/providers/onchain/families/uniswapV3.ts'
import {
  toUnoswapState,
  unoswapRouter,
} from '../../../src/providers/onchain/families/unoswapPlan.ts'
import { chainRows } from '../../../src/providers/onchain/rows.ts'
import { encodeSwap } from '../../../src/providers/onchain/swapCalls.ts'
import { minedReceipt } from '../../support/minedReceipt.ts'
import { startTestSandbox, type TestSandbox } from '../../support/sandbox.ts'
import { defineRow } from '../support/row.ts'
import { compileHostile } from './hostileWorld.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const pairRouter = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const pairFactory = '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f'
const receiver = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const thief = '0x0000000000000000000000000000000000000bad'
const amountIn = 4_000_000_000n

const pairAbi = parseAbi([
  'function addLiquidity(address, address, uint256, uint256, uint256, uint256, address, uint256)',
  'function deposit() payable',
  'function getPair(address, address) view returns (address)',
  'function curveSwapCallback(address, address, address, uint256, uint256)',
])

/** What the token does once it is armed. */
const kinds: readonly [number, string][] = [
  [1, 'sweeps what the router holds'],
  [2, 'unwraps what the router holds'],
  [3, 'transfers next to nothing'],
  [4, 'transfers to a thief'],
]
const takesAll: [number, string] = [5, 'takes what the router holds']

const hopOf = { kind: 'v2' } as const
const plansOver = (middle: Hex) => {
  const over: RouterPart = { share: 1, tokens: [usdc, middle, weth], hops: [hopOf, hopOf] }
  const direct: RouterPart = { share: 3, tokens: [usdc, weth], hops: [{ kind: 'v3', tier: 500 }] }
  const mixed: RouterPart = {
    share: 1,
    tokens: [usdc, '0xdAC17F958D2ee523a2206206994597C13D831ec7', weth],
    hops: [{ kind: 'v3', tier: 100 }, hopOf],
  }
  return [
    ['a path', 'tokens', [over]],
    ['a split', 'tokens', [direct, over]],
    ['a split into coins', 'nativeOut', [direct, over, mixed]],
  ] as const
}

defineRow(
  {
    number: 4,
    title: 'hostile tokens in the middle of a plan',
    cases: { fast: 22, full: 22 },
  },
  async (row) => {
    const world = await openWorld()
    try {
      for (const [name, direction, parts] of plansOver(world.middle)) {
        const plan = planOver(direction, parts)
        const honest = await world.run(plan, 0, 1n)
        await row.twin(name, async () => {
          const again = await world.run(plan, 0, honest.gained)
          if (again.status !== 'success') throw new Error('an honest token is not swapped')
          if (again.gained !== honest.gained) throw new Error(`${again.gained} arrive`)
          if (again.lost !== amountIn) throw new Error(`${again.lost} are spent`)
        })
        for (const [kind, what] of kinds) {
          await row.check(`${name} over a token that ${what}`, async () => {
            const minimum = (honest.gained * 99n) / 100n
            const end = await world.run(plan, kind, minimum)
            // Of one path the router holds nothing while a token in its middle is transferred.
            const isInVain = parts.length === 1 && kind <= 2
            if (isInVain && end.gained === honest.gained && end.stolen === 0n) return
            if (end.status !== 'reverted') throw new Error(`paid ${end.gained} of ${minimum}`)
            if (end.lost + end.gained + end.stolen > 0n) throw new Error('money has moved')
          })
        }
      }
      for (const direction of ['tokens', 'nativeOut'] as const) {
        const plan = await world.way(direction)
        const name = `a way (${direction})`
        const honest = await world.run(plan, 0, 1n)
        await row.twin(name, async () => {
          const again = await world.run(plan, 0, honest.gained)
          if (again.status !== 'success') throw new Error('an honest token is not swapped')
          if (again.lost !== amountIn) throw new Error(`${again.lost} are spent`)
        })
        for (const [kind, what] of [...kinds, takesAll]) {
          await row.check(`${name} over a token that ${what}`, async () => {
            const end = await world.run(plan, kind, (honest.gained * 99n) / 100n)
            const isInVain = kind === 5 && end.status === 'success' && end.lost === amountIn
            if (isInVain && end.gained === honest.gained && end.stolen === 0n) return
            if (end.status !== 'reverted') throw new Error(`paid ${end.gained}`)
            if (end.lost + end.gained + end.stolen > 0n) throw new Error('money has moved')
          })
        }
      }
    } finally {
      await world.stop()
    }
  },
)

/** A call that swaps `amountIn` of USDC. */
type Plan = { router: Hex; encode(terms: SwapTerms): string }

function planOver(direction: Direction, parts: readonly RouterPart[]): Plan {
  const row = rowOf()
  const found = { nativeWord: null, routerKind: 'router02', v2Factory: pairFactory } as const
  const state = toRouterState(row, direction, found, parts)
  if (state === null) throw new Error('no state')
  return { router: row.router as Hex, encode: (terms) => encodeSwap(state, terms) }
}

type End = { status: 'success' | 'reverted'; gained: bigint; lost: bigint; stolen: bigint }
type World = {
  middle: Hex
  /** Through the pairs of USDC, the token in the middle and WETH, by 1inch's router. */
  way(direction: Direction): Promise<Plan>
  /** Runs a plan on a chain that is as before afterwards. */
  run(plan: Plan, kind: number, minimum: bigint): Promise<End>
  stop(): Promise<void>
}

async function openWorld(): Promise<World> {
  const sandbox = await startTestSandbox()
  const { abi, bytecode } = (await compileHostile()).MiddleToken
  const settingAbi: Abi = [...abi, ...pairAbi]
  const client = clientOf(sandbox)
  const owner = client.account.address
  const row = rowOf()
  const mined = async (hash: Hex) => await minedReceipt(client, hash)
  const write = async (
    address: Hex,
    functionName: string,
    args: readonly unknown[],
    value = 0n,
  ) => {
    const call = { address, abi: settingAbi, functionName, args, value, chain: null }
    const { status } = await mined(await client.writeContract(call))
    if (status !== 'success') throw new Error(`the setting of the case failed: ${functionName}`)
  }
  const held = async (token: Hex, account: Hex): Promise<bigint> =>
    await client.readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [account],
    })

  const data = encodeDeployData({ abi, bytecode })
  const deployed = await mined(await client.sendTransaction({ data, chain: null }))
  const middle = deployed.contractAddress
  if (middle == null) throw new Error('the token is not deployed')
  await write(middle, 'mint', [owner, 10n ** 24n])
  await write(weth, 'deposit', [], 4n * 10n ** 18n)
  const { timestamp } = await client.getBlock()
  for (const [token, amount] of [
    [usdc, 9_000_000_000n],
    [weth, 3n * 10n ** 18n],
  ] as const) {
    for (const [each, value] of [
      [token, amount],
      [middle, 10n ** 22n],
    ] as const) {
      await write(each, 'approve', [pairRouter, value])
    }
    const ends = [middle, token, 10n ** 22n, amount, 0n, 0n, owner, timestamp + 100_000n]
    await write(pairRouter, 'addLiquidity', ends)
  }
  for (const router of [row.router, unoswapRouter]) await write(usdc, 'approve', [router, amountIn])
  // Between two calls the router holds nothing, other than in the sandbox.
  const kept = await held(weth, unoswapRouter)
  await write(unoswapRouter, 'curveSwapCallback', [owner, owner, weth, kept, 0n])

  const way: World['way'] = async (direction) => {
    const tokens = [usdc, middle, weth]
    const rows = chainRows('ETH')?.rows ?? []
    const pairs = rows.find(({ id }) => id === 'UNISWAP_V2')
    if (pairs?.family !== 'uniswap-v2') throw new Error('no UNISWAP_V2 on ETH')
    const hops = await Promise.all(
      [0, 1].map(async (at) => ({
        row: pairs,
        pool: await client.readContract({
          address: pairFactory,
          abi: pairAbi,
          functionName: 'getPair',
          args: [tokens[at] as Hex, tokens[at + 1] as Hex],
        }),
        numerator: 997_000_000,
      })),
    )
    const state = toUnoswapState({ row: pairs, direction, tokens, hops })
    if (state === null) throw new Error('no state')
    return { router: unoswapRouter, encode: (terms) => encodeSwap(state, terms) }
  }

  const run: World['run'] = async ({ router: to, encode }, kind, minimum) => {
    const before = await client.snapshot()
    try {
      await write(middle, 'arm', [kind, to, weth])
      const terms = { recipient: receiver, amountIn, amountOutMin: minimum }
      const deadline = timestamp + 100_000n
      const call = encode({ ...terms, deadline }) as Hex
      const arrived = async (account: Hex): Promise<bigint> =>
        (await held(weth, account)) + (await client.getBalance({ address: account }))
      const [had, own, robbed] = [
        await arrived(receiver),
        await held(usdc, owner),
        await arrived(thief),
      ]
      const { status } = await mined(
        await client.sendTransaction({ to, data: call, gas: 2_000_000n, chain: null }),
      )
      return {
        status,
        gained: (await arrived(receiver)) - had,
        lost: own - (await held(usdc, owner)),
        stolen: (await arrived(thief)) - robbed,
      }
    } finally {
      await client.revert({ id: before })
    }
  }
  return { middle, way, run, stop: () => sandbox.stop() }
}

function clientOf(sandbox: TestSandbox) {
  const account = privateKeyToAccount(sandbox.account('alice').privateKey)
  return createTestClient({ account, mode: 'anvil', transport: http(sandbox.rpcUrl('ETH')) })
    .extend(publicActions)
    .extend(walletActions)
}

function rowOf(): V3Row {
  const found = chainRows('ETH')?.rows.find(({ id }) => id === 'UNI_SWAP_V3')
  if (found?.family !== 'uniswap-v3') throw new Error('no UNI_SWAP_V3 on ETH')
  return found
}
