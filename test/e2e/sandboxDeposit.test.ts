/**
 * Every deposit adapter against the sandbox's server of its provider: quoted, ordered, read back,
 * paid on the chain or by script, and followed until the money is really there.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { builtInTokens, nativeToken } from '../../src/chains/tokens.ts'
import type { BlockchainId } from '../../src/core/blockchainIds.ts'
import { parseAmount } from '../../src/core/amounts.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { ProviderId } from '../../src/core/providerIds.ts'
import type { Quote, QuoteRequest } from '../../src/core/quote.ts'
import type { SwapStatus } from '../../src/core/status.ts'
import type { Token } from '../../src/core/token.ts'
import type { DepositTransaction } from '../../src/core/transaction.ts'
import { createHttpClient, type CountingHttpClient } from '../../src/http/client.ts'
import { createRpcClient } from '../../src/http/rpc.ts'
import { createTonCenter } from '../../src/http/toncenter.ts'
import { createProviders, type Providers } from '../../src/providers/providers.ts'
import type { BuiltSwap, ProviderContext } from '../../src/providers/types.ts'
import { acceptTestForms } from '../../src/chains/addresses/testForms.ts'
import { scriptedAddress } from '../../sandbox/src/deposit/scripted.ts'
import { listDeposits, payDeposit } from '../../sandbox/src/deposit/client.ts'
import { depositProviders } from '../../sandbox/src/deposit/types.ts'
import { readRecord } from '../../sandbox/src/record.ts'
import { clearFaults, listFaults, setFault, startSandbox } from '../../sandbox/src/sandbox.ts'
import type { PlayedPayment, PlayRequest, SandboxInfo } from '../../src/core/sandboxPackage.ts'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'

let sandbox: TestSandbox
let http: CountingHttpClient | undefined
let context: ProviderContext
let providers: Providers

/** Servers and nodes get other ports with every start. */
async function openSandbox(start: () => Promise<SandboxInfo>): Promise<void> {
  const { providers: servers, chains } = await start()
  const urls = Object.fromEntries(servers.map(({ id, url }) => [id, url]))
  const endpoints = Object.fromEntries(
    chains
      .filter(({ blockchain }) => blockchain !== 'TON')
      .map(({ blockchain, rpcUrl }) => [blockchain, [rpcUrl]]),
  )
  await http?.close()
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
      chains.find((chain) => chain.blockchain === blockchain)?.chainId ?? null,
    nodes: () => [],
    now: Date.now,
    signal: new AbortController().signal,
  }
  const keyed = ['BALTEX', 'CHANGENOW', 'RELAY', 'SIMPLE_SWAP', 'STEALTHEX']
  const keys = Object.fromEntries(keyed.map((id) => [id, 'sandbox']))
  providers = createProviders({ urls, keys })
}

beforeAll(async () => {
  acceptTestForms(true)
  sandbox = await startTestSandbox()
  await openSandbox(async () => sandbox.info)
})
afterEach(() => clearFaults(sandbox.stateDir))
afterAll(async () => {
  await http?.close()
  await sandbox.stop()
  acceptTestForms(false)
})

function token(blockchain: BlockchainId, symbol: string): Token {
  const found = builtInTokens(blockchain).find((row) => row.symbol === symbol)
  if (found === undefined) throw new Error(`${blockchain} lists no ${symbol}`)
  return found
}

type Wish = { receiver?: string; refundAddress?: string | null }

function request(from: Token, to: Token, amount: string, wish: Wish = {}): QuoteRequest {
  return {
    srcToken: from,
    dstToken: to,
    srcAmount: parseAmount(amount, from.decimals),
    receiver: wish.receiver ?? freshAddress(to.blockchain),
    fromAddress: null,
    refundAddress:
      wish.refundAddress === undefined ? freshAddress(from.blockchain) : wish.refundAddress,
    slippageBps: null,
    referrer: 'test',
    integratorAddress: null,
    integratorFeeBps: 0,
    foreignExclusions: { lifi: [], rango: [], zerox: [], dflow: [] },
    enableChecks: false,
  }
}

