import { html } from 'hono/html'
import { endpoints } from '../../api/endpoints.ts'
import { type Html, renderPage, type Site } from './shell.ts'

const example = `curl -s -H 'content-type: application/json' "$URL/api/routes/quoteBest" -d '{
  "srcTokenAddress": "0x0000000000000000000000000000000000000000",
  "srcTokenBlockchain": "ETH", "srcTokenAmount": "1",
  "dstTokenAddress": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
  "dstTokenBlockchain": "ETH", "referrer": "example" }'`

/** A page without scripts that lists the endpoints and links the OpenAPI document. */
export function renderDocs(site: Site): Html {
  const rows = Object.values(endpoints).flatMap((endpoint) =>
    endpoint.paths.map(
      (path) =>
        html`<tr>
          <td>${endpoint.method}</td>
          <td><code>${path}</code></td>
          <td>${endpoint.summary}</td>
        </tr> `,
    ),
  )
  const main = html`<h1>API</h1>
    <p class="lead">Quotes, swap data and status of token swaps between and within blockchains.</p>
    <p>
      Machine-readable description: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1).
      Liveness: <a href="/healthz">/healthz</a>. Counters: <a href="/metrics">/metrics</a>.
    </p>
    <h2 id="calls">Calls</h2>
    <table class="calls" role="table" aria-labelledby="calls">
      <thead>
        <tr>
          <th scope="col">Method</th>
          <th scope="col">Path</th>
          <th scope="col">Purpose</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
    <h2 id="example">Example</h2>
    <pre
      class="scroll"
      role="region"
      aria-labelledby="example"
      tabindex="0"
    ><code>${example}</code></pre>
    <h2>Errors</h2>
    <p>
      <code>{"errors":[{"code","reason"}]}</code> for parameters,
      <code>{"error":{"code","reason","data"},"id"}</code> for all else.
    </p>`
  return renderPage(site, { title: 'API', path: '/docs', hasScript: false, main })
}
