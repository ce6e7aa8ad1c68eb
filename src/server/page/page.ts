/**
 * The page for people with a browser, at `/`: where the money of a swap is, and a form that
 * compares routes. It asks the service as any caller does: same gates, same limits, same memory of
 * unknown hashes, no ids of others (docs/safety.md V5, V6). Whatever comes from elsewhere is plain
 * text (X1) that `html` escapes.
 */
import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import { html } from 'hono/html'
import { secureHeaders } from 'hono/secure-headers'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { StatusAnswer, StatusExtendedQuery } from '../../api/schemas.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { ownText } from '../../format/plain.ts'
import { statusTitle } from '../../format/statusTexts.ts'
import type { StatusView } from '../../format/status.ts'
import type { ServerEnv } from '../call.ts'
import { renderFailure, renderStatus } from './answer.ts'
import { renderDocs } from './docs.ts'
import { renderQuoteForm } from './quoteForm.ts'
import { type Html, renderPage, type Site } from './shell.ts'

/** What the page needs of the program around the server. */
export type PageSource = {
  style: string
  script: string
  /**
   * The status of what a text names, as a screen shows it.
   * @param ask calls the service
   * @throws SwaprouteError INVALID_ARGUMENT for a text that names no swap
   */
  status(
    text: string,
    ask: (query: StatusExtendedQuery) => Promise<StatusAnswer>,
  ): Promise<StatusView>
}

export type PageOptions = {
  source: PageSource
  version: string
  sandbox: boolean
  findStatus(query: StatusExtendedQuery, signal: AbortSignal): Promise<StatusAnswer>
  /** Reports a fault of our own; the error that a caller may see, and its status. */
  toFailure(
    context: Context,
    thrown: unknown,
  ): { error: SwaprouteError; id: string; status: ContentfulStatusCode }
}

/** Paths besides the calls of the contract; `/docs` is one of them. */
export const pagePaths = ['/', '/docs', '/page.css', '/page.js', '/favicon.ico'] as const

/** Longest text that is looked up; links of explorers have some hundred characters. */
const longestText = 1_000

export function addPage(
  app: Hono<ServerEnv>,
  { source, findStatus, toFailure, ...about }: PageOptions,
): void {
  const site: Site = {
    ...about,
    stylePath: `/page.css?${hashOf(source.style)}`,
    scriptPath: `/page.js?${hashOf(source.script)}`,
  }
  for (const path of pagePaths) app.use(path, guards)
  addFile(app, site.stylePath, 'text/css; charset=utf-8', source.style)
  addFile(app, site.scriptPath, 'text/javascript; charset=utf-8', source.script)
  app.get('/favicon.ico', (context) =>
    context.body(null, 204, { 'cache-control': 'public, max-age=86400' }),
  )
  const docs = renderDocs(site)
  app.get('/docs', etag(), (context) => context.html(docs, 200, { 'cache-control': 'no-cache' }))

  const start = swapsPage(site, { text: '', title: null, answer: null })
  app.get('/', etag(), async (context) => {
    const text = (context.req.query('q') ?? '').trim()
    if (text === '') return context.html(start, 200, { 'cache-control': 'no-cache' })
    const page = (title: string | null, answer: Html, status: ContentfulStatusCode = 200) =>
      context.html(swapsPage(site, { text, title, answer }), status)
    // V5: no other site, and no guess of the browser, makes this server ask every chain.
    if (!isMeant(context)) return page(null, notAsked)
    try {
      if (text.length > longestText) {
        throw new SwaprouteError('INVALID_ARGUMENT', 'This is too long for a hash or a link.')
      }
      const { signal } = context.req.raw
      const view = await source.status(text, (query) => findStatus(query, signal))
      return await page(statusTitle(view.status, view.fate), renderStatus(view))
    } catch (thrown) {
      const { error, id, status } = toFailure(context, thrown)
      return page('No answer', renderFailure(error, id), status)
    }
  })
}

/** A link on another site fills in the form, no more. */
function isMeant({ req }: Context): boolean {
  return req.header('sec-fetch-site') !== 'cross-site' && req.header('sec-purpose') === undefined
}

const notAsked = html`<p id="answer" class="answer" data-over="true">
  Another site filled this in. Press “Look up” to ask where the swap is.
</p>`

type Shown = { text: string; title: string | null; answer: Html | null }

function swapsPage(site: Site, { text, title, answer }: Shown): Html {
  const main = html`<h1>Where is the money?</h1>
    <form class="lookup" action="/" method="get" role="search">
      <label for="q">Transaction hash, order number or explorer link</label>
      <div class="line">
        <input
          id="q"
          name="q"
          type="text"
          value="${ownText(text, longestText)}"
          required
          maxlength="${longestText}"
          autocomplete="off"
          autocapitalize="off"
          autocorrect="off"
          spellcheck="false"
          enterkeyhint="search"
        />
        <button type="submit">Look up</button>
      </div>
    </form>
    <p id="live" class="live" role="status"></p>
    ${answer} ${renderQuoteForm()}`
  return renderPage(site, { title, path: '/', hasScript: true, main })
}

/** One file, kept by browsers for good under its hash, and compared under any other name. */
function addFile(app: Hono<ServerEnv>, named: string, type: string, text: string): void {
  const [path = '', hash = ''] = named.split('?')
  app.get(path, etag(), (context) => {
    const isNamed = new URL(context.req.url).search === `?${hash}`
    return context.body(text, 200, {
      'content-type': type,
      'cache-control': isNamed ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
  })
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}

/** Nothing of another site is loaded, nothing inline runs, nothing frames the page. */
const guards = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    connectSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
  },
  permissionsPolicy: {
    camera: [],
    geolocation: [],
    microphone: [],
    payment: [],
    usb: [],
    clipboardWrite: [],
  },
  referrerPolicy: 'no-referrer',
  // Whether a host is reached by https only is decided by who runs it.
  strictTransportSecurity: false,
})
