/** Headers a web page, a rebound name or a proxy could make a browser or client send (V2, V3). */

export type OriginCase = {
  name: string
  /** Lines after the request line; a `Content-Length` and the body follow. */
  headers: readonly string[]
  /** Instead of the path alone. */
  target?: string
}

const json = 'Content-Type: application/json'
const own = 'Host: 127.0.0.1'

/** What the server of these cases allows. */
export const allowed = { host: 'swap.example', origin: 'https://app.example' }

const host = (value: string): OriginCase => ({
  name: `Host ${JSON.stringify(value)}`,
  headers: [`Host: ${value}`, json],
})
const origin = (value: string): OriginCase => ({
  name: `Origin ${JSON.stringify(value)}`,
  headers: [own, json, `Origin: ${value}`],
})
const site = (value: string): OriginCase => ({
  name: `Sec-Fetch-Site ${value} without an Origin`,
  headers: [own, json, `Sec-Fetch-Site: ${value}`],
})
const type = (value: string): OriginCase => ({
  name: `Content-Type ${JSON.stringify(value)}`,
  headers: [own, `Content-Type: ${value}`],
})

export const foreignCases: readonly OriginCase[] = [
  host('evil.example'),
  host('localhost.evil.example'),
  host('127.0.0.1.evil.example'),
  host('127.0.0.1.nip.io'),
  host('evil.example:7331'),
  host('localhost.'),
  host('localhost@evil.example'),
  host('evil.example#localhost'),
  host('evil.example/localhost'),
  host('localhost, evil.example'),
  host('swap.example.evil.example'),
  host('notswap.example'),
  host('169.254.169.254'),
  host('0.0.0.0'),
  host('2130706433'),
  host('0x7f.1'),
  host('[::ffff:127.0.0.1]'),
  host('[fe80::1]'),
  host('xn--lcalhost-0za'),
  host('localhost:80:80'),
  host('localhost:999999'),
  host(''),
  { name: 'no Host', headers: [json] },
  { name: 'two Hosts, ours first', headers: [own, 'Host: evil.example', json] },
  { name: 'two Hosts, ours last', headers: ['Host: evil.example', own, json] },
  {
    name: 'an absolute target of another host',
    headers: [own, json],
    target: 'http://evil.example/api/routes/quoteAll',
  },
  origin('null'),
  origin('https://evil.example'),
  origin('https://app.example.evil.example'),
  origin('http://app.example'),
  origin('https://app.example:444'),
  origin('https://app.example/'),
  origin('https://app.example https://evil.example'),
  origin('http://localhost'),
  origin('http://127.0.0.1:8080'),
  {
    name: 'an Origin of its own from another site',
    headers: [...site('cross-site').headers, 'Origin: http://127.0.0.1'],
  },
  origin('file://'),
  origin(''),
  {
    name: 'two Origins',
    headers: [own, json, `Origin: ${allowed.origin}`, 'Origin: https://evil.example'],
  },
  site('cross-site'),
  site('Cross-Site'),
  type('text/plain'),
  type('text/plain; application/json'),
  type('application/x-www-form-urlencoded'),
  type('multipart/form-data; boundary=application/json'),
  type('application/json, text/plain'),
  type('application/jsonp'),
  type('text/json'),
  { name: 'no Content-Type', headers: [own] },
  { name: 'two Content-Types', headers: [own, json, 'Content-Type: text/plain'] },
]

/** The honest ones. */
export const ownCases: readonly OriginCase[] = [
  host('127.0.0.1'),
  host('127.0.0.1:7331'),
  host('localhost'),
  host('LocalHost:80'),
  host('[::1]'),
  host('[::1]:7331'),
  host(allowed.host),
  host(allowed.host.toUpperCase()),
  host(`${allowed.host}:443`),
  origin(allowed.origin),
  origin('http://127.0.0.1'),
  site('same-origin'),
  site('none'),
  {
    name: 'another site that is allowed',
    headers: [...site('cross-site').headers, `Origin: ${allowed.origin}`],
  },
  type('application/json; charset=utf-8'),
  type('Application/JSON'),
  type('application/json ;charset=UTF-8'),
  { name: 'names in capitals', headers: ['HOST: localhost', 'CONTENT-TYPE: application/json'] },
]
