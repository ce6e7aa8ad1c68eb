/** Debian's chromium, for tests of the page; without its window if that is installed. Nothing is downloaded. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'

const folders = (process.env['PATH'] ?? '').split(delimiter)
const chromiumPath = ['chromium-headless-shell', 'chromium']
  .flatMap((name) => folders.map((folder) => join(folder, name)))
  .find((path) => existsSync(path))

if (chromiumPath === undefined && process.env['REQUIRE_CHROMIUM'] !== undefined) {
  throw new Error('chromium is missing: apt-get install chromium-headless-shell')
}

/** Where there is none the tests of the page are skipped. */
export const hasBrowser = chromiumPath !== undefined

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath ?? 'chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** Text that a reader must never meet: controls, bidi marks and invisible characters. */
const misleading = /[\p{Cc}\p{Cf}\p{Co}]/u

export type Visit = {
  page: Page
  /** What nothing may do: scripts that fail or were refused, dialogs, requests to other hosts. */
  offences: readonly string[]
  /** Checks {@link offences}, the width of the page, and the characters on it. */
  expectClean(): Promise<void>
  close(): Promise<void>
}

/** A window of its own, which keeps nothing. */
export async function visit(
  browser: Browser,
  url: string,
  options: BrowserContextOptions & { before?: (page: Page) => Promise<void> } = {},
): Promise<Visit> {
  const { before, ...given } = options
  const context = await browser.newContext(given)
  const page = await context.newPage()
  const offences: string[] = []
  const { origin } = new URL(url)
  page.on('dialog', (dialog) => {
    offences.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', ({ message }) => offences.push(`error: ${message}`))
  page.on('console', (message) => {
    // Chromium reports every answer of 4xx and 5xx, which a test expects or not by itself.
    if (!message.text().startsWith('Failed to load resource')) offences.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) offences.push(`request: ${request.url()}`)
  })
  if (given.javaScriptEnabled !== false) {
    await page.exposeFunction('reportViolation', (text: string) => offences.push(text))
    await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
      reportViolation('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`)
  }
  await before?.(page)
  await page.goto(url)
  return {
    page,
    offences,
    expectClean: async () => {
      expect(offences).toEqual([])
      expect(await overflowOf(page)).toBe(0)
      const texts = await page.locator('body').innerText()
      expect(misleading.exec(texts.replaceAll(/[\n\t]/g, ' '))).toBeNull()
    },
    close: () => context.close(),
  }
}

/** How many pixels the page is wider than its window. */
async function overflowOf(page: Page): Promise<number> {
  return await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
}
