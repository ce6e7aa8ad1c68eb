import type { Writable } from 'node:stream'
import type { Log, LogLevel } from '../core/log.ts'
import { ownText, plain, terminalJson } from '../format/plain.ts'

export type LogOptions = {
  level: LogLevel
  /** `json`: a line for each event, for programs; `pretty`: the same for people. */
  form: 'json' | 'pretty'
  /** For `pretty`. */
  coloured: boolean
  /** Members of every line. */
  base: Readonly<Record<string, unknown>>
  /** Removes secrets (K9). */
  redact: (text: string) => string
}

/**
 * Lines that a slow reader has not taken are dropped from here on: a log must not fill the memory
 * of the service.
 */
const maxPendingBytes = 16 * 1_048_576

/**
 * The log of a server. Each line is one write to `stream` at once: what is logged is not lost when
 * the process is killed, and lines of several processes do not mix. Foreign text cannot break a
 * line or control a terminal (X1).
 */
export async function createServeLog(stream: Writable, options: LogOptions): Promise<Log> {
  const { pino, stdTimeFunctions } = await import('pino')
  const format = options.form === 'pretty' ? await createPretty(options.coloured) : terminalJson
  const write = (line: string): void => {
    if (stream.writableLength < maxPendingBytes) stream.write(format(options.redact(line)))
  }
  const log: Log = pino(
    {
      level: options.level,
      base: options.base,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write },
  )
  return log
}

async function createPretty(coloured: boolean): Promise<(line: string) => string> {
  const { prettyFactory } = await import('pino-pretty')
  const pretty = prettyFactory({
    colorize: coloured,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    errorLikeObjectKeys: [],
    ignore: 'method,route,status,ms',
    messageFormat: ({ msg, method, route, status, ms }) =>
      (route === undefined ? [msg] : [method, route, status, ms, 'ms']).join(' '),
  })
  return (line) => String(pretty(JSON.parse(line, plainMember)))
}

/** The message is this program's own, and may have a link. */
function plainMember(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  return name === 'msg' ? ownText(value) : plain(value)
}
