/**
 * Every deposit adapter against the sandbox's server of its provider: quoted, ordered, read back,
 * paid on the chain or by script, and followed until the money is really there.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { builtInTokens } from '../../src/chains/tokens.ts'
import type { BlockchainId } from '../../src/core/blockchainIds.ts'
import { formatAmount, parseAmount } from '../../src/core/amounts.ts'
import type { ProviderId } from '../../src/core/providerIds.ts'
import type { Quote, QuoteRequest } from '../../src/core/quote.ts'
import type { SwapStatus } from '../../src/core/status.ts'
import type { Token } from '../../src/core/token.ts'
import { createHttpClient, type CountingHttpClient } from '../../src/http/client.ts'
import { createRpcClient } from '../../src/http/rpc.ts'
import { createTonCenter } from '../../src/http/toncenter.ts'
import { createProviders } from '../../src/providers/index.ts'
import type { BuiltSwap, Provider, ProviderContext } from '../../src/providers/types.ts'
import { scriptedAddress } from '../../src/sandbox/deposit/addresses.ts'
import { callControl } from '../../src/sandbox/controlClient.ts'
import { readRecord } from '../../src/sandbox/record.ts'
import { clearFaults, setFault } from '../../src/sandbox/sandbox.ts'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'

let sandbox: TestSandbox
let http: CountingHttpClient
let context: ProviderContext
let providers: readonly Provider[]

beforeAll(async () => {
  sandbox = await startTestSandbox()
  const urls = Object.fromEntries(sandbox.info.providers.map(({ id, url }) => [id, url]))
  const endpoints = Object.fromEntries(
    sandbox.info.chains.map(({ blockchain, rpcUrl }) => [blockchain, [rpcUrl]]),
  )
  http = createHttpClient({
    bases: [...Object.values(urls), ...Object.values(endpoints).flat()],
    rates: {},
    proxy: null,
    userAgent: 'test',
  })
  context = {
    http,
    rpc: createRpcClient({ http, endpoints }),
    ton: createTonCenter({ http, baseUrl: urls['toncenter'] ?? null, apiKey: null }),
    chainId: (blockchain) =>
      sandbox.info.chains.find((chain) => chain.blockchain === blockchain)?.chainId ?? null,
    now: Date.now,
    signal: new AbortController().signal,
  }
  providers = createProviders({ urls, keys: { CHANGENOW: 'sandbox' } }).providers
})
afterEach(() => clearFaults(sandbox.stateDir))
afterAll(async () => {
  await http.close()
  await sandbox.stop()
})

function token(blockchain: BlockchainId, symbol: string): Token {
  const found = builtInTokens(blockchain).find((row) => row.symbol === symbol)
  if (found === undefined) throw new Error(`${blockchain} lists no ${symbol}`)
  return found
}

function request(from: Token, to: Token, amount: string): QuoteRequest {
  return {
    srcToken: from,
    dstToken: to,
    srcAmount: parseAmount(amount, from.decimals),
    receiver: addressOn(to.blockchain, 'receiver'),
    fromAddress: from.blockchain === 'ETH' ? sandbox.account('alice').address : null,
    refundAddress: addressOn(from.blockchain, 'refund'),
    slippageBps: null,
    referrer: 'test',
    integratorAddress: null,
    integratorFeeBps: 0,
    foreignExclusions: { lifi: [], rango: [], zerox: [], dflow: [] },
    enableChecks: false,
  }
}

const addressOn = (blockchain: BlockchainId, who: string): string =>
  scriptedAddress(blockchain, `${who} ${expect.getState().currentTestName}`)

function providerOf(id: string): Provider {
  const found = providers.find(({ ids }) => ids.includes(id as ProviderId))
  if (found === undefined) throw new Error(`${id} is not built`)
  return found
}

async function order(
  id: ProviderId,
  wanted: QuoteRequest,
  rateType?: string,
): Promise<{ quote: Quote; built: BuiltSwap }> {
  const provider = providerOf(id)
  const { quotes } = await provider.quote(wanted, new Set([id]), context)
  const quote = quotes.find((one) => rateType === undefined || one.rateType === rateType)
  if (quote === undefined) throw new Error(`${id} made no offer`)
  return { quote, built: await provider.build(quote, context) }
}

async function pay(name: string, more: Record<string, unknown> = {}): Promise<unknown> {
  const record = readRecord(sandbox.stateDir)
  if (record === null) throw new Error('no sandbox')
  const play = { names: [name], amount: null, late: false, memo: { kind: 'right' }, from: null }
  return callControl(record, 'POST', '/deposits/pay', { ...play, ...more })
}

/** Follows an order to its end; all states on the way. */
async function follow(
  id: ProviderId,
  { quote, built }: { quote: Quote; built: BuiltSwap },
): Promise<{ last: SwapStatus; words: string[] }> {
  const words: string[] = []
  const startedAtMs = Date.now()
  for (;;) {
    const last = await providerOf(id).status(
      id,
      {
        srcBlockchain: quote.request.srcToken.blockchain,
        srcTxHash: null,
        dstBlockchain: quote.request.dstToken.blockchain,
        orderId: built.orderId,
        fromAddress: quote.request.fromAddress,
        receiver: quote.request.receiver,
        durationSeconds: quote.durationSeconds,
        startedAtMs,
        providerState: built.providerState,
      },
      context,
    )
    const word = last.subStatus ?? last.status
    if (words.at(-1) !== word) words.push(word)
    if (!['PENDING', 'LONG_PENDING'].includes(last.status)) return { last, words }
    if (Date.now() - startedAtMs > 15_000) {
      throw new Error(`${id} hangs: ${JSON.stringify(last)} after ${words.join(' ')}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function balance(to: Token, owner: string): Promise<bigint> {
  const data = `0x70a08231${owner.slice(2).toLowerCase().padStart(64, '0')}`
  const result = to.native
    ? await context.rpc.call(to.blockchain, 'eth_getBalance', [owner, 'latest'], context)
    : await context.rpc.call(
        to.blockchain,
        'eth_call',
        [{ to: to.address, data }, 'latest'],
        context,
      )
  return BigInt(String(result))
}

describe.each<ProviderId>(['exolix', 'near_intents', 'relay', 'changenow', 'quickex', 'chainflip'])(
  '%s',
  (id) => {
    test('takes BTC by script and really pays USDC on ETH', async () => {
      const to = token('ETH', 'USDC')
      const opened = await order(id, request(token('BITCOIN', 'BTC'), to, '0.01'))
      const { transaction } = opened.built
      if (transaction.kind !== 'deposit') throw new Error('no deposit')
      await pay(opened.built.orderId ?? transaction.depositAddress)
      const { last, words } = await follow(id, opened)
      expect(last).toMatchObject({ status: 'SUCCESS' })
      console.log(id, words, formatAmount(opened.built.dstAmount, 6))
      expect(await balance(to, opened.quote.request.receiver ?? '')).toBe(opened.built.dstAmount)
    })
  },
)