const thorQuote = z.object({ memo: z.string() })
let made = 0
function freshAddress(blockchain: BlockchainId): string {
  made += 1
  return scriptedAddress(blockchain, `account ${made} of this test`)
}

type Opened = { id: ProviderId; quote: Quote; built: BuiltSwap; transaction: DepositTransaction }

async function order(id: ProviderId, wanted: QuoteRequest, rateType?: string): Promise<Opened> {
  const provider = await providers.adapterOf(id)
  const { quotes } = await provider.quote(wanted, new Set([id]), context)
  const quote = quotes.find((one) => rateType === undefined || one.rateType === rateType)
  if (quote === undefined) throw new Error(`${id} made no offer`)
  const built = await provider.build(quote, context)
  if (built.transaction.kind !== 'deposit') throw new Error(`${id} wants no deposit`)
  return { id, quote, built, transaction: built.transaction }
}

/** `sandbox deposit pay`, as the command asks the running sandbox. */
async function pay(opened: Opened, change: Partial<PlayRequest> = {}): Promise<PlayedPayment> {
  const { depositAddress, exchangeId, extraFields, amountToSend } = opened.transaction
  const memo = extraFields?.value ?? null
  return payDeposit(sandbox.stateDir, {
    names: [...(memo === null ? [] : [memo]), exchangeId, depositAddress],
    amount: null,
    late: false,
    memo: { kind: 'right' },
    from: null,
    instruction: { provider: opened.id, depositAddress, memo, amount: amountToSend },
    ...change,
  })
}

async function ask({ id, quote, built }: Opened, srcTxHash: string | null): Promise<SwapStatus> {
  const { srcToken, dstToken, fromAddress, receiver } = quote.request
  const ref = {
    srcBlockchain: srcToken.blockchain,
    srcTxHash,
    dstBlockchain: dstToken.blockchain,
    orderId: built.orderId,
    fromAddress,
    receiver,
    durationSeconds: quote.durationSeconds,
    startedAtMs: Date.now(),
    providerState: built.providerState,
  }
  return (await providers.adapterOf(id)).status(id, ref, context)
}

/** Follows an order until its state is one of those wanted; every state on the way. */
async function follow(
  opened: Opened,
  srcTxHash: string | null,
  isEnd: (status: SwapStatus) => boolean = ({ status }) => !status.includes('PENDING'),
): Promise<{ last: SwapStatus; words: string[] }> {
  const words: string[] = []
  let last: SwapStatus | undefined
  await vi.waitUntil(
    async () => {
      last = await ask(opened, srcTxHash)
      const word = last.subStatus ?? last.status
      if (words.at(-1) !== word) words.push(word)
      return isEnd(last)
    },
    { timeout: 20_000, interval: 100 },
  )
  if (last === undefined) throw new Error('no question was asked')
  return { last, words }
}

