/**
 * Services that are paid by one call, from the command line to the end, with the real adapters:
 * aggregators and a bridge, each on its engine.
 */
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type CliSandbox, nativeAddress, startCliSandbox } from '../support/cliSandbox.ts'
import type { Document } from '../support/cliHome.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
type Side = [blockchain: string, token: string]
const sides: Readonly<Record<string, Side>> = {
  'eth:ETH': ['ETH', nativeAddress],
  'eth:USDC': ['ETH', usdc],
  'eth:USDT': ['ETH', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  'eth:WBTC': ['ETH', '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'],
  'eth:DAI': ['ETH', '0x6B175474E89094C44Da98b954EedeAC495271d0F'],
  'arb:ETH': ['ARBITRUM', nativeAddress],
  'arb:USDC': ['ARBITRUM', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'],
  'bsc:USDT': ['BSC', '0x55d398326f99059fF775485246999027B3197955'],
  'bsc:USDC': ['BSC', '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'],
}
const side = (word = ''): Side => {
  const found = sides[word]
  if (found === undefined) throw new Error(`no such token: ${word}`)
  return found
}

let sandbox: CliSandbox

beforeAll(async () => {
  sandbox = await startCliSandbox()
})
afterEach(() => sandbox.fault('--clear'))
afterAll(() => sandbox.remove())

const payers = ['alice', 'bob'] as const
type Payer = (typeof payers)[number]
const alice = (): string => sandbox.account('alice').address

/** Calls alone: who takes deposits as well is asked for a call. */
async function swap(line: string, provider: string, more = '', payer: Payer = 'alice') {
  const [amount = ''] = line.split(' ')
  const own = `--provider ${provider} --deposits none --sandbox --account ${payer} --yes --force`
  const sure = `--confirm-gas 1 --confirm-amount ${amount} --trust ${provider}`
  return sandbox.json(`swap ${line} ${own} ${sure} ${more}`.trimEnd().split(' '))
}

async function status(hash: string): Promise<Document['data']> {
  return (await sandbox.status(hash)).document.data
}

/** Both payers at once, each its share in turn. */
async function byBoth<Item>(
  items: readonly Item[],
  run: (item: Item, payer: Payer) => Promise<void>,
): Promise<void> {
  const shares = payers.map(async (payer, index) => {
    for (const item of items.filter((_, at) => at % payers.length === index)) {
      await run(item, payer)
    }
  })
  await Promise.all(shares)
}

const buysWbtc = '1000 eth:USDC to eth:WBTC'
const paysCoins = '0.3 eth:ETH to eth:USDT'
const buysCoins = '300 eth:USDT to eth:ETH'
const dollars = '300 eth:USDC to arb:USDC'
const coins = '0.3 eth:ETH to arb:ETH'

describe('a swap', () => {
  test.each<[provider: string, lines: string[]]>([
    ['KYBER_SWAP', [buysWbtc, paysCoins, buysCoins]],
    ['OPEN_OCEAN', [buysWbtc, paysCoins]],
    ['PARA_SWAP', [buysWbtc, buysCoins]],
    ['ONE_INCH', [buysWbtc, paysCoins]],
    ['LIFI', [buysWbtc, paysCoins, buysCoins]],
    ['DLN', [buysWbtc, paysCoins]],
    ['SYMBIOSIS_SWAP', [buysWbtc, paysCoins]],
    ['ZRX', [buysCoins, paysCoins]],
    ['RANGO', [buysWbtc, paysCoins]],
    ['SQUIDROUTER', [buysWbtc, paysCoins]],
    ['dln', [dollars, '300 bsc:USDC to eth:USDT', coins]],
    ['lifi', [dollars, coins]],
    ['relay', [dollars, coins]],
    ['rango', [dollars, '300 bsc:USDC to eth:USDC']],
    ['squidrouter', [dollars, coins]],
    ['bridgers', ['300 bsc:USDC to eth:USDT', '0.3 arb:ETH to eth:ETH']],
    ['BRIDGERS', ['300 bsc:USDC to bsc:USDT']],
    ['symbiosis', [dollars, coins]],
  ])('by %s arrives as it was offered', async (provider, lines) => {
    await byBoth(lines, async (line, payer) => {
      const [, from, , to] = line.split(' ')
      const [paid, bought] = [side(from), side(to)]
      const receiver = privateKeyToAddress(generatePrivateKey())
      const { code, document } = await swap(line, provider, `--receiver ${receiver}`, payer)
      expect(document.error).toBeUndefined()
      const { data, funds } = document
      expect([code, funds, data.status.status]).toEqual([0, 'delivered', 'SUCCESS'])
      const received = await sandbox.balance(...bought, receiver)
      const { estimate, transaction } = data.route
      expect(received).toBeGreaterThanOrEqual(BigInt(estimate.destinationWeiMinAmount))
      expect(received).toBeLessThanOrEqual(BigInt(estimate.destinationWeiAmount))
      if (paid[1] === nativeAddress) return
      const { address } = sandbox.account(payer)
      const left = sandbox.reader(paid[0]).allowance(paid[1], address, transaction.approvalAddress)
      expect(await left).toBe(0n)
    })
  })

  test('is known by its hash alone', { timeout: 120_000 }, async () => {
    type Made = { hashes: Record<string, string>; route: { estimate: Record<string, string> } }
    const made: [provider: string, line: string, data: Made][] = []
    const lines = {
      KYBER_SWAP: '60 eth:USDC to eth:DAI',
      dln: dollars,
      lifi: dollars,
      relay: coins,
      bridgers: '60 bsc:USDC to eth:USDT',
    }
    await byBoth(Object.entries(lines), async ([provider, line], payer) => {
      const { document } = await swap(line, provider, '', payer)
      made.push([provider, line, document.data])
    })
    expect(made).toHaveLength(5)
    sandbox.forgetSwaps()
    // One after the other: five programs on a busy machine would outwait each other's providers.
    for (const [id, line, { hashes, route }] of made) {
      const answer = await status(hashes['source'] ?? '')
      const { status: word, provider, destinationTxHash, srcTokenAmount } = answer
      expect([provider, word, destinationTxHash]).toEqual([id, 'SUCCESS', hashes['destination']])
      // Both legs: what was paid, and what the chain of the receiver shows.
      expect(srcTokenAmount).toBe(line.split(' ')[0])
      const arrived = BigInt(answer.dstTokenWeiAmount)
      const { destinationWeiMinAmount = '', destinationWeiAmount = '' } = route.estimate
      expect(arrived).toBeGreaterThanOrEqual(BigInt(destinationWeiMinAmount))
      expect(arrived).toBeLessThanOrEqual(BigInt(destinationWeiAmount))
    }
  })
})

describe('an aggregator', () => {
  const line = '60 eth:USDC to eth:DAI'

  test.each([
    ['refuse', 'NO_ROUTE'],
    ['too-high', 'AMOUNT_TOO_HIGH'],
    ['unauthorized', 'UPSTREAM_REFUSED'],
    ['error', 'UPSTREAM_FAILED'],
    ['less', 'UNSAFE_ROUTE'],
  ])('with the fault %s moves nothing: %s', async (fault, code) => {
    await sandbox.fault('KYBER_SWAP', fault)
    const { document } = await swap(line, 'KYBER_SWAP')
    expect([document.error.code, document.funds]).toEqual([code, 'none_moved'])
  })

  test('whose price moves fails, and only gas is spent', async () => {
    await sandbox.fault('KYBER_SWAP', 'refund')
    const before = await sandbox.balance('ETH', usdc, alice())
    const { code, document } = await swap(line, 'KYBER_SWAP')
    expect([code, document.data.status.status, document.funds]).toEqual([7, 'FAIL', 'none_moved'])
    expect(await sandbox.balance('ETH', usdc, alice())).toBe(before)
  })

  test('that keeps the money is not a success', async () => {
    await sandbox.fault('KYBER_SWAP', 'stall')
    const { code, document } = await swap(line, 'KYBER_SWAP')
    expect([code, document.data.status.status, document.funds]).toEqual([7, 'FAIL', 'unknown'])
    expect(document.data.status.note).toContain('only 0 DAI')
  })
})

describe('a bridge', () => {
  const line = '60 eth:USDC to arb:USDC'

  test('refunds: the money is back to the last unit', async () => {
    const bridges = ['dln', 'lifi', 'rango']
    for (const bridge of bridges) await sandbox.fault(bridge, 'refund')
    const holdings = () =>
      Promise.all(payers.map((name) => sandbox.balance('ETH', usdc, sandbox.account(name).address)))
    const before = await holdings()
    await byBoth(bridges, async (bridge, payer) => {
      const { document } = await swap(line, bridge, '', payer)
      expect([document.data.status.status, document.funds]).toEqual(['REVERTED', 'refunding'])
    })
    expect(await holdings()).toEqual(before)
  })

  test('that cannot refund is REVERT, and REVERTED once it can', async () => {
    await sandbox.fault('relay', 'refund')
    await sandbox.fault('relay', 'stuck')
    const before = await sandbox.balance('ETH', usdc, alice())
    const { document } = await swap(line, 'relay')
    expect([document.data.status.status, document.funds]).toEqual(['REVERT', 'sent'])
    await sandbox.fault('--clear')
    const { source } = document.data.hashes
    await expect
      .poll(async () => (await status(source)).status, { timeout: 20_000, interval: 200 })
      .toBe('REVERTED')
    expect(await sandbox.balance('ETH', usdc, alice())).toBe(before)
  })

  test('stalls until the fault ends, also over a restart', async () => {
    await sandbox.fault('dln', 'stall')
    const { document } = await swap(line, 'dln', '--no-wait')
    const { source } = document.data.hashes
    expect((await status(source)).status).toBe('PENDING')
    expect((await sandbox.json(['sandbox', 'stop'])).code).toBe(0)
    expect((await sandbox.json(['sandbox', 'start'])).code).toBe(0)
    await expect
      .poll(async () => (await status(source)).status, { timeout: 20_000, interval: 200 })
      .toBe('SUCCESS')
  })

  test.each([
    ['lie', 'PENDING', 'ARBITRUM does not show it yet'],
    ['forget', 'PENDING', 'does not list it yet'],
    ['less', 'INDETERMINATE', 'arrived at the receiver instead of'],
  ])('with the fault %s is %s', async (fault, wanted, words) => {
    await sandbox.fault('dln', fault)
    const { document } = await swap(line, 'dln', '--no-wait')
    const { source } = document.data.hashes
    await expect
      .poll(async () => (await status(source)).note, { timeout: 20_000, interval: 200 })
      .toContain(words)
    expect((await status(source)).status).toBe(wanted)
  })

  test.each([
    ['too-low', 'AMOUNT_TOO_LOW'],
    ['refuse', 'NO_ROUTE'],
    ['rate-limit', 'RATE_LIMITED'],
    ['unauthorized', 'UPSTREAM_REFUSED'],
  ])('with the fault %s moves nothing: %s', async (fault, code) => {
    await sandbox.fault('dln', fault)
    const { document } = await swap(line, 'dln')
    expect([document.error.code, document.funds]).toEqual([code, 'none_moved'])
  })
})

describe('a quote', () => {
  type Route = { providerType: string }
  const quote = async (line: string): Promise<string[]> => {
    const { document } = await sandbox.json(['quote', ...line.split(' '), '--sandbox'])
    return document.data.routes.map(({ providerType }: Route) => providerType)
  }

  test('between chains asks every bridge', async () => {
    const [coinsToDollars, among] = await Promise.all([
      quote('1 eth:ETH to polygon:USDC'),
      quote('300 eth:USDC to arb:USDC'),
    ])
    const exchanges = 'near_intents changenow exolix quickex stealthex simple_swap baltex'.split(
      ' ',
    )
    expect(coinsToDollars).toEqual(expect.arrayContaining(['dln', 'lifi', 'relay', ...exchanges]))
    expect(among).toEqual(
      expect.arrayContaining([
        'across',
        'dln',
        'lifi',
        'rango',
        'relay',
        'chainflip',
        ...exchanges,
      ]),
    )
    expect(among[0]).toBe('across')
  })

  test('on one chain streams routes as they come, and names who fails or is slow', async () => {
    for (const words of [
      ['KYBER_SWAP', 'error'],
      ['ZRX', 'silent'],
      ['ONE_INCH', 'delay', '1'],
    ]) {
      await sandbox.fault(...words)
    }
    const words = `quote ${buysWbtc} --failed --timeout 8 --ndjson --sandbox`.split(' ')
    const { stdout } = await sandbox.run(words)
    type Line = { type: string; waiting: string[]; route: Route; data: Document['data'] }
    const lines = stdout.trimEnd().split('\n')
    const told = lines.map((text): Line => JSON.parse(text))
    const streamed = told.flatMap(({ type, route }) =>
      type === 'route' ? [route.providerType] : [],
    )
    const rest = ['PARA_SWAP', 'LIFI', 'OPEN_OCEAN', 'DLN', 'SYMBIOSIS_SWAP', 'RANGO']
    const all = ['UNI_SWAP_V3', 'SUSHI_SWAP', 'ONE_INCH', ...rest]
    expect(streamed).toEqual(expect.arrayContaining(all))
    // Others are there before the slow one, which is named while it is waited for.
    expect(streamed[0]).not.toBe('ONE_INCH')
    const waits = told.flatMap(({ type, waiting }) => (type === 'progress' ? [waiting] : []))
    expect(waits).toContainEqual(expect.arrayContaining(['ONE_INCH', 'ZRX']))
    const { routes, failed } = told.at(-1)?.data ?? {}
    expect(routes.map(({ providerType }: Route) => providerType).toSorted()).toEqual(
      streamed.toSorted(),
    )
    const reasons = failed.map((one: Route & { data: { reason: string } }) => [
      one.providerType,
      one.data.reason,
    ])
    expect(Object.fromEntries(reasons)).toMatchObject({
      KYBER_SWAP: expect.stringContaining('KyberSwap answered 500'),
      ZRX: expect.stringContaining('did not answer within'),
    })
  })
})
