/**
 * `--backend remote`: another machine's service gives what the embedded one gives; a service that
 * is away, busy or answers with errors is distinguished, with the exit code of each.
 */
import { mkdirSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CliHome, createCliHome, type Document } from '../support/cliHome.ts'
import { type CliSandbox, startCliSandbox } from '../support/cliSandbox.ts'
import { olderService } from '../support/lyingProxy.ts'
import { type ServeProgram, serveProgram } from '../support/serveProgram.ts'
import { json, serve } from '../unit/http/loopback.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

describe('a service of our own', () => {
  let sandbox: CliSandbox
  let server: ServeProgram
  /** A home that shares nothing with the server's but the local chains. */
  let other: CliHome
  let remote: string[]

  beforeAll(async () => {
    sandbox = await startCliSandbox()
    server = await serveProgram(sandbox, ['--sandbox'])
    other = createCliHome()
    mkdirSync(join(other.folder, 'state'))
    symlinkSync(join(sandbox.folder, 'state/sandbox'), join(other.folder, 'state/sandbox'))
    remote = ['--sandbox', '--backend', 'remote', '--url', server.url]
  })

  afterAll(async () => {
    unlinkSync(join(other.folder, 'state/sandbox'))
    await other.remove()
    await server.stop()
    await sandbox.remove()
  })

  test.each(['1 eth:ETH to eth:USDC', '100 eth:USDC to arb:USDC', '2 polygon:WETH to polygon:DAI'])(
    'quotes %s as the embedded one does',
    async (line) => {
      const words = ['quote', ...line.split(' '), '--failed']
      const [embedded, far] = await Promise.all([
        sandbox.json([...words, '--sandbox']),
        other.json([...words, ...remote]),
      ])
      expect([embedded.code, far.code]).toEqual([0, 0])
      expect(far.document.meta.backend).toBe('remote')
      expect(far.document.data.quote).toEqual(embedded.document.data.quote)
      expect(withoutIds(far.document)).toEqual(withoutIds(embedded.document))
      expect(far.document.data.routes.length).toBeGreaterThanOrEqual(1)
    },
  )

  test('swaps, knows its own quote in another process, reports the status', async () => {
    const alice = sandbox.account('alice').address
    const before = await sandbox.balance('ETH', usdc, alice)
    // The sandbox cannot sign as Relay's solver, and a service's unsigned order is refused (E18).
    const words = ['40', 'eth:USDC', 'to', 'arb:USDC', '--exclude', 'relay']
    const best = await other.json(['best', ...words, ...remote])
    const { id } = best.document.data
    const paying = ['--account', 'alice', '--yes']
    const swapped = await other.json(['swap', '--id', id, ...paying, ...remote])
    expect([swapped.code, swapped.document.funds]).toEqual([0, 'delivered'])
    expect(swapped.document.data).toMatchObject({ id, status: { status: 'SUCCESS' } })
    expect(before - (await sandbox.balance('ETH', usdc, alice))).toBe(40_000_000n)

    const { source, destination } = swapped.document.data.hashes
    const asked = await other.json(['status', source, '--exit-status', ...remote])
    expect([asked.code, asked.document.data.destinationTxHash]).toEqual([0, destination])
    for (const path of ['info/status', 'routes/status', 'info/statusExtended']) {
      const response = await fetch(`${server.url}/api/${path}?srcTxHash=${source}`)
      expect([path, await response.json()]).toMatchObject([
        path,
        { status: 'SUCCESS', destinationTxHash: destination, srcTxHash: source },
      ])
    }
  })

  test('that has the two status calls of the contract alone sees a swap through', async () => {
    const older = await olderService(server.url, '/api/info/statusExtended')
    try {
      const there = ['--sandbox', '--backend', 'remote', '--url', older.url]
      const line = ['swap', '52', 'eth:USDC', 'to', 'arb:USDC', '--exclude', 'relay']
      const swapped = await other.json([...line, '--account', 'alice', '--yes', ...there])
      expect([swapped.code, swapped.document.funds]).toEqual([0, 'delivered'])
      const { source, destination } = swapped.document.data.hashes
      expect(swapped.document.warnings).toMatchObject([{ code: 'STATUS_CALL_MISSING' }])
      const asked = await other.json(['status', source, '--wait=1m', ...there])
      expect([asked.code, asked.document.data.destinationTxHash]).toEqual([0, destination])
      const fresh = [...line, '--account', 'alice', '--yes', '--no-wait', ...there]
      const sent = await other.json(fresh.with(1, '53'))
      const { receiptId } = sent.document.data
      const resumed = await other.json(['resume', receiptId, '--account', 'alice', ...there])
      expect([resumed.code, resumed.document.funds]).toEqual([0, 'delivered'])
    } finally {
      await older.close()
    }
  })
})

