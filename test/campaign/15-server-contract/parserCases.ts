/**
 * Requests whose end two readers could see in different places, and other bytes no client sends.
 * Each holds a second request where a careless reader would find one.
 */

export type ParserCase = {
  name: string
  /** The pieces to send. `inner` is a whole request that must not be executed. */
  parts: (outer: string, inner: string) => readonly (string | Buffer)[]
  /** Whether the first request may be carried out; that it is refused is right everywhere. */
  first?: 'may' | 'never'
  halfClose?: boolean
}

const path = '/api/routes/quoteAll'
const top = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n`

/** A whole and honest request with this body. */
export const honestRequest = (body: string): string =>
  `${top}Content-Length: ${body.length}\r\n\r\n${body}`

const withHeaders =
  (...lines: readonly string[]) =>
  (outer: string, inner: string): readonly string[] => [
    `${top}${lines.map((line) => `${line.replace('%LENGTH', String(outer.length))}\r\n`).join('')}\r\n${outer}${inner}`,
  ]

/** Length by header and chunks at once: a reader of one sees another end than a reader of the other. */
const lengthAndChunks =
  (...encoding: readonly string[]) =>
  (outer: string, inner: string): readonly string[] => [
    `${top}Content-Length: ${chunked(outer).length + inner.length}\r\n${encoding.join('\r\n')}\r\n\r\n${chunked(outer)}${inner}`,
  ]

const chunked = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`

const chunks =
  (body: (outer: string) => string) =>
  (outer: string, inner: string): readonly string[] => [
    `${top}Transfer-Encoding: chunked\r\n\r\n${body(outer)}${inner}`,
  ]

