/** The page at `/` in a browser: whatever is written into its texts, and however wide its window is. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { RouteItem } from '../../src/api/routeSchema.ts'
import type { StatusAnswer } from '../../src/api/schemas.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import { serve, type Served } from '../support/backend.ts'
import { hasBrowser, openBrowser, visit, type Visit } from '../support/browser.ts'
import { routeItem } from '../support/fakeApi.ts'
import { builtPage } from '../support/page.ts'
import { hashes, type Scenes, sceneContract, sceneMs } from '../support/pageScenes.ts'

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

async function at(path: string, change: Scenes = {}, given: Parameters<typeof visit>[2] = {}) {
  const { contract } = sceneContract(change)
  served = await serve(contract, { page: await builtPage(() => sceneMs) })
  open = await visit(browser, `${served.url}${path}`, given)
  return open
}

const narrow = { viewport: { width: 320, height: 800 } }

/** Each contains the word `attack`, which shows that it reached the page. */
const attacks: readonly [name: string, text: string][] = [
  ['an image', '<img src=x onerror="document.title=1;alert(1)"> attack'],
  ['a script', '"><script>alert(1)</script> attack'],
  ['a frame', `'--></style><iframe srcdoc="<script>alert(1)</script>"></iframe> attack`],
  ['an attribute', '" autofocus onfocus="alert(1)" x=" attack'],
  ['an entity', '&lt;b&gt;attack&lt;/b&gt; &#60;b&#62;'],
  ['a template', '${alert(1)} {{attack}} <%= 1 %>'],
  ['a script link', 'javascript:alert(1)//attack'],
  ['a link', 'attack https://evil.example/pay?now=1 www.evil.example'],
  ['bidi marks', 'attack \u202Egnp.exe\u202C \u2066x\u2069 \u200Fy'],
  ['controls', 'attack \u0000\u0007\u001b[2J\u001b]0;x\u0007\u0085\u009b1m'],
  ['invisible characters', 'attack a\u200bb\u200dc\ufeffd\u{e0041}e\u2060'],
  ['stacked accents', `attack e${'\u0301'.repeat(200)}`],
  ['one long word', `attack${'W'.repeat(4_000)}`],
]

/** One visit for all attacks: the answers of the service are made of the one at hand. */
let attack = ''

async function underAttack(
  change: Scenes,
  look: (opened: Visit, text: string) => Promise<void>,
): Promise<void> {
  const opened = await at('/', change, narrow)
  for (const [name, text] of attacks) {
    attack = text
    await look(opened, text).catch((cause: unknown) => {
      throw new Error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      })
    })
  }
}

const lookUp = ({ page }: Visit, subject: string = hashes.pending): Promise<unknown> =>
  page.goto(`${served?.url}/?q=${encodeURIComponent(subject)}`)

/** What no text may become. */
async function expectOnlyText(page: Page, within: string): Promise<void> {
  const place = page.locator(within)
  expect(
    await place.locator('img, script, iframe, style, svg, object, form, input, b').count(),
  ).toBe(0)
  expect(await page.locator('script').count()).toBe(1)
  const handlers = 'script, [onerror], [onfocus], [autofocus], [onload], [style]'
  expect(await place.locator(handlers).count()).toBe(0)
  for (const link of await place.locator('a').all()) {
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/(?:etherscan|arbiscan)\.io\/tx\/0x/)
  }
  expect(await place.innerText()).not.toContain('evil.example')
}

