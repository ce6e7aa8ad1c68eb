/** The page at `/` in a browser: where the money of a swap is. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { StatusAnswer } from '../../src/api/schemas.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { ServerOptions } from '../../src/server/server.ts'
import { serve, type Served } from '../support/backend.ts'
import { hasBrowser, openBrowser, visit, type Visit } from '../support/browser.ts'
import { builtPage } from '../support/page.ts'
import { hashes, orderNumber, type Scenes, sceneContract, sceneMs } from '../support/pageScenes.ts'

let browser: Browser
let served: Served | null = null
let open: Visit | null = null

beforeAll(async () => {
  if (hasBrowser) browser = await openBrowser()
})
afterAll(async () => {
  if (hasBrowser) await browser.close()
})
afterEach(async () => {
  await open?.close()
  await served?.stop()
  open = served = null
})

type Change = Scenes & {
  server?: Partial<ServerOptions>
  token?: string
  visit?: Parameters<typeof visit>[2]
}

async function at(path: string, change: Change = {}): Promise<Visit & { calls: unknown[] }> {
  const { contract, calls } = sceneContract(change)
  const page = await builtPage(() => sceneMs)
  const token = change.token === undefined ? {} : { token: change.token }
  served = await serve(contract, { page, ...token, ...change.server })
  open = await visit(browser, `${served.url}${path}`, change.visit)
  return { ...open, calls }
}

/** Time passes only where a test lets it; each pause of seconds that the page takes is in `pauses`. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: sceneMs })
  await page.clock.pauseAt(sceneMs + 1_000)
  await page.addInitScript(() => {
    const pauses: number[] = []
    const { setTimeout } = globalThis
    const counted: typeof setTimeout = Object.assign((...given: Parameters<typeof setTimeout>) => {
      if ((given[1] ?? 0) >= 1_000) pauses.push(given[1] ?? 0)
      return setTimeout(...given)
    }, setTimeout)
    Object.assign(globalThis, { pauses, setTimeout: counted })
  })
}

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const shortened = `${hashes.success.slice(0, 6)}…${hashes.success.slice(-6)}`
const two = `${hashes.success} ${hashes.pending}`
const withoutScript: BrowserContextOptions = { javaScriptEnabled: false }
const look = (subject: string): string => `/?q=${encodeURIComponent(subject)}`

describe.skipIf(!hasBrowser)('the status of a swap', () => {
  test.each([
    ['without script', withoutScript],
    ['with script', {}],
  ])('is found by the hash of its payment, %s', async (_, given) => {
    const { page, expectClean } = await at('/', { visit: given })
    expect(await page.title()).toBe('swaproute')
    await page.getByLabel('Transaction hash, order number or explorer link').fill(hashes.success)
    await page.getByRole('button', { name: 'Look up' }).click()
    const answer = page.getByRole('region', { name: 'SUCCESS · across' })
    expect(await answer.innerText()).toMatchInlineSnapshot(`
      "SUCCESS · across
      Meaning
      The swap is complete.
      To do
      Nothing to do.
      Money
      Delivered to the receiver.
      Sent
      250 USDC on Ethereum
      Received
      249.371204 USDC on Arbitrum One
      Paid
      2026-11-29 11:58:25 UTC (95s ago)
      Source
      ETH
      0xc2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2
      View on etherscan.io
      Delivery
      ARBITRUM
      0x9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f
      View on arbiscan.io
      Payer
      0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045
      Receiver
      0x8ba1f109551bD432803012645Ac136ddd64DBA72
      Upstream
      "filled"
      Updated
      2026-11-29 11:59:57 UTC (3s ago)"
    `)
    expect(await page.title()).toBe('SUCCESS · swaproute')
    expect(await page.getByRole('textbox', { name: /Transaction/ }).inputValue()).toBe(
      hashes.success,
    )
    const links = await answer.getByRole('link').all()
    expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
      `https://etherscan.io/tx/${hashes.success}`,
      `https://arbiscan.io/tx/0x${'9f'.repeat(32)}`,
    ])
    await expectClean()
  })

  test.each([
    ['an order number', orderNumber, 'PENDING · exolix', { srcTxHash: orderNumber }],
    [
      'a link of an explorer',
      `https://etherscan.io/tx/${hashes.refunded}`,
      'REVERTED · across',
      { srcTxHash: hashes.refunded, srcTokenBlockchain: 'ETH' },
    ],
    [
      'a hash in quotes',
      `“${hashes.claim}”,`,
      'READY_TO_CLAIM · arbitrum',
      { srcTxHash: hashes.claim },
    ],
    ['an unknown hash', hashes.unknown, 'NOT_FOUND', { srcTxHash: hashes.unknown }],
  ])('is found by %s', async (_, subject, title, asked) => {
    const { page, calls, expectClean } = await at(look(subject), { visit: withoutScript })
    expect(await page.getByRole('region', { name: title }).count()).toBe(1)
    expect(calls).toEqual([{ name: 'statusExtended', input: asked }])
    await expectClean()
  })

  test('of another caller has no id; that of an own id has it', async () => {
    const id = '2f6c1c38-93a7-4a0f-8d5c-1be0f2d7c604'
    const status = async (): Promise<StatusAnswer> => ({
      status: 'SUCCESS',
      destinationTxHash: null,
      id,
    })
    const { page } = await at(look(hashes.success), { status, visit: withoutScript })
    expect(await page.locator('#answer').innerText()).not.toContain(id)
    await page.goto(`${served?.url}${look(id)}`)
    expect(await page.locator('#answer').innerText()).toContain(id)
  })

  test.each([
    ['digits', '0xabc123', 400, 'A transaction hash has 64 digits; this has 6.'],
    ['a shortened hash', shortened, 400, 'This hash is shortened.'],
    ['an address', alice, 400, 'This is an address, not a transaction.'],
    ['two hashes', two, 400, 'This is more than one hash or number.'],
    ['a script', 'javascript:alert(1)', 400, 'Not a transaction hash, order id, receipt id'],
    ['a book', 'a'.repeat(3_000), 400, 'This is too long for a hash or a link.'],
    ['silence', hashes.silent, 502, 'Not every chain and provider that could know the hash'],
  ])('is not made up of %s', async (_, subject, status, reason) => {
    const { page, expectClean } = await at('/', { visit: withoutScript })
    const response = await page.goto(`${served?.url}${look(subject)}`)
    expect(response?.status()).toBe(status)
    const text = await page.getByRole('region', { name: 'No answer' }).innerText()
    expect(text).toContain(reason)
    expect(text).not.toContain('swaproute history')
    await expectClean()
  })

  test('is asked for with the memory of the calls: one search for an unknown hash', async () => {
    let searches = 0
    const status = async (): Promise<StatusAnswer> => {
      searches += 1
      return { status: 'NOT_FOUND', destinationTxHash: null }
    }
    await at(look(hashes.unknown), { status, visit: withoutScript })
    const path = `/api/info/status?srcTxHash=${hashes.unknown}`
    expect((await fetch(`${served?.url}${path}`)).status).toBe(200)
    await open?.page.reload()
    expect(searches).toBe(1)
  })

  test.each([{ 'sec-fetch-site': 'cross-site' }, { 'sec-purpose': 'prefetch' }])(
    'is not asked for by another site: %o',
    async (headers) => {
      const { calls } = await at('/', { visit: withoutScript })
      const response = await fetch(`${served?.url}${look(hashes.success)}`, { headers })
      expect(response.status).toBe(200)
      expect(await response.text()).toContain(`value="${hashes.success}"`)
      expect(calls).toEqual([])
    },
  )

  test('in progress refreshes itself, says only what changed, and stops at the end', async () => {
    const words = ['PENDING', 'PENDING', new SwaprouteError('UPSTREAM_FAILED', 'Down.'), 'SUCCESS']
    let asked = 0
    const status = async (): Promise<StatusAnswer> => {
      const next = words[Math.min(asked, words.length - 1)] ?? ''
      asked += 1
      if (next instanceof Error) throw next
      return { status: next, destinationTxHash: null, provider: 'across' }
    }
    const { page, expectClean } = await at(look(hashes.pending), {
      status,
      visit: { before: stopClock },
    })
    const live = page.locator('#live')
    const nextQuestion = async (): Promise<void> => {
      const before = asked
      while (asked === before) await page.clock.runFor(500)
    }
    const begins = 'This page asks again by itself.'
    await live.filter({ hasText: begins }).waitFor()
    expect(await live.getAttribute('role')).toBe('status')
    await nextQuestion()
    expect(await live.innerText()).toBe(begins)
    await nextQuestion()
    await live.filter({ hasText: 'No answer; asking again.' }).waitFor()
    expect(await page.getByRole('region', { name: 'PENDING · across' }).count()).toBe(1)
    await nextQuestion()
    await live.filter({ hasText: 'SUCCESS · The swap is complete' }).waitFor()
    expect(await page.getByRole('region', { name: 'SUCCESS · across' }).count()).toBe(1)
    expect(await page.title()).toBe('SUCCESS · swaproute')
    await page.clock.runFor(20 * 60_000)
    expect(asked).toBe(4)
    expect(await page.evaluate('pauses')).toEqual([2_000, 3_000, 4_500])
    await expectClean()
  })

  test('of a service with tokens is there for who gives one as the password', async () => {
    const token = 'a-token-of-twenty-four-chars'
    const httpCredentials = { username: 'anyone', password: token }
    const { page, expectClean } = await at(look(hashes.success), {
      token,
      visit: { httpCredentials },
    })
    expect(await page.getByRole('region', { name: 'SUCCESS · across' }).count()).toBe(1)
    await page.getByRole('group', { name: 'You pay' }).waitFor() // the script asks with it as well
    await expectClean()
    const url = served?.url ?? ''
    const none = await fetch(url)
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="swaproute", charset="UTF-8"',
    ])
    const authorization = `Basic ${btoa(`anyone:${token}`)}`
    const statusOf = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(`${url}/api/info/chains`, { headers: { authorization, ...headers } })).status
    expect(await statusOf({})).toBe(200)
    expect(await statusOf({ authorization: `Basic ${btoa('anyone:another')}` })).toBe(401)
    expect(await statusOf({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await statusOf({ 'sec-fetch-site': 'cross-site', origin: 'https://other.test' })).toBe(
      403,
    )
    await served?.stop()
    served = await serve(sceneContract().contract, { token, allowedOrigins: ['*'] })
    const open = await fetch(`${served.url}/api/info/chains`, {
      headers: { authorization, origin: 'https://other.test' },
    })
    expect(open.status).toBe(401)
  })

  test('says that a swap of the sandbox is play money', async () => {
    const { page } = await at(look(hashes.success), {
      server: { sandbox: true },
      visit: withoutScript,
    })
    const text = await page.locator('body').innerText()
    expect(text).toContain('SANDBOX: play money on local chains.')
    expect(text).toContain('Never pay an address of this service with real money.')
  })
})