async function balance(to: Token, owner: string | null): Promise<bigint> {
  const account = (owner ?? '').slice(2).toLowerCase()
  const data = `0x70a08231${account.padStart(64, '0')}`
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

const btc = token('BITCOIN', 'BTC')
const usdc = token('ETH', 'USDC')

test('every provider takes BTC by script and really pays USDC on ETH', async () => {
  const run = async (id: ProviderId) => {
    // A memo of Bitcoin has no room for a second address.
    const wish = id === 'thorchain' ? { refundAddress: null } : {}
    const opened = await order(id, request(btc, usdc, '0.01', wish))
    const paid = await pay(opened)
    const { last, words } = await follow(opened, id === 'thorchain' ? paid.hash : null)
    const got = await balance(usdc, opened.quote.request.receiver)
    return { id, opened, paid, last, words, got }
  }
  const results = await Promise.all(depositProviders.map(run))
  for (const { id, opened, paid, last, words, got } of results) {
    expect.soft(last, id).toMatchObject({ status: 'SUCCESS', sourceTxHash: paid.hash })
    expect.soft(words.slice(-2), id).toEqual([expect.any(String), 'SUCCESS'])
    expect.soft(words, id).toContain('EXCHANGING')
    // What arrives is what the order promised; THORChain promises in eight decimals.
    expect.soft(got, id).toBe(opened.built.dstAmount)
  }
  const amounts = results.map(({ got }) => got)
  expect(new Set(amounts).size).toBe(amounts.length) // no two make the same offer
})

describe.concurrent('a payment on a local chain', () => {
  test.each<ProviderId>(['exolix', 'relay'])('to %s is found there', async (id) => {
    const opened = await order(id, request(usdc, token('SOLANA', 'SOL'), '250'))
    const paid = await pay(opened, { from: 'bob' })
    expect(paid).toMatchObject({ onChain: true, from: sandbox.account('bob').address })
    const { last } = await follow(opened, null)
    expect(last).toMatchObject({ status: 'SUCCESS', sourceTxHash: paid.hash })
    expect(await balance(usdc, opened.transaction.depositAddress)).toBe(250_000_000n)
  })

  test('of native coins carries THORChain’s memo as its data', async () => {
    const receiver = freshAddress('BITCOIN')
    const base = `${sandbox.providerUrl('thorchain')}/thorchain`
    const query = `from_asset=ETH.ETH&to_asset=BTC.BTC&amount=50000000&destination=${receiver}`
    const quote = thorQuote.parse(await (await fetch(`${base}/quote/swap?${query}`)).json())
    expect(quote.memo).toBe(`=:BTC.BTC:${receiver}`)
    const play = { amount: null, late: false, memo: { kind: 'right' }, from: null } as const
    const names = [quote.memo]
    const { hash } = await payDeposit(sandbox.stateDir, { ...play, names, instruction: null })
    const status = () => fetch(`${base}/tx/status/${hash.slice(2).toUpperCase()}`)
    await expect
      .poll(async () => (await status()).json(), { timeout: 10_000 })
      .toMatchObject({ tx: { memo: quote.memo }, out_txs: [{ to_address: receiver }] })
  })

  test('that is too small comes back by a real transaction', async () => {
    const opened = await order('near_intents', request(usdc, btc, '250'))
    await pay(opened, { amount: '100' })
    const { last, words } = await follow(opened, null)
    expect(last.status).toBe('REVERTED')
    expect(words).toContain('LONG_PENDING')
    expect(await balance(usdc, opened.quote.request.refundAddress)).toBe(100_000_000n)
  })

  test('that comes too late comes back as well', async () => {
    const opened = await order('quickex', request(usdc, btc, '250'))
    await pay(opened, { late: true })
    const { last } = await follow(opened, null)
    expect(last.status).toBe('REVERTED')
    expect(await balance(usdc, opened.quote.request.refundAddress)).toBe(250_000_000n)
  })
})

describe.concurrent('XRP with a tag', () => {
  const xrp = nativeToken('RIPPLE')

  test('is credited by its tag', async () => {
    const opened = await order('exolix', request(xrp, usdc, '500'))
    expect(opened.transaction.extraFields?.value).toMatch(/^\d+$/)
    expect(await pay(opened)).toMatchObject({ credited: true })
    const { last } = await follow(opened, null)
    expect(last.status).toBe('SUCCESS')
  })

  test.each<[string, PlayRequest['memo']]>([
    ['with another tag', { kind: 'wrong', text: '1' }],
    ['without one', { kind: 'none' }],
  ])('paid %s belongs to no order, and the order fails', async (_, memo) => {
    const opened = await order('exolix', request(xrp, usdc, '500'))
    expect(await pay(opened, { memo })).toMatchObject({ credited: false })
    const { last } = await follow(opened, null)
    expect(last).toMatchObject({ status: 'FAIL', providerStatus: 'overdue' })
    expect(await balance(usdc, opened.quote.request.receiver)).toBe(0n)
  })
})

function isRefusedOrder(thrown: unknown): boolean {
  return thrown instanceof SwaprouteError && thrown.code === 'UNSAFE_ROUTE'
}

describe('a fault', () => {
  const set = (target: string, fault: string, value?: number) =>
    setFault(sandbox.stateDir, { target, fault, ...(value === undefined ? {} : { value }) })

  test('that changes a field of an order is noticed before anything is shown', async () => {
    const fields = listFaults().filter(({ fault }) => fault.startsWith('alter-'))
    expect(fields).toHaveLength(12)
    const missed: string[] = []
    for (const { fault, targets } of fields) {
      for (const id of depositProviders.filter((one) => targets.includes(one))) {
        await set(id, fault)
        // Rate and deadline are promised together.
        const isFixed =
          fault === 'alter-rate-type' || `${id} ${fault}` === 'changenow alter-deadline'
        const kind = isFixed ? 'fixed' : undefined
        const wish = id === 'thorchain' ? { refundAddress: null } : {}
        const wanted = request(btc, usdc, '0.01', wish)
        const thrown = await order(id, wanted, kind).catch((reason: unknown) => reason)
        if (!isRefusedOrder(thrown))
          missed.push(`${id} ${fault}: ${thrown instanceof Error ? thrown.message : 'accepted'}`)
        await clearFaults(sandbox.stateDir)
      }
    }
    expect(missed).toEqual([])
  })

  test('that loses the reply leaves an order that must not be paid', async () => {
    await set('exolix', 'reply-lost')
    const before = (await listDeposits(sandbox.stateDir)).length
    const thrown = await order('exolix', request(btc, usdc, '0.01')).catch(
      (reason: unknown) => reason,
    )
    expect(thrown).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(await listDeposits(sandbox.stateDir)).toHaveLength(before + 1)
  })

  test('that lies is not believed', async () => {
    await set('changenow', 'lie')
    const opened = await order('changenow', request(btc, usdc, '0.01'))
    await pay(opened)
    const { last } = await follow(
      opened,
      null,
      ({ providerStatus }) => providerStatus === 'finished',
    )
    expect(last.status).not.toBe('SUCCESS')
    expect(await balance(usdc, opened.quote.request.receiver)).toBe(0n)
  })

  test('that stalls leaves the order pending until it is over', async () => {
    await set('chainflip', 'stall')
    const opened = await order('chainflip', request(btc, usdc, '0.01'))
    await pay(opened)
    await follow(opened, null, ({ subStatus }) => subStatus === 'EXCHANGING')
    await clearFaults(sandbox.stateDir)
    const { last } = await follow(opened, null)
    expect(last.status).toBe('SUCCESS')
  })
})

test('TON is paid in with its comment, and paid out', async () => {
  const ton = nativeToken('TON')
  const out = await order('exolix', request(btc, ton, '0.002'))
  await pay(out)
  const paidOut = await follow(out, null)
  expect(paidOut.last.status).toBe('SUCCESS')
  const back = await order('changenow', request(ton, usdc, '50'))
  expect(back.transaction.extraFields?.value).toMatch(/^\d+$/)
  expect(await pay(back)).toMatchObject({ onChain: true })
  const { last } = await follow(back, null)
  expect(last.status).toBe('SUCCESS')
  expect(await balance(usdc, back.quote.request.receiver)).toBe(back.built.dstAmount)
})

test('an exchange that is killed pays exactly once', async () => {
  const opened = await order('exolix', request(btc, usdc, '0.01'))
  await pay(opened)
  const record = readRecord(sandbox.stateDir)
  if (record === null) throw new Error('no sandbox')
  process.kill(record.daemon.pid, 'SIGKILL')
  await openSandbox(() => startSandbox({ stateDir: sandbox.stateDir, cacheDir: sandbox.cacheDir }))
  const { last } = await follow(opened, null)
  expect(last.status).toBe('SUCCESS')
  expect(await balance(usdc, opened.quote.request.receiver)).toBe(opened.built.dstAmount)
})