describe.skipIf(!hasBrowser)('text of others', () => {
  test('in a status is text', async () => {
    const status = async (): Promise<StatusAnswer> => ({
      status: attack,
      subStatus: attack,
      destinationTxHash: attack,
      sourceNetworkTitle: attack,
      destinationNetworkTitle: attack,
      srcTxHash: attack,
      srcTransactionHash: attack,
      hashKind: attack,
      provider: attack,
      carrier: `${attack} `,
      providerStatus: attack,
      note: attack,
      updatedAt: attack,
      startedAt: attack,
      action: attack,
      transactionKind: attack,
      srcTokenAmount: '1',
      srcTokenSymbol: attack,
      srcTokenAddress: attack,
      dstTokenAmount: '2',
      dstTokenSymbol: attack,
      dstTokenAddress: attack,
      fromAddress: attack,
      receiver: attack,
      srcTxUrl: attack,
      destinationTxUrl: 'https://evil.example/tx',
    })
    await underAttack({ status }, async (opened) => {
      await lookUp(opened)
      const shown = await opened.page.locator('#answer').innerText()
      expect(shown.split('attack').length).toBeGreaterThan(8)
      await expectOnlyText(opened.page, '#answer')
      await opened.expectClean()
    })
  })

  test('in the hashes of known chains is no link', async () => {
    const status = async (): Promise<StatusAnswer> => ({
      status: 'SUCCESS',
      destinationTxHash: attack,
      sourceNetworkTitle: 'ETH',
      destinationNetworkTitle: 'ARBITRUM',
      srcTxHash: attack,
    })
    await underAttack({ status }, async (opened) => {
      await lookUp(opened)
      await expectOnlyText(opened.page, '#answer')
      await opened.expectClean()
    })
  })

  test('in an error is text', async () => {
    const status = (): Promise<StatusAnswer> =>
      Promise.reject(
        new SwaprouteError('UPSTREAM_FAILED', attack, {
          hint: attack,
          money: attack,
          cause: new Error(`${attack} `),
          context: { notAsked: { chains: [attack] } },
        }),
      )
    await underAttack({ status }, async (opened) => {
      await lookUp(opened)
      const shown = await opened.page.locator('#answer').innerText()
      expect(shown.split('attack').length).toBeGreaterThan(3)
      expect(await opened.page.locator('#answer a, #answer img, #answer script').count()).toBe(0)
      await opened.expectClean()
    })
  })

  test('in what is looked up is text', async () => {
    await underAttack({}, async (opened, text) => {
      await lookUp(opened, text)
      expect(await opened.page.locator('#q').inputValue()).toContain('attack')
      expect(await opened.page.locator('#q[onfocus], #q[autofocus]').count()).toBe(0)
      await expectOnlyText(opened.page, '#answer')
      await opened.expectClean()
    })
  })

  test('in routes, tokens and reasons is text', async () => {
    const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    const change: Scenes = {
      get tokens() {
        const token = { blockchain: 'ETH', address, symbol: attack, name: attack, decimals: 6 }
        return [token, { ...token, blockchain: 'ARBITRUM', address: `0x${'8'.repeat(40)}` }]
      },
      get routes() {
        const token = { blockchain: 'ETH', address: attack, symbol: attack, decimals: 6 }
        const route: RouteItem = {
          ...routeItem('across', '249.3'),
          id: attack,
          providerType: attack,
          swapType: attack,
          executionKind: attack,
          rateType: attack,
          tokens: { from: { ...token, amount: attack }, to: token },
          routing: [{ type: attack, provider: attack, path: [{ ...token, amount: attack }] }],
          warnings: [
            { code: 7004, reason: attack },
            { code: 7013, reason: attack },
          ],
        }
        return [route, { ...route, executionKind: 'deposit' }]
      },
      get failed() {
        return [
          { providerType: attack, data: { code: 2999, reason: attack }, id: attack },
          { providerType: attack, data: { code: 7004, reason: attack }, id: null },
        ]
      },
    }
    await underAttack(change, async (opened, text) => {
      const { page } = opened
      await page.reload()
      const pay = page.getByRole('group', { name: 'You pay' })
      await pay.getByLabel('Token', { exact: true }).fill(address)
      await page.locator('#from-token-list [role=option]').waitFor()
      await expectOnlyText(page, '#from-token-list')
      expect(await page.locator('#from-token-list').innerText()).toContain('attack')
      await page.locator('#from-token-list [role=option]').click()
      expect(await page.locator('#from-token-note').innerText()).toContain(address)
      await page.getByLabel('Amount').fill('250')
      await page.locator('#to-chain').selectOption('ARBITRUM')
      await page.locator('#to-token').fill(`0x${'8'.repeat(40)}`)
      await page.locator('#receiver').fill(text.slice(0, 200))
      await page.getByRole('button', { name: 'Compare routes' }).click()
      await page.getByRole('table').waitFor()
      await page.getByText('Providers without a route').click()
      const shown = await page.locator('#routes').innerText()
      expect(shown.split('attack').length).toBeGreaterThan(8)
      await expectOnlyText(page, '#routes')
      await opened.expectClean()
    })
  })

  test('in a refused quote is text', async () => {
    const change: Scenes = {
      get refuse() {
        return attack
      },
    }
    await underAttack(change, async (opened) => {
      const { page } = opened
      await page.reload()
      await page.locator('#from-token').fill('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')
      await page.locator('#to-token').fill('USDT')
      await page.getByLabel('Amount').fill('1')
      await page.getByRole('button', { name: 'Compare routes' }).click()
      await page.getByRole('heading', { name: 'No quote' }).waitFor()
      expect((await page.locator('#routes').innerText()).toLowerCase()).toContain('attack')
      await expectOnlyText(page, '#routes')
      await opened.expectClean()
    })
  })
})

const widths = [320, 640, 768, 1280] as const
const schemes = ['light', 'dark'] as const