/** A refusal that is given before the body was read: the body is still not the next request. */
const bodyOf =
  (start: string, ...lines: readonly string[]) =>
  (_outer: string, inner: string): readonly string[] => [
    `${start} HTTP/1.1\r\n${['Host: 127.0.0.1', ...lines].join('\r\n')}\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
  ]

const start =
  (line: string) =>
  (outer: string, inner: string): readonly string[] => [
    `${line}\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${outer.length + inner.length}\r\n\r\n${outer}${inner}`,
  ]

const lengths = [
  '-1',
  '+%LENGTH',
  '0x10',
  '1e2',
  '%LENGTH, %LENGTH',
  '%LENGTH, 0',
  '%LENGTH %LENGTH',
  '18446744073709551617',
  '',
  'abc',
  '%LENGTH;',
  '\u0663',
]

const encodings = [
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: "chunked"',
  'Transfer-Encoding: chunked\u000b',
  'Transfer-Encoding : chunked',
  ' Transfer-Encoding: chunked',
  'X: y\nTransfer-Encoding: chunked',
  'X: y\rTransfer-Encoding: chunked',
  'Transfer-Encoding:\r\n chunked',
  'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
  'TRANSFER-ENCODING: CHUNKED',
  'Transfer-Encoding:\tchunked',
]

const never = 'never' as const

export const parserCases: readonly ParserCase[] = [
  ...lengths.map((value): ParserCase => ({
    name: `Content-Length ${JSON.stringify(value)}`,
    parts: withHeaders(`Content-Length: ${value}`),
    first: never,
  })),
  {
    name: 'two lengths that differ',
    parts: withHeaders('Content-Length: %LENGTH', 'Content-Length: 0'),
    first: never,
  },
  {
    name: 'two lengths that agree',
    parts: withHeaders('Content-Length: %LENGTH', 'Content-Length: %LENGTH'),
    first: never,
  },
  ...encodings.map((header): ParserCase => ({
    name: `length and ${JSON.stringify(header)}`,
    parts: lengthAndChunks(header),
  })),
  { name: 'a chunk size below zero', parts: chunks((body) => `-1\r\n${body}`), first: never },
  { name: 'a chunk size with 0x', parts: chunks((body) => `0x5\r\n${body}`), first: never },
  {
    name: 'a chunk size past 64 bits',
    parts: chunks((body) => `${'f'.repeat(17)}\r\n${body}`),
    first: never,
  },
  {
    name: 'no line end after a chunk',
    parts: chunks((body) => `${body.length.toString(16)}\r\n${body}0\r\n\r\n`),
    first: never,
  },
  {
    name: 'a chunk extension with a line feed',
    parts: chunks((body) => `${body.length.toString(16)};a="\n0\r\n\r\n`),
    first: never,
  },
  {
    name: 'a chunk extension of 20,000 bytes',
    parts: chunks(
      (body) => `${body.length.toString(16)};${'a'.repeat(20_000)}\r\n${body}\r\n0\r\n\r\n`,
    ),
    first: never,
  },
  {
    name: 'chunk sizes with bare line feeds',
    parts: chunks((body) => `${body.length.toString(16)}\n${body}\n0\n\n`),
    first: never,
  },
  { name: 'no body at all, then another', parts: chunks(() => ''), first: never },
  { name: 'body of GET', parts: bodyOf('GET /healthz') },
  { name: 'body of HEAD', parts: bodyOf('HEAD /healthz') },
  { name: 'body of OPTIONS', parts: bodyOf(`OPTIONS ${path}`, 'Origin: https://evil.example') },
  { name: 'body of TRACE', parts: bodyOf(`TRACE ${path}`) },
  { name: 'body of DELETE', parts: bodyOf(`DELETE ${path}`) },
  {
    name: 'body of an unknown path',
    parts: bodyOf('POST /nothing', 'Content-Type: application/json'),
  },
  { name: 'body of a wrong type', parts: bodyOf(`POST ${path}`, 'Content-Type: text/plain') },
  { name: 'body of a foreign origin', parts: bodyOf(`POST ${path}`, 'Origin: null') },
  {
    name: 'body with Expect',
    parts: bodyOf(`POST ${path}`, 'Expect: 100-continue', 'Content-Type: text/plain'),
  },
  { name: 'body with an unknown Expect', parts: bodyOf(`POST ${path}`, 'Expect: everything') },
  {
    name: 'body of an upgrade to WebSocket',
    parts: bodyOf(`GET ${path}`, 'Connection: Upgrade', 'Upgrade: websocket'),
  },
  {
    name: 'body of an upgrade to h2c',
    parts: bodyOf(
      `POST ${path}`,
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA',
    ),
  },
  {
    name: 'a tunnel by CONNECT',
    parts: (_outer, inner) => [`CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n${inner}`],
  },
  {
    name: 'the start of HTTP/2',
    parts: (_outer, inner) => [`PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${inner}`],
  },
  {
    name: 'a length of 70,000 that is refused',
    parts: (_outer, inner) => [
      `${top}Content-Length: 70000\r\n\r\n${inner}${' '.repeat(70_000 - inner.length)}`,
    ],
    first: never,
  },
  {
    name: 'a body that ends early',
    parts: (outer, inner) => [
      `${top}Content-Length: ${outer.length + inner.length + 9}\r\n\r\n${outer}${inner}`,
    ],
    first: never,
    halfClose: true,
  },
  { name: 'HTTP/0.9', parts: (_outer, inner) => [`GET /healthz\r\n${inner}`], first: never },
  {
    name: 'HTTP/1.0 with chunks',
    parts: (outer, inner) => [
      `${top.replace('1.1', '1.0')}Transfer-Encoding: chunked\r\n\r\n${chunked(outer)}${inner}`,
    ],
  },
  { name: 'HTTP/3.0', parts: start(`POST ${path} HTTP/3.0`), first: never },
  { name: 'a method in small letters', parts: start(`post ${path} HTTP/1.1`), first: never },
  { name: 'an unknown method', parts: start(`PWN ${path} HTTP/1.1`), first: never },
  { name: 'a target of *', parts: start('POST * HTTP/1.1'), first: never },
  { name: 'a target with a space', parts: start(`POST ${path} x HTTP/1.1`), first: never },
  { name: 'a target with a backslash', parts: start(`POST \\${path} HTTP/1.1`), first: never },
  {
    name: 'a target of 20,000 bytes',
    parts: start(`POST ${path}?${'a'.repeat(20_000)} HTTP/1.1`),
    first: never,
  },
  {
    name: 'a target that cannot be decoded',
    parts: start('POST /api/%zz/%00%ff HTTP/1.1'),
    first: never,
  },
  { name: 'a null in the target', parts: start(`POST ${path}\u0000 HTTP/1.1`), first: never },
  {
    name: 'a null in a header',
    parts: withHeaders('X: a\u0000b', 'Content-Length: %LENGTH'),
    first: never,
  },
  {
    name: 'a header of 20,000 bytes',
    parts: withHeaders(`X: ${'a'.repeat(20_000)}`, 'Content-Length: %LENGTH'),
    first: never,
  },
  {
    // Node leaves out those above a number without a word, and with them an Origin or a Host.
    name: '3,000 headers',
    parts: (outer) =>
      withHeaders(
        ...Array.from({ length: 3_000 }, () => 'a: b'),
        'Origin: https://evil.example',
        'Content-Length: %LENGTH',
      )(outer, ''),
    first: never,
  },
  {
    name: 'a header without a name',
    parts: withHeaders(': x', 'Content-Length: %LENGTH'),
    first: never,
  },
  {
    name: 'a header without a colon',
    parts: withHeaders('nothing', 'Content-Length: %LENGTH'),
    first: never,
  },
  {
    name: 'line feeds alone',
    parts: (outer, inner) => [
      `${top}Content-Length: ${outer.length}\r\n\r\n`.replaceAll('\r', '') + outer + inner,
    ],
    first: never,
  },
  {
    name: 'a TLS greeting',
    parts: (_outer, inner) => [Buffer.from('16030100c8010000c40303', 'hex'), inner],
    first: never,
  },
]
