/** The page at `/` in a browser: the form that compares routes. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { serve, type Served } from '../support/backend.ts'
import { hasBrowser, openBrowser, visit, type Visit } from '../support/browser.ts'
import { builtPage } from '../support/page.ts'
import { sceneAmounts, type Scenes, sceneContract, sceneMs } from '../support/pageScenes.ts'

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

async function start(
  change: Scenes = {},
  options: Parameters<typeof visit>[2] = {},
): Promise<Visit & { calls: { name: string; input: unknown }[] }> {
  const { contract, calls } = sceneContract(change)
  served = await serve(contract, { page: await builtPage(() => sceneMs) })
  open = await visit(browser, served.url, options)
  return { ...open, calls }
}

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const receiver = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

async function fill(page: Page, amount: string): Promise<void> {
  const pay = page.getByRole('group', { name: 'You pay' })
  const receive = page.getByRole('group', { name: 'You receive' })
  await pay.getByLabel('Chain').selectOption('Ethereum')
  await pay.getByLabel('Token', { exact: true }).fill(usdc)
  await pay.getByLabel('Amount').fill(amount)
  await receive.getByLabel('Chain').selectOption('Arbitrum One')
  await receive.getByLabel('Token', { exact: true }).fill('usdc')
  await receive.getByLabel('Receiver').fill(receiver)
}

const submit = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Compare routes' }).click()

describe.skipIf(!hasBrowser)('routes', () => {
  test('are compared as the command line compares them', async () => {
    const { page, calls, expectClean } = await start()
    await fill(page, sceneAmounts.many)
    await submit(page)
    const table = page.getByRole('table', { name: '250 USDC on Ethereum → USDC on Arbitrum One' })
    await table.waitFor()
    const rows = await table.getByRole('row').all()
    const texts = await Promise.all(
      rows.map(async (row) =>
        (await row.getByRole('cell').or(row.locator('th')).allInnerTexts()).join(' | '),
      ),
    )
    expect(texts).toMatchInlineSnapshot(`
      [
        "# | Provider | Type | Receive USDC | At least | Net | Fees | Time | Note",
        "1 | across best | bridge | 249.37120 | 248.12120 | $247.35 | ~$2.02 | 2m | ",
        "2 | stargate_v2 | bridge | 249.02000 | 247.77000 | $247.00 | ~$2.02 | 4m | not guaranteed",
        "3 | exolix | deposit fixed | 249.30000 | 248.05000 | $247.28 | ~$2.02 | 15m | ",
        "4 | near_intents | deposit float | 268.44000 | 267.19000 | $266.42 | ~$2.02 | 2m | skipped",
      ]
    `)
    expect(await table.locator('.best').getByRole('rowheader').innerText()).toContain('across')
    expect(await page.locator('#quote-live').innerText()).toMatchInlineSnapshot(
      `"4 routes · 8 providers asked · 4 answered · 1 had no offer · 1 outside its limits · 1 failed · 1 hidden. Best: 249.371204 USDC by across."`,
    )
    expect(await page.locator('#routes .notes').innerText()).toMatchInlineSnapshot(`
      "Hidden as dangerous (too good). Tick “Show routes marked as dangerous” to see them.
      Deposit orders rank as if they paid 2% less: you have to trust their provider.
      Routes that are not guaranteed rank as if they paid 2% less."
    `)
    expect(await page.locator('#routes .warnings').innerText()).toMatchInlineSnapshot(
      `"4. near_intents · Skipped: "near_intents promises over 3% more than the market, and no contract enforces it""`,
    )
    await page.getByText('Providers without a route').click()
    expect(await page.locator('#routes details dl').innerText()).toMatchInlineSnapshot(`
      "symbiosis
      "There is no route for this pair."
      dln
      "The amount is below the minimum of 300 USDC."
      orbiter_bridge_v2
      "The service answered with status 503."
      lifi
      "hidden as dangerous: 24% above the market""
    `)
    expect(await page.locator('#routes .copy').innerText()).toMatchInlineSnapshot(
      `"swaproute swap 250 eth:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 to arbitrum:0xaf88d065e77c8cC2239327C5EDb3A432268e5831 --receiver 0x8ba1f109551bD432803012645Ac136ddd64DBA72"`,
    )
    expect(calls.filter(({ name }) => name === 'quoteAll')).toMatchInlineSnapshot(`
      [
        {
          "input": {
            "depositTradeParams": "all",
            "dstTokenAddress": "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
            "dstTokenBlockchain": "ARBITRUM",
            "enableChecks": false,
            "enableTestnets": false,
            "foreignBlacklist": {
              "dflow": [],
              "lifi": [],
              "rango": [],
              "zerox": [],
            },
            "nativeBlacklist": [],
            "receiver": "0x8ba1f109551bD432803012645Ac136ddd64DBA72",
            "referrer": "swaproute",
            "showDangerousRoutes": false,
            "showFailedRoutes": true,
            "skipFeeProviders": false,
            "srcTokenAddress": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
            "srcTokenAmount": "250",
            "srcTokenBlockchain": "ETH",
            "timeout": 30,
            "useDepositTradeIfAvailable": false,
          },
          "name": "quoteAll",
        },
      ]
    `)
    await expectClean()
  })

  test('that are dangerous are shown where that is asked for, and are not the best', async () => {
    const { page } = await start()
    await fill(page, sceneAmounts.many)
    await page.getByLabel('Show routes marked as dangerous').check()
    await submit(page)
    await page.getByRole('row', { name: /lifi/ }).filter({ hasText: 'too good' }).waitFor()
    expect(await page.locator('.best').getByRole('rowheader').innerText()).toContain('across')
  })

  test.each([
    [sceneAmounts.refused, 'No quote', 'The receiver is not an Arbitrum address.'],
    [sceneAmounts.none, 'No route', 'The amount is below the minimum of 300 USDC.'],
  ])('that cannot be had have a reason: %s', async (amount, title, reason) => {
    const { page, expectClean } = await start()
    await fill(page, amount)
    await submit(page)
    await page.getByRole('heading', { name: title }).waitFor()
    expect(await page.locator('#routes .answer').innerText()).toContain(reason)
    expect(await page.locator('#quote-live').textContent()).toContain(reason)
    expect(await page.locator('#routes .copy').count()).toBe(0)
    await expectClean()
  })

  test.each([
    ['', 'Give the amount.'],
    ['1,5', '"1,5" is not an amount. Did you mean 1.5?'],
    ['0.0000001', '"0.0000001" has 7 decimals; the token has 6.'],
  ])('are not asked for with the amount %o', async (amount, problem) => {
    const { page, calls } = await start()
    await fill(page, amount)
    await submit(page)
    const field = page.getByLabel('Amount')
    await page.getByText(problem).waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('#amount:focus').count()).toBe(1)
    expect(calls.some(({ name }) => name === 'quoteAll')).toBe(false)
  })

  test('are not asked for by a symbol that several tokens have', async () => {
    const { page, calls } = await start()
    await fill(page, '1')
    await page
      .getByRole('group', { name: 'You pay' })
      .getByLabel('Token', { exact: true })
      .fill('USDC')
    await submit(page)
    await page.getByText('2 tokens are called USDC: choose one of the list.').waitFor()
    expect(calls.some(({ name }) => name === 'quoteAll')).toBe(false)
  })

  test('are had by keyboard alone', async () => {
    const { page, expectClean } = await start()
    await page.locator('#quote:not([hidden])').waitFor()
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const focused = (): Promise<string> =>
      page.evaluate<string>(
        'document.activeElement.labels?.[0]?.innerText ?? document.activeElement.innerText',
      )
    await press('Tab')
    expect(await focused()).toBe('Skip to the content')
    expect(await page.locator('.skip').boundingBox()).toMatchObject({ x: 16 })
    await press('Enter', 'Tab')
    expect(await focused()).toBe('Transaction hash, order number or explorer link')
    await press('Tab', 'Tab')
    expect(await focused()).toBe('Chain')
    await page.keyboard.type('Eth')
    await press('Tab')
    expect(await focused()).toBe('Token')
    await page.keyboard.type('usd')
    const list = page.getByRole('listbox', { name: 'Tokens' })
    await list.waitFor()
    const token = page.locator('#from-token')
    expect(await token.getAttribute('aria-expanded')).toBe('true')
    await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp')
    const active = await token.getAttribute('aria-activedescendant')
    expect(await page.locator(`#${active}`).innerText()).toContain('Tether USD')
    expect(await page.locator(`#${active}`).getAttribute('aria-selected')).toBe('true')
    await press('Escape')
    expect(await token.getAttribute('aria-expanded')).toBe('false')
    await press('ArrowDown')
    await list.waitFor()
    await press('ArrowDown', 'Enter')
    expect(await token.inputValue()).toBe('USDC')
    expect(await page.locator('#from-token-note').innerText()).toBe(`USD Coin · ${usdc}`)
    await press('Tab')
    expect(await focused()).toBe('Amount')
    await page.keyboard.type(sceneAmounts.many)
    await press('Tab')
    await page.keyboard.type('Arb')
    await press('Tab')
    await page.keyboard.type('USDC')
    await press('Tab')
    expect(await focused()).toContain('Receiver')
    await press('Tab')
    expect(await focused()).toBe('Show routes marked as dangerous')
    await press('Space', 'Tab')
    expect(await focused()).toBe('Compare routes')
    await press('Enter')
    await page.getByRole('table').waitFor()
    expect(await page.getByRole('row').count()).toBe(6)
    await expectClean()
  })

  test('need a script, and the page says so', async () => {
    const { page } = await start({}, { javaScriptEnabled: false })
    const text = 'Comparing routes needs JavaScript. Looking up a swap works without it.'
    expect(await page.getByText(text).isVisible()).toBe(true)
    expect(await page.getByRole('group', { name: 'You pay' }).count()).toBe(0)
    await open?.close()
    await served?.stop()
    const { page: scripted } = await start()
    await scripted.getByRole('group', { name: 'You pay' }).waitFor()
    expect(await scripted.getByText(text).count()).toBe(0)
  })

  test('name no command where none may be picked', async () => {
    const { page } = await start({ routes: [], failed: [] })
    await fill(page, '1')
    await submit(page)
    await page.getByRole('heading', { name: 'No route' }).waitFor()
    expect(await page.locator('#routes .copy').count()).toBe(0)
  })
})
