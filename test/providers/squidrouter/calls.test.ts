/** What Squid's answers have to repeat, and its recorded calls. */
import { describe, expect, test } from 'vitest'

import { readDeclaredCall } from '../../../src/providers/kits/evm/builtCall.ts'
import { createSquidProvider } from '../../../src/providers/squidrouter/squidrouter.ts'
import { put } from '../../support/bodies.ts'
import { bentExchanges, encodeCall, serviceUrl } from '../callCase.ts'
import { evm, hash, play, quoteOf, refusal } from '../depositSupport.ts'
import { callCase as it } from '../squidrouter.case.ts'
import { squidSteps } from './shapes.ts'
import recorded from './recorded.json' with { type: 'json' }

const provider = createSquidProvider({ baseUrl: serviceUrl, apiKey: 'key' })
const to = '0xce16F69375520ab01377ce7B88f5BA8C48F8D666'

async function built(path: string, value: unknown) {
  const exchanges = bentExchanges(it, ({ body }) => put(body, path, value))
  const { context } = play(serviceUrl, exchanges)
  return await provider.build(await quoteOf(provider, it.request, context), context)
}

const payload = 'address recipient, bytes32 salt'
const bridged = `function callBridgeCall(address token, uint256 amount, ${squidSteps} calls, string bridgedTokenSymbol, string destinationChain, string destinationAddress, bytes payload, address gasRefundRecipient, bool enableExpress) payable`

/** A call whose payload has no calls: the bridged token is paid out as it is. */
function plain(symbol: string, chain: string) {
  const { srcToken, srcAmount } = it.request
  const paid = [evm('bob'), hash('salt')]
  const args = [srcToken.address, srcAmount, [], symbol, chain, to, paid, evm('alice'), true]
  return { blockchain: 'OPTIMISM', to, data: encodeCall(bridged, args, [['6', payload]]) } as const
}

describe('the answer with the call', () => {
  test.each([
    ['fromChain', '1'],
    ['toChain', '8453'],
    ['fromToken', evm('mallory')],
    ['toToken', evm('mallory')],
    ['fromAmount', '100000001'],
    ['fromAddress', evm('mallory')],
    ['toAddress', evm('mallory')],
    ['preHook', { calls: [] }],
    ['postHook', { calls: [] }],
  ])('with another %s is that of another swap', async (name, value) => {
    expect(await refusal(built(`route.params.${name}`, value))).toMatchObject({
      code: 'UPSTREAM_FAILED',
      message: 'Squid quoted a different swap.',
    })
  })

  test.each([
    ['route.estimate.toToken.chainId', '8453'],
    ['route.estimate.fromToken.chainId', '1'],
    ['route.estimate.toToken.address', evm('mallory')],
  ])('with another %s is that of another swap', async (path, value) => {
    expect(await refusal(built(path, value))).toMatchObject({ code: 'UPSTREAM_FAILED' })
  })

  test.each(['route.params', 'route.params.toAddress', 'route.quoteId', 'route.estimate'])(
    'without %s cannot be used',
    async (path) => {
      expect(await refusal(built(path, undefined))).toMatchObject({ code: 'UPSTREAM_FAILED' })
    },
  )

  test.each(['ON_CHAIN_EXECUTION_WITH_SIGNATURE', 'DEPOSIT_ADDRESS_WITH_MEMO', 'ANOTHER'])(
    'of the kind %s is no route',
    async (kind) => {
      expect(await refusal(built('route.transactionRequest.type', kind))).toMatchObject({
        code: 'NO_ROUTE',
        message: expect.stringContaining('not paid by a call alone'),
      })
    },
  )

  test('without a kind, as older answers are, is taken', async () => {
    const { orderId } = await built('route.transactionRequest.type', undefined)
    expect(orderId).toBe('f00dcafe:10:42161')
  })
})

describe('a recorded call', () => {
  const { context } = play(serviceUrl, [])

  test('names receiver, chain, amount and who gets unused gas', async () => {
    // osmosis-labs/osmosis-frontend packages/bridge/src/squid/__tests__/mocks.ts (recorded in 2024, kept
    // until 2026-02), whose `params` name the same receiver and payer.
    const at = { blockchain: 'ETH', to, data: recorded.swapOnArrival } as const
    expect(await readDeclaredCall(provider, 'squidrouter', at, context)).toMatchObject({
      method: 'callBridgeCall',
      recipient: '0x6c515b41bfbee0aa754f306098ba005152c928b9',
      srcToken: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
      dstToken: null,
      amountIn: 10n ** 15n,
      minOut: null,
      dst: 'AVALANCHE',
      refundTo: '0x7863ec05b123885c7609b05c35df777f3f180258',
      trusted: expect.stringContaining('axlUSDC'),
    })
  })

  test.each([
    ['axlUSDC', 'Arbitrum', '0xEB466342C4d449BC9f53A865D5Cb90586f405215'],
    ['axlUSDC', 'arbitrum', '0xEB466342C4d449BC9f53A865D5Cb90586f405215'],
  ])('without calls on arrival pays %s on %s itself', async (symbol, chain, dstToken) => {
    const read = readDeclaredCall(provider, 'squidrouter', plain(symbol, chain), context)
    expect(await read).toMatchObject({
      dst: 'ARBITRUM',
      dstToken,
      recipient: evm('bob').toLowerCase(),
    })
  })

  test.each([
    ['axlWETH', 'Arbitrum', 'names a token by a symbol that is not known'],
    ['axlUSDC', 'Linea', 'pays a token of LINEA that is not known'],
    ['axlUSDC', 'ArBitrum', 'pays out on ArBitrum, which is unknown'],
  ])('without calls on arrival, for %s on %s, is refused', async (symbol, chain, message) => {
    const read = readDeclaredCall(provider, 'squidrouter', plain(symbol, chain), context)
    expect(await refusal(read)).toMatchObject({
      code: 'UNSAFE_ROUTE',
      message: expect.stringContaining(message),
    })
  })

  test('that pays the bridged token instead of the bought one is refused', async () => {
    const { data } = plain('axlUSDC', 'Arbitrum')
    expect(await refusal(built('route.transactionRequest.data', data))).toMatchObject({
      code: 'UNSAFE_ROUTE',
      context: { check: 'E8' },
      message: expect.stringContaining('pays a different token'),
    })
  })

  test('whose calls on arrival do not pay the receiver is refused', async () => {
    // The hook of that answer supplies the tokens to a lender in the name of another account.
    const at = { blockchain: 'OPTIMISM', to, data: recorded.hookOnArrival } as const
    expect(await refusal(readDeclaredCall(provider, 'squidrouter', at, context))).toMatchObject({
      code: 'UNSAFE_ROUTE',
      message: expect.stringContaining(
        'pays 0x22f4b00bdb090bb7bb8e12b86e541e859c0622d6 only if its calls on arrival fail',
      ),
    })
  })
})
