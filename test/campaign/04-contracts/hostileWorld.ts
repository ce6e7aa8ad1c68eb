import { plainParties } from '../../support/partyFacts.ts'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Abi, encodeDeployData, encodeFunctionData, getContractAddress, type Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'

import type { Api } from '../../../src/api/api.ts'
import { readSwapAnswer } from '../../../src/api/builtRoute.ts'
import type { SwapAnswer } from '../../../src/api/schemas.ts'
import type { RouteItem } from '../../../src/api/routeSchema.ts'
import type { Token } from '../../../src/core/token.ts'
import type { ExecutionContext, ExecutionEvent } from '../../../src/execution/context.ts'
import type { SwapOrder } from '../../../src/execution/planned.ts'
import { readOnchain } from '../../support/declaredCalls.ts'
import type { V2Row } from '../../../src/providers/onchain/families/uniswapV2.ts'
import { encodeSwap } from '../../../src/providers/onchain/swapCalls.ts'
import { openJournal } from '../../../src/store/journal.ts'
import { verifySigned } from '../../../src/wallet/decodeTransaction.ts'
import { signPlan } from '../../../src/wallet/signPlan.ts'
import { eth, toRoute, usd } from '../../support/executionService.ts'
import { startChain, type TestChain, testChainId } from '../../wallet/support/anvil.ts'
import { requestFor } from '../../support/requests.ts'
import { toBody } from '../../../src/api/request.ts'
import { readRouteItem } from '../../../src/api/route.ts'

const key = Buffer.alloc(32, 0x42)
export const owner = privateKeyToAddress(`0x${key.toString('hex')}`)
const deployer = '0x00000000000000000000000000000000000de100'
const wrapped = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

export type Contract = { address: Hex; abi: Abi }
type Artifact = { abi: Abi; bytecode: Hex }

/** A local chain with hostile contracts on it, and the program's own execution before it. */
export type HostileWorld = {
  deploy(name: 'HostileToken' | 'HostileRouter', kind: number): Promise<Contract>
  call(to: Contract, name: string, args: readonly unknown[]): Promise<void>
  read(from: Contract, name: string, args: readonly unknown[]): Promise<bigint>
  coins(account: string): Promise<bigint>
  block(): Promise<number>
  snapshot(): Promise<string>
  revert(to: string): Promise<void>
  /** A process of its own: context and order for a swap of the source token by the router. */
  open(swap: Swap): Promise<Opened>
  stop(): Promise<void>
}

export type Swap = { router: Contract; srcToken: Contract; dstToken: Contract; amount: bigint }
export type Opened = {
  context: ExecutionContext
  order: SwapOrder
  minimum: bigint
  events: ExecutionEvent[]
  close(): void
}

export async function createHostileWorld(): Promise<HostileWorld> {
  const artifacts = await compileHostile()
  const chain = await startChain()
  const { rpc } = chain
  await rpc('evm_setAutomine', true)
  await rpc('anvil_impersonateAccount', deployer)
  for (const account of [deployer, owner]) {
    await rpc('anvil_setBalance', account, '0xd3c21bcecceda1000000')
  }
  const send = async (transaction: object): Promise<void> => {
    const hash = String(
      await rpc('eth_sendTransaction', { from: deployer, gas: '0xb71b00', ...transaction }),
    )
    // For a moment the node has the receipt and calls the transaction pending: that is no answer.
    const look = async () => await chain.evm.readReceipt('ETH', hash).catch(() => null)
    let receipt = await look()
    for (let tries = 0; receipt === null && tries < 200; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      receipt = await look()
    }
    if (receipt?.succeeded !== true) throw new Error('the setting of the case failed')
  }
  const dataOf = ({ abi }: Contract, functionName: string, args: readonly unknown[]): Hex =>
    encodeFunctionData({ abi, functionName, args })
  return {
    deploy: async (name, kind) => {
      const { abi, bytecode } = artifacts[name]
      const { latest } = await chain.evm.readNonce('ETH', deployer)
      await send({ data: encodeDeployData({ abi, bytecode, args: [kind] }) })
      return { address: getContractAddress({ from: deployer, nonce: BigInt(latest) }), abi }
    },
    call: (to, name, args) => send({ to: to.address, data: dataOf(to, name, args) }),
    read: async (from, name, args) =>
      BigInt(
        String(
          await rpc('eth_call', { to: from.address, data: dataOf(from, name, args) }, 'latest'),
        ),
      ),
    coins: async (account) => BigInt(String(await rpc('eth_getBalance', account, 'latest'))),
    block: async () => Number(await rpc('eth_blockNumber')),
    snapshot: async () => String(await rpc('evm_snapshot')),
    revert: async (to) => void (await rpc('evm_revert', to)),
    open: (swap) => open(chain, swap),
    stop: () => chain.stop(),
  }
}

type HostileName = 'HostileToken' | 'HostileRouter' | 'MiddleToken'

