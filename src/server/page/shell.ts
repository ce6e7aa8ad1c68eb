import { html } from 'hono/html'

/** HTML whose values are escaped; only `html` of hono makes it. */
export type Html = ReturnType<typeof html>

/** What every page of this server has in common. */
export type Site = {
  version: string
  /** Local chains and play money: every page says so. */
  sandbox: boolean
  /** Paths of style and script, with the hash of their contents. */
  stylePath: string
  scriptPath: string
}

export type PageParts = {
  /** Precedes the name of the program in the browser's tab. */
  title: string | null
  /** The page that the navigation marks as the current one. */
  path: '/' | '/docs'
  hasScript: boolean
  main: Html
}

/** A whole page: one style and one script of our own, nothing from elsewhere. */
export function renderPage(site: Site, { title, path, hasScript, main }: PageParts): Html {
  const { version, sandbox, stylePath, scriptPath } = site
  const current = (link: PageParts['path']): Html | null =>
    link === path ? html` aria-current="page"` : null
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title === null ? '' : `${title} · `}swaproute</title>
        <link rel="icon" href="/favicon.ico" />
        <link rel="stylesheet" href="${stylePath}" />
        ${hasScript ? html`<script type="module" src="${scriptPath}"></script>` : null}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        ${sandbox ? html`<p class="sandbox"><strong>SANDBOX: play money on local chains.</strong> Never pay an address of this service with real money.</p>` : null}
        <header>
          <a class="name" href="/">swaproute</a>
          <nav aria-label="Pages">
            <a href="/" ${current('/')}>Swaps</a> <a href="/docs" ${current('/docs')}>API</a>
          </nav>
        </header>
        <main id="main" tabindex="-1">${main}</main>
        <footer>
          <p>This page has no key and signs nothing. It asks only this server.</p>
          <p>swaproute ${version}</p>
        </footer>
      </body>
    </html> `
}
