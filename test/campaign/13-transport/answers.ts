/** Answers that want to be followed, to fill the memory or to change the program. */
import type { ServerResponse } from 'node:http'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'

export type HostileAnswer = {
  name: string
  give(response: ServerResponse, trapUrl: string): void
  /** The rule, or the word of the fault; null: the answer itself is fine, only not to be followed. */
  refusal: string | null
}

const mebibyte = 1_048_576
const json = { 'content-type': 'application/json' }
/** 100 MiB each; made once, before anything is measured. */
const blank = Buffer.alloc(100 * mebibyte, ' ')
const bombs = {
  gzip: gzipSync(blank, { level: 1 }),
  deflate: deflateSync(blank, { level: 1 }),
  br: brotliCompressSync(blank, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
}

export const hostileAnswers: readonly HostileAnswer[] = [
  ...[300, 301, 302, 303, 307, 308].map((status) => ({
    name: `redirect ${status}`,
    give: (response: ServerResponse, trapUrl: string) =>
      void response.writeHead(status, { ...json, location: `${trapUrl}/away` }).end('{}'),
    refusal: 'H2',
  })),
  {
    name: 'refresh and other headers with addresses',
    give: (response, trapUrl) =>
      void response
        .writeHead(200, {
          ...json,
          refresh: `0; url=${trapUrl}`,
          link: `<${trapUrl}>; rel=preload`,
          location: trapUrl,
          'content-location': trapUrl,
          'alt-svc': 'h2="127.0.0.1:9"',
        })
        .end(`{"next":"${trapUrl}/next","url":"${trapUrl}"}`),
    refusal: null,
  },
  ...Object.entries(bombs).map(([encoding, bomb]) => ({
    name: `${encoding} bomb`,
    give: (response: ServerResponse) =>
      void response.writeHead(200, { ...json, 'content-encoding': encoding }).end(bomb),
    refusal: 'H3',
  })),
  {
    name: 'bomb in a bomb',
    give: (response) =>
      void response
        .writeHead(200, { ...json, 'content-encoding': 'gzip, gzip' })
        .end(gzipSync(bombs.gzip)),
    refusal: 'malformed',
  },
  { name: 'endless stream', give: pump, refusal: 'H3' },
  {
    name: 'announced 10 GB',
    give: (response) =>
      void response.writeHead(200, { ...json, 'content-length': '10000000000' }).write('{'),
    refusal: 'H3',
  },
  jsonAnswer('200,000 lists in one another', `${'['.repeat(200_000)}${']'.repeat(200_000)}`),
  jsonAnswer('1,000 objects in one another', `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`),
  jsonAnswer('a list of 100,000', `[${'1,'.repeat(99_999)}1]`),
  jsonAnswer('a text of 1.6 million', `{"text":"${'x'.repeat(1_600_000)}"}`),
  jsonAnswer('__proto__', '{"__proto__":{"polluted":true}}'),
  jsonAnswer(
    'constructor, escaped',
    '{"a":{"\\u0063onstructor":{"\\u0070rototype":{"polluted":1}}}}',
  ),
  jsonAnswer('prototype in a list', '[[{"deep":[{"prototype":{"polluted":true}}]}]]'),
]

/** Their honest counterparts. */
export const harmlessAnswers: readonly Omit<HostileAnswer, 'refusal'>[] = [
  {
    name: 'gzip of 1.9 MiB',
    give: (response) =>
      void response
        .writeHead(200, { ...json, 'content-encoding': 'gzip' })
        .end(gzipSync(`{"pad":["${'x'.repeat(950_000)}","${'y'.repeat(950_000)}"]}`)),
  },
  jsonAnswer('60 lists in one another', `${'['.repeat(60)}${']'.repeat(60)}`),
  jsonAnswer('a list of 40,000', `[${'1,'.repeat(39_999)}1]`),
  jsonAnswer('names that only look like it', '{"proto":1,"constructors":2,"__proto":{"x":1}}'),
  {
    name: 'an invalid location',
    give: (response, trapUrl) =>
      void response.writeHead(200, { ...json, location: trapUrl }).end('{"fine":true}'),
  },
]

function jsonAnswer(name: string, text: string): HostileAnswer {
  return { name, give: (response) => void response.writeHead(200, json).end(text), refusal: 'H5' }
}

function pump(response: ServerResponse): void {
  const chunk = Buffer.alloc(65_536, ' ')
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', more)
  }
  response.writeHead(200, json)
  more()
}