describe('any service', () => {
  const home = createCliHome()
  afterAll(() => home.remove())

  const quote = (url: string, env: NodeJS.ProcessEnv = {}) =>
    home.json(['quote', '1', 'eth:ETH', 'to', 'eth:USDC', '--backend', 'remote', '--url', url], {
      env,
    })

  test('that asks for a pause gets it, and then the question again', async () => {
    const times: number[] = []
    const { url } = await serve((response, _, count) => {
      times.push(Date.now())
      if (count > 1) return json(response, answer)
      response.setHeader('retry-after', '1')
      json(response, {}, 429)
    })
    const { code, document } = await quote(url)
    expect([code, document.data.routes[0].providerType]).toEqual([0, 'lifi'])
    const [first = 0, second = 0] = times
    expect([times.length, second - first >= 1_000]).toEqual([2, true])
  })

  test('that asks for a long pause is not asked again, and the error names its length', async () => {
    const { url, received } = await serve((response) => {
      response.setHeader('retry-after', '60')
      json(response, {}, 429)
    })
    const { code, document } = await quote(url)
    expect([code, document.error.code, received.length]).toEqual([5, 'RATE_LIMITED', 1])
    expect(document.error.details).toMatchObject({ retryAfterSeconds: 60 })
    expect(document.error.message).toContain('60 s')
    expect(document.error.hint).toContain('SWAPROUTE_API_KEY')
  })

  test.each([
    ['one error', { error: { code: 2001, reason: 'No routes' }, id: 'x' }, 4, 'NO_ROUTE', 2001],
    [
      'a list',
      { errors: [{ code: 1005, reason: 'receiver is missing' }] },
      2,
      'RECEIVER_REQUIRED',
      1005,
    ],
    ['a bare one', { code: 2004, reason: 'At most 5 ETH' }, 4, 'AMOUNT_TOO_HIGH', 2004],
    ['an unheard-of number', { error: { code: 4321, reason: 'Odd' } }, 5, 'UPSTREAM_FAILED', 4321],
  ])('that answers 200 with %s inside has failed', async (_, body, exit, code, serviceCode) => {
    const { url } = await serve((response) => json(response, body))
    const { code: status, document } = await quote(url)
    expect([status, document.error]).toMatchObject([exit, { code, serviceCode }])
  })

  test('gets the key in its header, and no other host sees it', async () => {
    const key = 'k3y-0f-the-desk'
    const { url, received } = await serve((response) => json(response, answer))
    const { code, stdout, stderr } = await quote(url, { SWAPROUTE_API_KEY: key })
    await quote(url)
    expect(code).toBe(0)
    expect(received.map(({ headers }) => headers['apikey'])).toEqual([key, undefined])
    expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/routes/quoteAll',
      'POST /api/routes/quoteAll',
    ])
    expect(`${stdout}${stderr}`).not.toContain(key)
  })

  test.each([
    ['answers a web page', 200, '<html>hello</html>', 'UPSTREAM_FAILED'],
    ['fails', 500, 'oh no', 'UPSTREAM_FAILED'],
  ])('that %s is at fault', async (_, status, body, code) => {
    const { url } = await serve((response) => {
      response.writeHead(status).end(body)
    })
    const { code: exit, document } = await quote(url)
    expect([exit, document.error.code, document.error.retry]).toEqual([5, code, 'later'])
  })

  test('that is not there is BACKEND_UNREACHABLE, with where the money is', async () => {
    const { code, document } = await quote('http://127.0.0.1:1')
    expect([code, document.error.code, document.funds]).toEqual([
      5,
      'BACKEND_UNREACHABLE',
      'none_moved',
    ])
    expect(document.error.message).toBe(
      'No answer from the service: 127.0.0.1:1 refused the connection.',
    )
    expect(document.error.hint).toMatch(/--url .* --backend embedded/)
  })

  test.each(['ftp://127.0.0.1', 'http://example.org', 'nonsense'])(
    'at %s is refused before anything is sent',
    async (url) => {
      const { code, document } = await quote(url)
      expect([code, document.error.code]).toEqual([2, 'INVALID_ARGUMENT'])
    },
  )
})

/** A quote as the public service might give it: members of ours that it lacks are not needed. */
const answer = {
  quote: {
    srcTokenAddress: '0x0000000000000000000000000000000000000000',
    srcTokenBlockchain: 'ETH',
    srcTokenAmount: '1',
    dstTokenAddress: usdc,
    dstTokenBlockchain: 'ETH',
  },
  routes: [
    {
      id: '2f6c1c38-93a7-4a0f-8d5c-1be0f2d7c604',
      swapType: 'on-chain',
      providerType: 'lifi',
      tokens: {
        from: {
          address: '0x0000000000000000000000000000000000000000',
          blockchain: 'ETH',
          decimals: 18,
          symbol: 'ETH',
          amount: '1',
        },
        to: { address: usdc, blockchain: 'ETH', decimals: 6, symbol: 'USDC' },
      },
      estimate: {
        destinationTokenAmount: '3000',
        destinationTokenMinAmount: '2985',
        destinationWeiAmount: '3000000000',
        destinationWeiMinAmount: '2985000000',
        durationInMinutes: 1,
        slippage: 0.005,
      },
      fees: {
        gasTokenFees: {
          nativeToken: {
            address: '0x0000000000000000000000000000000000000000',
            blockchain: 'ETH',
            decimals: 18,
            symbol: 'ETH',
          },
          protocol: { fixedAmount: '0', fixedWeiAmount: '0' },
          provider: { fixedAmount: '0', fixedWeiAmount: '0' },
        },
        percentFees: { percent: 0 },
      },
      routing: [],
      transaction: {},
      warnings: [],
    },
  ],
}

/** Routes and failures; ids are made anew by each service. */
function withoutIds({ data }: Document): unknown {
  // Of a trusted provider, the program says that its call counts only without a backend (E17).
  type Item = { id?: string; warnings?: { code: number }[] }
  const without = ({ id: _id, warnings, ...rest }: Item): Record<string, unknown> => ({
    ...rest,
    ...(warnings === undefined ? {} : { warnings: warnings.filter(({ code }) => code !== 7015) }),
  })
  return { routes: data.routes.map(without), failed: data.failed.map(without).toSorted(byProvider) }
}

/** Refusals are listed as they arrive. */
function byProvider(a: Record<string, unknown>, b: Record<string, unknown>): number {
  return String(a['providerType']).localeCompare(String(b['providerType']), 'en')
}
