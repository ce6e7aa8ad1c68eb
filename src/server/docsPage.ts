import { endpoints } from '../api/endpoints.ts'

/**
 * A page without scripts or external links that lists the endpoints and links the OpenAPI document.
 */
export function renderDocs(version: string, sandbox: boolean): string {
  const rows = Object.values(endpoints)
    .flatMap((endpoint) =>
      endpoint.paths.map(
        (path) =>
          `<tr><td>${endpoint.method}</td><td><code>${path}</code></td><td>${endpoint.summary}</td></tr>`,
      ),
    )
    .join('\n')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>swaproute ${version}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #ccc;padding:.4rem;text-align:left}
pre{background:#f4f4f4;padding:1rem;overflow:auto}</style></head><body>
<h1>swaproute ${version}</h1>
${sandbox ? '<p><strong>SANDBOX: play money on local chains. Never pay an address of this service with real money.</strong></p>\n' : ''}\
<p>Quotes, swap data and status of token swaps between and within blockchains.
Machine-readable description: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1).
Liveness: <a href="/healthz">/healthz</a>. Counters: <a href="/metrics">/metrics</a>.</p>
<table><thead><tr><th>Method</th><th>Path</th><th>Purpose</th></tr></thead><tbody>
${rows}
</tbody></table>
<h2>Example</h2>
<pre>curl -s -H 'content-type: application/json' "$URL/api/routes/quoteBest" -d '{
  "srcTokenAddress": "0x0000000000000000000000000000000000000000",
  "srcTokenBlockchain": "ETH", "srcTokenAmount": "1",
  "dstTokenAddress": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
  "dstTokenBlockchain": "ETH", "referrer": "example" }'</pre>
<p>Errors: <code>{"errors":[{"code","reason"}]}</code> for parameters,
<code>{"error":{"code","reason","data"},"id"}</code> for all else.</p>
</body></html>
`
}
