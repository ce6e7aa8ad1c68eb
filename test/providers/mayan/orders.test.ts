/** What only Mayan does: its kinds of orders, the chains they pay out on, and quotes that are left out. */
import { base58 } from '@scure/base'
import { decodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'

import { zeroAddress } from '../../../src/core/token.ts'
import type { QuoteRequest } from '../../../src/core/quote.ts'
import type { EvmTransaction } from '../../../src/core/transaction.ts'
import { readDeclaredCall } from '../../../src/providers/kits/evm/builtCall.ts'
import { createMayanProvider } from '../../../src/providers/mayan/mayan.ts'
import { serviceUrl } from '../callCase.ts'
import { callCase } from '../mayan.case.ts'
import {
  type Body,
  evm,
  type Exchange,
  hash,
  play,
  quoteOf,
  receiptOf,
  refOf,
  refusal,
  requestOf,
  rpcKey,
  tokenOf,
} from '../depositSupport.ts'

const provider = createMayanProvider({
  baseUrl: serviceUrl,
  explorerUrl: `${serviceUrl}/explorer`,
})
const [usdc, ether, solanaUsdc] = [
  tokenOf('ETH', 'USDC'),
  tokenOf('ETH', 'ETH'),
  tokenOf('SOLANA', 'USDC'),
]
const wallet = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const alice = evm('alice')
const amount = 100_000_000n

/** The answer of the case with its quote changed, at whatever path it is asked for. */
function quoted(request: QuoteRequest, change: Body): readonly Exchange[] {
  const first: Body = structuredClone(callCase.honest[0]?.body)
  const quote = first.quotes[1]
  const { srcToken, dstToken } = request
  Object.assign(quote.fromToken, { contract: srcToken.address })
  Object.assign(quote.toToken, {
    contract: dstToken.address,
    wChainId: dstToken.blockchain === 'SOLANA' ? 1 : 5,
  })
  Object.assign(quote, { effectiveAmountIn64: String(request.srcAmount) }, change)
  const to = dstToken.blockchain === 'SOLANA' ? 'solana' : 'polygon'
  const path = String(callCase.honest[0]?.path)
    .replace(/amountIn64=\d+/, `amountIn64=${request.srcAmount}`)
    .replace(/fromToken=[^&]+/, `fromToken=${srcToken.address}`)
    .replace(/toToken=[^&]+/, `toToken=${dstToken.address}`)
    .replace(/toChain=\w+/, `toChain=${to}`)
  return [
    { path, body: first },
    { path, body: first },
  ]
}

const toPolygon: QuoteRequest = { ...callCase.request }
const toSolana: QuoteRequest = {
  ...requestOf(usdc, solanaUsdc, amount),
  fromAddress: alice,
  receiver: wallet,
}

async function built(request: QuoteRequest, change: Body) {
  const tape = play(serviceUrl, quoted(request, change))
  const quote = await quoteOf(provider, request, tape.context)
  const swap = await provider.build(quote, tape.context)
  if (swap.transaction.kind !== 'evm') throw new Error('no transaction')
  return { quote, swap, transaction: swap.transaction }
}

const read = async ({ to, data }: EvmTransaction) =>
  await readDeclaredCall(
    provider,
    'mayan',
    { blockchain: 'ETH', to, data },
    play(serviceUrl, []).context,
  )

describe('orders', () => {
  test.each([
    ['of the first version', { swiftVersion: 'V1' }, '8e8d142b', 25n],
    [
      'by Circle and an auction',
      {
        type: 'MCTP',
        hasAuction: true,
        mctpMayanContract: evm('mctp'),
        mctpInputContract: usdc.address,
        redeemRelayerFee64: '10000',
      },
      '1c59b7fc',
      10_000n,
    ],
    [
      'by fast Circle and an auction',
      {
        type: 'FAST_MCTP',
        hasAuction: true,
        fastMctpMayanContract: evm('fast'),
        fastMctpInputContract: usdc.address,
        fastMctpMinFinality: 1000,
        circleMaxFee64: '10000',
        redeemRelayerFee64: '10000',
      },
      '2337e236',
      20_020n,
    ],
  ])('%s are made, and read back by the checks', async (_name, change, selector, fee) => {
    const { transaction } = await built(toPolygon, change)
    const refund = { token: usdc.address, amount, fee }
    expect((await read(transaction)).refund).toEqual(refund)
    expect(transaction.data.includes(selector)).toBe(true)
    expect(transaction.data.slice(0, 10)).toBe('0xe4269fc4')
  })

  test('take native coins in the first version', async () => {
    const request = { ...toPolygon, srcToken: ether, srcAmount: 10n ** 17n }
    const change = { swiftVersion: 'V1', swiftInputContract: zeroAddress }
    const { transaction } = await built(request, change)
    // Orders have eight decimals, coins ten more.
    const refund = { token: zeroAddress, amount: null, fee: 25n * 10n ** 10n }
    expect((await read(transaction)).refund).toEqual(refund)
    expect(transaction.data.slice(0, 10)).toBe('0xb0f584ff')
    expect(transaction.value).toBe(10n ** 17n)
  })

  test('pay a wallet on SOLANA, in the token that was asked for', async () => {
    const { swap, quote, transaction } = await built(toSolana, {})
    const forward =
      'function forwardERC20(address tokenIn,uint256 amountIn,(uint256 value,uint256 deadline,uint8 v,bytes32 r,bytes32 s) permitParams,address mayanProtocol,bytes protocolData) payable'
    const { args } = decodeFunctionData({
      abi: parseAbi([forward]),
      data: transaction.data as `0x${string}`,
    }) as Body
    // Words after the selector: destAddr, destChainId, tokenOut.
    const wordAt = (index: number): string => args[4].slice(10 + index * 64, 74 + index * 64)
    const accountAt = (index: number) => base58.encode(Buffer.from(wordAt(index), 'hex'))
    expect([accountAt(4), accountAt(7)]).toEqual([wallet, solanaUsdc.address])
    expect(wordAt(5)).toBe('1'.padStart(64, '0'))
    expect(quote.dstMinAmount).toBe(98_505_000n)

    const paid = hash('payment')
    const source = receiptOf(paid, { from: alice, to: transaction.to, logs: [] })
    const { to, data: input } = transaction
    const told = {
      sourceTxHash: paid,
      clientStatus: 'COMPLETED',
      sourceChain: '2',
      toAmount: '99.5',
      fulfillTxHash:
        '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW',
    }
    const tape = play(serviceUrl, [{ path: `/explorer/swap/trx/${paid}`, body: told }], {
      nodes: ['ETH'],
      rpc: {
        [rpcKey('ETH', 'eth_getTransactionReceipt', [paid])]: source,
        [rpcKey('ETH', 'eth_getTransactionByHash', [paid])]: {
          hash: paid,
          from: alice,
          to,
          input,
          value: '0x0',
          blockHash: source.blockHash,
        },
      },
    })
    const ref = refOf(quote, swap, { srcTxHash: paid })
    const status = await provider.status('mayan', ref, tape.context)
    expect(status).toMatchObject({ status: 'SUCCESS', destinationTxHash: told.fulfillTxHash })
  })
})

describe('quotes that are left out', () => {
  test.each([
    ['signed orders without gas', { gasless: true }],
    ['a fee of Wormhole', { bridgeFee: 0.001 }],
    ['a share of a referrer', { referrerBps: 50 }],
    ['routes of Wormhole', { type: 'WH' }],
    ['transfers by Circle without a least amount', { type: 'FAST_MCTP', hasAuction: false }],
    ['a payment that is wrapped and locked', { swiftWrapAndLock: true }],
    ['a refund that is eaten by its fees', { refundRelayerFee64: '20000000' }],
    [
      'a swap before to a token of another worth',
      { swiftInputContract: tokenOf('ETH', 'WETH').address },
    ],
    ['an order in a token that is not known', { swiftInputContract: evm('mallory') }],
  ])('%s', async (_name, change) => {
    const tape = play(serviceUrl, quoted(toPolygon, change))
    expect((await refusal(quoteOf(provider, toPolygon, tape.context))).code).toBe('NO_ROUTE')
  })
})
