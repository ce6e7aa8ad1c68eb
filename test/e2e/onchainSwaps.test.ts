import {
  createPublicClient,
  createWalletClient,
  defineChain,
  erc20Abi,
  type Hex,
  http,
  type PublicClient,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import type { BlockchainId } from '../../src/core/blockchainIds.ts'
import type { ProviderId } from '../../src/core/providerIds.ts'
import type { Quote, QuoteRequest, SwapRef } from '../../src/core/quote.ts'
import type { SwapStatus } from '../../src/core/status.ts'
import type { Token } from '../../src/core/token.ts'
import { readOnchain } from '../support/declaredCalls.ts'
import { minedReceipt } from '../support/minedReceipt.ts'
import { createOnchainProvider } from '../../src/providers/onchain/onchain.ts'
import {
  hex,
  type OnchainSandbox,
  startOnchainSandbox,
  tokenOf,
  toRequest,
} from './support/onchainSandbox.ts'

// What `build` makes is run by the real contracts: every exchange of the sandbox, coin to token,
// token to coin and token to token, pays the quoted amount to the last unit.

let world: OnchainSandbox
const provider = createOnchainProvider()

beforeAll(async () => {
  world = await startOnchainSandbox()
}, 60_000)

afterAll(() => world?.close())

type Actor = {
  node: PublicClient
  address: Hex
  send(call: { to: string; data: string; value: bigint }): Promise<Hex>
}

function actor(blockchain: BlockchainId, name: string): Actor {
  const transport = http(world.rpcUrl(blockchain))
  const id = world.context().chainId(blockchain) ?? 0
  const chain = defineChain({
    id,
    name: blockchain,
    nativeCurrency: { name: 'coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: { default: { http: [world.rpcUrl(blockchain)] } },
  })
  const account = privateKeyToAccount(hex(world.account(name).privateKey))
  const node = createPublicClient({ chain, transport, cacheTime: 0 })
  const wallet = createWalletClient({ chain, transport, account })
  return {
    node,
    address: account.address,
    async send({ to, data, value }) {
      // The base fee moves between the estimate and the block.
      const { baseFeePerGas } = await node.getBlock()
      const call = { to: hex(to), data: hex(data), value }
      // A pool writes its oracle once a second, the first time into empty slots (44,000 of gas): in
      // the next second a swap needs more than was estimated.
      const gas = await node.estimateGas({ ...call, account })
      const hash = await wallet.sendTransaction({
        ...call,
        gas: gas * 2n,
        maxPriorityFeePerGas: 1_000_000_000n,
        maxFeePerGas: 4n * (baseFeePerGas ?? 0n) + 200_000_000_000n,
      })
      await minedReceipt(node, hash)
      return hash
    },
  }
}

async function balanceOf(node: PublicClient, owner: Hex, token: Token): Promise<bigint> {
  if (token.native) return node.getBalance({ address: owner })
  return node.readContract({
    address: hex(token.address),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  })
}

async function approve(who: Actor, token: Token, spender: string, amount: bigint): Promise<void> {
  const selector = '0x095ea7b3'
  const words = [spender.slice(2).toLowerCase(), amount.toString(16)].map((word) =>
    word.padStart(64, '0'),
  )
  await who.send({ to: token.address, data: selector + words.join(''), value: 0n })
}

async function quoteOf(id: ProviderId, request: QuoteRequest): Promise<Quote> {
  const { quotes, failed } = await provider.quote(request, new Set([id]), world.context())
  const [quote] = quotes
  if (quote === undefined) throw failed[0]?.error ?? new Error(`${id} did not answer`)
  return quote
}

function refOf(request: QuoteRequest, hash: string): SwapRef {
  const { blockchain } = request.srcToken
  return {
    srcBlockchain: blockchain,
    srcTxHash: hash,
    dstBlockchain: blockchain,
    orderId: null,
    fromAddress: null,
    receiver: null,
    durationSeconds: null,
    startedAtMs: null,
    providerState: null,
  }
}

/** Quotes, approves exactly, sends, and compares balances, decoded call and status. */
async function swap(id: ProviderId, request: QuoteRequest, who: Actor, receiver: Actor) {
  const { srcToken, dstToken, srcAmount } = request
  const quote = await quoteOf(id, request)
  const { transaction } = await provider.build(quote, world.context())
  if (transaction.kind !== 'evm') throw new Error('not an EVM transaction')
  expect(transaction.value).toBe(srcToken.native ? srcAmount : 0n)
  expect(provider.pinned(id, srcToken.blockchain).targets).toContain(transaction.to)
  if (quote.spender !== null) {
    expect(provider.pinned(id, srcToken.blockchain).spenders).toContain(quote.spender)
    await approve(who, srcToken, quote.spender, srcAmount)
  }
  if (id !== 'WRAPPED') {
    expect(readOnchain(transaction.to, transaction.data, srcToken.blockchain)).toMatchObject({
      recipient: receiver.address.toLowerCase(),
      minOut: quote.dstMinAmount,
    })
  }

  const paidBefore = await balanceOf(who.node, who.address, srcToken)
  const before = await balanceOf(who.node, receiver.address, dstToken)
  const hash = await who.send(transaction)
  const receipt = await who.node.getTransactionReceipt({ hash })
  expect(receipt.status).toBe('success')
  const gas = receipt.gasUsed * receipt.effectiveGasPrice
  const received = (await balanceOf(who.node, receiver.address, dstToken)) - before
  const paid = paidBefore - (await balanceOf(who.node, who.address, srcToken))
  const ownGas = who.address === receiver.address && dstToken.native ? gas : 0n
  expect(received).toBe(quote.dstAmount - ownGas)
  expect(paid).toBe(srcAmount + (srcToken.native ? gas : 0n))
  const estimate = quote.fees.gas?.limit ?? 0n
  expect(Number(estimate) / Number(receipt.gasUsed)).toBeGreaterThan(0.8)
  expect(Number(estimate) / Number(receipt.gasUsed)).toBeLessThan(2.5)
  expect(await settledStatus(id, refOf(request, hash))).toMatchObject({
    status: 'SUCCESS',
    destinationTxHash: hash,
    receivedAmount: quote.dstAmount,
  })
  return { quote, hash }
}

/**
 * The status once the node has taken the transaction out of its list of waiting ones: until then
 * it returns the receipt of a block and the transaction without one, which is PENDING.
 */
async function settledStatus(id: ProviderId, ref: SwapRef): Promise<SwapStatus> {
  const ask = async (): Promise<SwapStatus> => {
    const status = await provider.status(id, ref, world.context())
    if (status.status === 'PENDING') throw new Error(status.note ?? 'still pending')
    return status
  }
  return vi.waitFor(ask, { timeout: 10_000 })
}

const pairs: [BlockchainId, string, string, bigint][] = [
  ['ETH', 'native', 'USDC', 10n ** 18n],
  ['ETH', 'USDC', 'native', 1_000_000_000n],
  ['ETH', 'WBTC', 'DAI', 1_000_000n],
  ['POLYGON', 'native', 'WBTC', 1000n * 10n ** 18n],
  ['POLYGON', 'USDC', 'native', 1_000_000_000n],
  ['POLYGON', 'WBTC', 'USDT', 1_000_000n],
  ['ARBITRUM', 'native', 'USDC', 10n ** 18n],
  ['ARBITRUM', 'USDC', 'native', 1_000_000_000n],
  ['ARBITRUM', 'WBTC', 'USDC', 1_000_000n],
  ['BSC', 'native', 'BTCB', 10n ** 18n],
  ['BSC', 'BTCB', 'native', 10n ** 16n],
  ['BSC', 'USDT', 'USDC', 1000n * 10n ** 18n],
]

test.each(pairs)('%s %s to %s through every exchange', async (blockchain, from, to, amount) => {
  const alice = actor(blockchain, 'alice')
  const pair = toRequest(tokenOf(blockchain, from), tokenOf(blockchain, to), amount)
  const request = { ...pair, fromAddress: alice.address }
  const all = await provider.quote(request, new Set(provider.supports(request)), world.context())
  expect(all.quotes.length).toBeGreaterThan(0)
  for (const { provider: id } of all.quotes) await swap(id, request, alice, alice)
})

test('another receiver is paid', async () => {
  const [alice, bob] = [actor('ETH', 'alice'), actor('ETH', 'bob')]
  const usdc = tokenOf('ETH', 'USDC')
  const eth = tokenOf('ETH', 'native')
  for (const id of ['UNISWAP_V2', 'UNI_SWAP_V3'] as const) {
    for (const [src, dst, amount] of [
      [eth, usdc, 10n ** 17n],
      [usdc, eth, 300_000_000n],
    ] as const) {
      const request = {
        ...toRequest(src, dst, amount),
        fromAddress: alice.address,
        receiver: bob.address,
      }
      await swap(id, request, alice, bob)
    }
  }
})

test('coins are wrapped and unwrapped one to one', async () => {
  for (const blockchain of ['ETH', 'POLYGON', 'ARBITRUM', 'BSC'] as const) {
    const alice = actor(blockchain, 'alice')
    const coin = tokenOf(blockchain, 'native')
    const wrapped = tokenOf(
      blockchain,
      { ETH: 'WETH', ARBITRUM: 'WETH', POLYGON: 'WPOL', BSC: 'WBNB' }[blockchain],
    )
    for (const [src, dst] of [
      [coin, wrapped],
      [wrapped, coin],
    ] as const) {
      const request = { ...toRequest(src, dst, 10n ** 17n), fromAddress: alice.address }
      expect(provider.supports(request)).toEqual(['WRAPPED'])
      const { quote } = await swap('WRAPPED', request, alice, alice)
      expect(quote).toMatchObject({
        dstAmount: 10n ** 17n,
        dstMinAmount: 10n ** 17n,
        spender: null,
      })
    }
  }
})

test('a swap that can no longer give its minimum fails with that reason', async () => {
  const alice = actor('ETH', 'alice')
  const request = {
    ...toRequest(tokenOf('ETH', 'native'), tokenOf('ETH', 'USDC'), 10n ** 17n),
    fromAddress: alice.address,
    slippageBps: 0,
  }
  const stale = await quoteOf('SUSHI_SWAP', request)
  await swap('SUSHI_SWAP', request, alice, alice)
  const { transaction } = await provider.build(stale, world.context())
  if (transaction.kind !== 'evm') throw new Error('not an EVM transaction')
  const account = privateKeyToAccount(hex(world.account('alice').privateKey))
  const wallet = createWalletClient({ transport: http(world.rpcUrl('ETH')), account })
  const hash = await wallet.sendTransaction({
    chain: null,
    to: hex(transaction.to),
    data: hex(transaction.data),
    value: transaction.value,
    gas: 500_000n,
    gasPrice: 4n * (await alice.node.getGasPrice()),
  })
  await minedReceipt(alice.node, hash)
  expect(await settledStatus('SUSHI_SWAP', refOf(request, hash))).toEqual({
    status: 'FAIL',
    destinationTxHash: null,
    providerStatus: '0x0',
  })
  // The same transaction is not a swap of another exchange.
  expect(await provider.status('UNISWAP_V2', refOf(request, hash), world.context())).toMatchObject({
    status: 'NOT_FOUND',
  })
  const unknown = `0x${'12'.repeat(32)}`
  expect(await provider.status('SUSHI_SWAP', refOf(request, unknown), world.context())).toEqual({
    status: 'NOT_FOUND',
    destinationTxHash: null,
  })
})
