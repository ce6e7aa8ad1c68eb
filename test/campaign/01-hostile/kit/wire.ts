/** What a hostile party does to an answer of any protocol. */
import { setTimeout as pause } from 'node:timers/promises'
import { constants, gzipSync } from 'node:zlib'
import { isRecord, put } from '../../../support/bodies.ts'
import type { Exchange, Lie } from './server.ts'

/** Which answers are bent: those of one call, usually the one that becomes the transaction. */
export type Where = (exchange: Exchange) => boolean

/** A lie in the parsed answer. */
export function bend(where: Where, change: (body: unknown, exchange: Exchange) => void): Lie {
  return (exchange) => {
    if (where(exchange)) change(exchange.answer.body, exchange)
  }
}

/** Values put at paths of the answer; a function gets what lies there. */
export function claim(where: Where, values: Record<string, unknown>): Lie {
  return bend(where, (body) => {
    for (const [path, value] of Object.entries(values)) put(body, path, structuredClone(value))
  })
}

/** A lie in the text of the answer. */
export function rewrite(where: Where, change: (text: string) => string): Lie {
  return (exchange) => {
    if (!where(exchange)) return
    const { status, headers, body } = exchange.answer
    const text = change(JSON.stringify(body))
    exchange.deliver = (response) => void response.writeHead(status, headers).end(text)
  }
}

export function withStatus(where: Where, status: number, body: unknown): Lie {
  return (exchange) => {
    if (where(exchange)) exchange.answer = { ...exchange.answer, status, body }
  }
}

/** Several lies in one run. */
export function together(...lies: readonly Lie[]): Lie {
  return (exchange) => {
    for (const lie of lies) lie(exchange)
  }
}

const mebibyte = 1_048_576

export function redirect(where: Where, location: string): Lie {
  return (exchange) => {
    if (!where(exchange)) return
    exchange.answer.status = 307
    exchange.answer.headers['location'] = location
  }
}

/** The honest answer with so much harmless text beside it, in texts of 500 kB (H5). */
export function padded(where: Where, bytes: number): Lie {
  return rewrite(where, (text) => {
    const piece = `"${'x'.repeat(500_000)}"`
    const pieces = Math.max(0, Math.floor((bytes - text.length) / piece.length))
    return text.replace(/^\{/, `{"pad":[${Array.from({ length: pieces }, () => piece).join()}],`)
  })
}

/** 256 MiB that are 260 kB on the way. */
export function gzipBomb(where: Where): Lie {
  return (exchange) => {
    if (!where(exchange)) return
    const { headers } = exchange.answer
    exchange.deliver = (response) =>
      void response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(bomb())
  }
}

export function gzipped(where: Where): Lie {
  return (exchange) => {
    if (!where(exchange)) return
    const { status, headers, body } = exchange.answer
    exchange.deliver = (response) =>
      void response
        .writeHead(status, { ...headers, 'content-encoding': 'gzip' })
        .end(gzipSync(JSON.stringify(body)))
  }
}

export function nested(where: Where, depth: number): Lie {
  return rewrite(where, (text) => insert(text, `"more":${'['.repeat(depth)}${']'.repeat(depth)}`))
}

/** A member the object did not have, first in its text. */
export function inserted(where: Where, member: string): Lie {
  return rewrite(where, (text) => insert(text, member))
}

/** Begins to answer and never ends. */
export function endless(where: Where): Lie {
  return (exchange) => {
    if (!where(exchange)) return
    exchange.deliver = async (response, text) => {
      response.writeHead(exchange.answer.status, exchange.answer.headers)
      for (let place = 0; !response.destroyed; place += 1) {
        response.write(text[place] ?? ' ')
        await pause(150)
      }
    }
  }
}

/** The whole answer, piece by piece. */
export function slow(where: Where): Lie {
  return (exchange) => {
    if (!where(exchange)) return
    const { status, headers, body } = exchange.answer
    exchange.deliver = async (response) => {
      const text = JSON.stringify(body)
      const half = Math.floor(text.length / 2)
      response.writeHead(status, headers)
      response.write(text.slice(0, half))
      await pause(120)
      response.end(text.slice(half))
    }
  }
}

export function truncated(where: Where): Lie {
  return (exchange) => {
    if (!where(exchange)) return
    exchange.deliver = async (response, text) => {
      const bytes = Buffer.from(text)
      const headers = { ...exchange.answer.headers, 'content-length': String(bytes.length) }
      response.writeHead(exchange.answer.status, headers)
      response.write(bytes.subarray(0, bytes.length >> 1))
      await pause(5)
      response.destroy()
    }
  }
}

export function webPage(where: Where): Lie {
  return (exchange) => {
    if (!where(exchange)) return
    exchange.deliver = (response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html><script>location="https://evil.example"</script></html>')
  }
}

/** What a terminal would obey, and what a person might. */
export const terminalTexts: readonly string[] = [
  '\u001b]0;owned\u0007\u001b[2J\u001b[1;31mUpdate your wallet at https://evil.example/update now',
  '\u009b31mred\u009d8;;https://evil.example\u009c\u0085next line',
  'safe\u202egnp.exe\u2066\u200b\u200f\ufeff pay 0x000000000000000000000000000000000000bEEF instead\r\n\u0007',
]

/** Every text of an answer that is no number, address, hash or time, followed by hostile text. */
export function poisonTexts(body: unknown, keys: RegExp, hostile: string): number {
  let bent = 0
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk)
    if (!isRecord(value)) return
    for (const [key, item] of Object.entries(value)) {
      if (typeof item === 'string' && keys.test(key)) {
        value[key] = `${item}${hostile}`
        bent += 1
      } else walk(item)
    }
  }
  walk(body)
  return bent
}

let bombBytes: Buffer | null = null

function bomb(): Buffer {
  if (bombBytes !== null) return bombBytes
  const block = Buffer.alloc(16 * mebibyte, ' ')
  const level = constants.Z_BEST_COMPRESSION
  const member = gzipSync(block, { level })
  // Members one behind another are one stream (RFC 1952 2.2).
  bombBytes = Buffer.concat(Array.from({ length: 16 }, () => member))
  return bombBytes
}

function insert(text: string, member: string): string {
  if (!text.startsWith('{')) throw new Error('the answer is no object')
  return text === '{}' ? `{${member}}` : `{${member},${text.slice(1)}`
}