/** The contracts of this folder. */
export async function compileHostile(): Promise<Record<HostileName, Artifact>> {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const step = await import(pathToFileURL(join(root, 'sandbox/scripts/contracts.mjs')).href)
  return await step.compileContracts(
    fileURLToPath(new URL('.', import.meta.url)),
    join(root, 'node_modules/.cache/swaproute'),
  )
}

function tokenOf({ address }: Contract, symbol: string): Token {
  const words = { symbol, name: symbol, decimals: 6, listed: false, native: false }
  return { blockchain: 'ETH', address, ...words }
}

async function open(chain: TestChain, swap: Swap): Promise<Opened> {
  const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  const folder = mkdtempSync(join(place, 'swaproute-hostile-'))
  const journal = await openJournal(folder, { now: Date.now })
  const srcToken = tokenOf(swap.srcToken, 'SRC')
  const dstToken = tokenOf(swap.dstToken, 'DST')
  const events: ExecutionEvent[] = []
  let ids = 0
  const newRoute = (): RouteItem => {
    const route = toRoute(100, srcToken, dstToken, swap.amount, 1000n, (ids += 1))
    return {
      ...route,
      providerType: 'UNISWAP_V2',
      transaction: { approvalAddress: swap.router.address },
    }
  }
  const first = newRoute()
  const minimum = BigInt(first.estimate.destinationWeiMinAmount)
  const request = requestFor({ srcToken, dstToken, srcAmount: swap.amount }, { slippage: 0.01 })
  const notAsked = (): Promise<never> => Promise.reject(new Error('not asked in these cases'))
  const api: Api = {
    quoteBest: notAsked,
    quoteDepositTrades: notAsked,
    swapDepositTrade: notAsked,
    status: notAsked,
    chains: notAsked,
    providers: notAsked,
    quoteAll: () =>
      Promise.resolve({ quote: toBody(request), routes: [readRouteItem(newRoute())] }),
    swap: () =>
      Promise.resolve(readSwapAnswer(answerOf(first, swap, minimum), srcToken, 'payment')),
    // The service takes part: whatever happened, it reports that all went well.
    statusExtended: () => Promise.resolve({ status: 'SUCCESS', destinationTxHash: null }),
  }
  const controller = new AbortController()
  const context: ExecutionContext = {
    api,
    evm: chain.evm,
    hasChain: () => true,
    openSigner: (address) =>
      Promise.resolve({
        address,
        sign: async (plan) => {
          const raw = await signPlan(plan, key)
          const decoded = verifySigned(raw, plan)
          return { raw, hash: decoded.hash, decoded }
        },
        close: () => Promise.resolve(),
      }),
    journal,
    pinned: async () => ({ targets: [swap.router.address], spenders: [swap.router.address] }),
    decodeCall: (_provider, _blockchain, to, data) => Promise.resolve(readOnchain(to, data)),
    chainId: () => testChainId,
    nativeToken: () => eth,
    wrappedNative: () => wrapped,
    facts: plainParties,
    priceOf: () => Promise.resolve({ e18: usd, confirmed: true, sources: ['one', 'two'] }),
    confirmOrder: () => Promise.reject(new Error('no order is opened')),
    present: () => Promise.reject(new Error('no order is shown')),
    sandbox: false,
    review: () => Promise.resolve(),
    onEvent: (event) => void events.push(event),
    now: Date.now,
    sleep: () => new Promise((resolve) => setTimeout(resolve, 5)),
    signal: controller.signal,
    checkpoint: () => {},
  }
  const order: SwapOrder = {
    request,
    route: readRouteItem(first),
    quotedAtMs: Date.now(),
    fromAddress: owner,
    receiver: owner,
    refundAddress: null,
    minReceive: null,
    maxFeeUsdE18: null,
    maxLossBps: null,
    idempotencyKey: null,
    force: false,
  }
  const close = (): void => {
    journal.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { context, order, minimum, events, close }
}

function answerOf(
  { estimate, fees }: RouteItem,
  { router, srcToken, dstToken, amount }: Swap,
  minimum: bigint,
): SwapAnswer {
  const row: V2Row = {
    family: 'uniswap-v2',
    id: 'UNISWAP_V2',
    blockchain: 'ETH',
    wrapped,
    off: null,
    confidence: 'high',
    note: null,
    router: router.address,
    factory: null,
    variant: 'plain',
    nativeWords: ['ETH'],
  }
  const tokens = [srcToken.address, dstToken.address]
  const state = {
    family: row.family,
    row,
    direction: 'tokens',
    nativeWord: 'ETH',
    tokens,
    flags: [],
  } as const
  const deadline = BigInt(Math.floor(Date.now() / 1000) + 1200)
  const data = encodeSwap(state, {
    recipient: owner,
    amountIn: amount,
    amountOutMin: minimum,
    deadline,
  })
  const transaction = { to: router.address, data, value: '0', approvalAddress: router.address }
  return { estimate, fees, transaction, warnings: [] }
}