describe.skipIf(!hasBrowser)('the page', () => {
  test.each(widths.flatMap((width) => schemes.map((scheme) => ({ width, scheme }))))(
    'fits $width px and is legible in the $scheme',
    async ({ width, scheme }) => {
      const { page, expectClean } = await at(
        `/?q=${hashes.success}`,
        {},
        { viewport: { width, height: 900 }, colorScheme: scheme, reducedMotion: 'reduce' },
      )
      await page.locator('#from-token').fill('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')
      await page.locator('#to-chain').selectOption('ARBITRUM')
      await page.locator('#to-token').fill('USDC')
      await page.getByLabel('Amount').fill('250')
      await page.locator('#dangerous').check()
      await page.getByRole('button', { name: 'Compare routes' }).click()
      await page.getByRole('table').waitFor()
      // Cards of a narrow window are still a table.
      expect(await page.getByRole('row').count()).toBe(6)
      expect(await page.getByRole('columnheader').count()).toBe(9)
      expect(await contrastFaults(page)).toEqual([])
      await expectClean()
      for (const path of [
        `/?q=${hashes.unknown}`,
        `/?q=0xabc`,
        `/?q=${hashes.claim}`,
        '/docs',
        '/',
      ]) {
        await page.goto(`${served?.url}${path}`)
        expect(await contrastFaults(page)).toEqual([])
        await expectClean()
      }
    },
  )

  test('has a name for everything, in an order that can be read', async () => {
    const { page } = await at(`/?q=${hashes.pending}`)
    await page.locator('#quote:not([hidden])').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    for (const landmark of ['banner', 'main', 'contentinfo', 'search'] as const) {
      expect([landmark, await page.getByRole(landmark).count()]).toEqual([landmark, 1])
    }
    expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(1)
    const headings = await page
      .locator('h1, h2, h3')
      .evaluateAll((all) => all.map((one) => one.tagName))
    expect(headings).toEqual(['H1', 'H2', 'H2'])
    const unnamed = await page.evaluate<
      string[]
    >(`[...document.querySelectorAll('input, select, button')]
      .filter((one) => !one.labels?.length && !one.innerText.trim()).map((one) => one.id)`)
    expect(unnamed).toEqual([])
    const dangling = await page.evaluate<
      string[]
    >(`[...document.querySelectorAll('[aria-controls], [aria-describedby], [aria-labelledby]')]
      .flatMap((one) => ['aria-controls', 'aria-describedby', 'aria-labelledby'].map((name) => one.getAttribute(name)))
      .filter((id) => id !== null && document.getElementById(id) === null)`)
    expect(dangling).toEqual([])
  })

  test('is printed without its forms', async () => {
    const { page } = await at(`/?q=${hashes.success}`)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('#answer').isVisible()).toBe(true)
    expect(await page.locator('form').filter({ visible: true }).count()).toBe(0)
  })

  test.each(['/', '/docs', '/page.css', '/page.js'])(
    '%s says what a browser may do',
    async (path) => {
      await at('/')
      const { headers } = await fetch(`${served?.url}${path}`)
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
      )
      expect({
        type: headers.get('x-content-type-options'),
        referrer: headers.get('referrer-policy'),
        opener: headers.get('cross-origin-opener-policy'),
        resource: headers.get('cross-origin-resource-policy'),
        cookies: headers.get('set-cookie'),
      }).toEqual({
        type: 'nosniff',
        referrer: 'no-referrer',
        opener: 'same-origin',
        resource: 'same-origin',
        cookies: null,
      })
    },
  )

  test('is one script and one style, kept by their hash and compared without it', async () => {
    const { page } = await at('/')
    const named = [
      await page.locator('script').getAttribute('src'),
      await page.locator('link[rel=stylesheet]').getAttribute('href'),
    ]
    for (const path of named) {
      expect(path).toMatch(/^\/page\.(?:js|css)\?[\w-]{16}$/)
      const url = `${served?.url}${path}`
      const { headers } = await fetch(url)
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const bare = await fetch(url.replace(/\?.*/, ''))
      expect(bare.headers.get('cache-control')).toBe('no-cache')
      const again = await fetch(url, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
      expect(again.status).toBe(304)
    }
    expect((await fetch(`${served?.url}/favicon.ico`)).status).toBe(204)
  })
})

/** Texts whose contrast is below AA (WCAG 2.2, 1.4.3), each with its ratio. */
async function contrastFaults(page: Page): Promise<string[]> {
  return await page.evaluate<string[]>(`(() => {
    const parse = (text) => text.match(/[\\d.]+/g).map(Number)
    const luminance = ([r, g, b]) => [r, g, b].map((part) => {
      const one = part / 255
      return one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4
    }).reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0)
    const backgroundOf = (element) => {
      for (let one = element; one !== null; one = one.parentElement) {
        const colour = parse(getComputedStyle(one).backgroundColor)
        if (colour[3] !== 0) return colour
      }
      return [255, 255, 255]
    }
    const faults = []
    for (const element of document.querySelectorAll('body *')) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
      if (!hasText || element.getClientRects().length === 0) continue
      const style = getComputedStyle(element)
      const [a, b] = [luminance(parse(style.color)), luminance(backgroundOf(element))]
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
      const size = parseFloat(style.fontSize)
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
      if (ratio < (isLarge ? 3 : 4.5)) faults.push(element.textContent.slice(0, 30) + ' ' + ratio.toFixed(2))
    }
    return faults
  })()`)
}
