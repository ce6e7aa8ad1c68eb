/**
 * The settings of `swaproute serve`, each declared once: its flag, its variable, its key in the
 * configuration file, `serve --check`, `config list --all` and the man pages are printed from here.
 */
import { readCallerLimit } from '../../core/callerLimits.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { logLevels } from '../../core/log.ts'
import { isNetwork } from '../../core/networks.ts'
import { readStoreAddress } from '../../core/storeAddress.ts'
import type { Completion, Flag, FlagGroup } from '../inputs/input.ts'
import {
  anyText,
  invalid,
  listed,
  onOrOff,
  oneOf,
  type Setting,
  type SettingValue,
  wholeNumber,
} from './setting.ts'

type ServeRow = {
  /** Placeholder of the flag's value; absent for a switch. */
  value?: string
  values?: Completion
  /** Given several times, or as a list separated by commas. */
  repeatable?: true
  group: FlagGroup
  /**
   * Value from a text. `where` names its flag, variable or key.
   * @throws SwaprouteError INVALID_ARGUMENT or CONFIG_INVALID (`invalid`)
   */
  read(text: string, where: string): SettingValue
  /** Null: not set. */
  fallback: SettingValue | null
  /** What `fallback` means, where it does not speak for itself. */
  shown?: string
  hint: string
  example: string
  /** Masked on screens and in logs. */
  secret?: true
  /** Instead of SWAPROUTE_SERVE_…. */
  variable?: string
}

const noNames: readonly string[] = []

/**
 * By the key in the configuration file, without `serve.`; the flag is the same in kebab case
 * (`tokenFile`: --token-file, SWAPROUTE_SERVE_TOKEN_FILE, `serve.tokenFile`).
 */
const rows = {
  host: {
    value: 'ADDR',
    group: 'listen',
    read: anyText,
    fallback: '127.0.0.1',
    hint: 'Address to bind; any other than loopback needs a token',
    example: '0.0.0.0',
  },
  port: {
    value: 'N',
    group: 'listen',
    read: wholeNumber('a port', 0, 65_535),
    fallback: 7331,
    hint: 'Port; 0 picks a free one',
    example: '8080',
  },
  allowHost: {
    value: 'NAME',
    repeatable: true,
    group: 'listen',
    read: hostNames,
    fallback: noNames,
    shown: 'the bound address and localhost',
    hint: 'Further name of this server in Host headers',
    example: 'swaps.example.org',
  },
  tokenFile: {
    value: 'FILE',
    values: 'file',
    group: 'callers',
    read: anyText,
    fallback: null,
    shown: 'none',
    hint: 'File with the tokens callers send as `apikey` or bearer',
    example: '/etc/swaproute/tokens',
  },
  allowOrigin: {
    value: 'URL',
    repeatable: true,
    group: 'callers',
    read: origins,
    fallback: noNames,
    shown: 'none',
    hint: 'Web origin whose pages may call; *: every one',
    example: 'https://app.example.org',
  },
  rateLimit: {
    value: 'N/TIME',
    group: 'callers',
    read: callerLimit,
    fallback: null,
    shown: 'none',
    hint: 'Most requests of a token, or without tokens of an address: 120/min',
    example: '120/min',
  },
  trustProxy: {
    value: 'NETWORK',
    repeatable: true,
    group: 'callers',
    read: networks,
    fallback: noNames,
    shown: 'none',
    hint: 'Proxy whose X-Forwarded-For is believed: address, CIDR or loopback',
    example: '10.0.0.0/8',
  },
  log: {
    value: 'FORM',
    group: 'operation',
    read: oneOf('json', 'pretty'),
    fallback: null,
    shown: 'pretty on a terminal, otherwise json',
    hint: 'Form of the log on stderr: json, pretty',
    example: 'json',
  },
  logLevel: {
    value: 'LEVEL',
    group: 'operation',
    read: oneOf(...logLevels),
    fallback: 'info',
    hint: 'Least important lines of the log: error, warn, info, debug, or silent',
    example: 'debug',
  },
  logAddresses: {
    group: 'operation',
    read: onOrOff,
    fallback: false,
    hint: "Log the wallet addresses of callers' requests",
    example: 'true',
  },
  metricsPort: {
    value: 'N',
    group: 'operation',
    read: wholeNumber('a port', 1, 65_535),
    fallback: null,
    hint: 'Serve /metrics on this port too, without a token',
    example: '9464',
  },
  metricsHost: {
    value: 'ADDR',
    group: 'operation',
    read: anyText,
    fallback: '127.0.0.1',
    hint: 'Address of --metrics-port',
    example: '0.0.0.0',
  },
  workers: {
    value: 'N',
    group: 'operation',
    read: workerCount,
    fallback: 1,
    hint: 'Processes that serve together, or `auto`: one per processor',
    example: '4',
  },
  drain: {
    value: 'SECONDS',
    group: 'operation',
    read: wholeNumber('a number of seconds', 0, 300),
    fallback: 0,
    hint: 'Once interrupted, report not ready and keep serving for this long',
    example: '10',
  },
  store: {
    value: 'URL',
    group: 'operation',
    read: storeAddress,
    fallback: null,
    shown: 'the folder of this machine',
    hint: 'PostgreSQL server that several machines share',
    example: 'postgres://swaproute@db.example.org/swaproute',
    secret: true,
    variable: 'SWAPROUTE_STORE',
  },
} as const satisfies Record<string, ServeRow>

type Rows = typeof rows

/** Values of the settings in force. */
export type ServeSettings = {
  readonly [K in keyof Rows]: ReturnType<Rows[K]['read']> | Extract<Rows[K]['fallback'], null>
}

/** A setting of `serve` with everything that is printed about it. */
export type ServeSetting = Setting & { row: ServeRow; fallback: string }

export const serveSettingList: readonly ServeSetting[] = Object.entries<ServeRow>(rows).map(
  ([name, row]) => ({
    key: `serve.${name}`,
    variable:
      row.variable ?? `SWAPROUTE_SERVE_${kebabCase(name).replaceAll('-', '_').toUpperCase()}`,
    flag: kebabCase(name),
    command: 'serve',
    secret: row.secret === true,
    read: row.read,
    row,
    fallback: row.shown ?? (row.fallback === null ? 'none' : String(row.fallback)),
  }),
)

/** The flags of `serve` that are settings. Their texts are read with the configuration. */
export const serveFlags: readonly Flag[] = serveSettingList.map(({ flag, row, fallback }) => ({
  name: flag ?? '',
  ...(row.value === undefined ? {} : { value: row.value }),
  ...(row.values === undefined ? {} : { values: row.values }),
  ...(row.repeatable === undefined ? {} : { repeatable: row.repeatable }),
  group: row.group,
  hint: row.fallback === null || row.repeatable ? row.hint : `${row.hint} (default ${fallback})`,
}))

/** @param valueOf the value in force of a key; undefined where it is not set */
export function toServeSettings(valueOf: (key: string) => SettingValue | undefined): ServeSettings
// An overload: each value has passed its own row's `read`, or is its `fallback`.
export function toServeSettings(
  valueOf: (key: string) => SettingValue | undefined,
): Readonly<Record<string, SettingValue | null>> {
  return Object.fromEntries(
    Object.entries<ServeRow>(rows).map(([name, { fallback }]) => [
      name,
      valueOf(`serve.${name}`) ?? fallback,
    ]),
  )
}

function kebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function workerCount(text: string, where: string): number | 'auto' {
  return text === 'auto' ? text : wholeNumber('`auto` or a number', 1, 64)(text, where)
}

/** Names as in Host headers, in lower case; the port is not compared. */
function hostNames(text: string, where: string): readonly string[] {
  return listed(text).map((name) => {
    if (/^(?:[a-z0-9_.-]{1,253}|[0-9a-f:.]{2,45})$/i.test(name)) return name.toLowerCase()
    throw invalid(where, 'must be a host name or address, without scheme and port')
  })
}

/** Checked in form only; nothing is connected. */
function storeAddress(text: string, where: string): string {
  const address = readStoreAddress(text)
  if (address === null) {
    throw invalid(where, 'must be a postgres:// address with a host and a database')
  }
  if (address.hasPassword && where.startsWith('--')) {
    const problem = `${where} has a password, which other programs of this machine can read.`
    throw new SwaprouteError('SECRET_IN_ARGUMENTS', problem, {
      hint: 'Set SWAPROUTE_STORE or PGPASSWORD instead.',
    })
  }
  return text
}

/** Origins as browsers send them. */
function origins(text: string, where: string): readonly string[] {
  return listed(text).map((origin) => {
    if (origin === '*') return origin
    const isOrigin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s]+$/i.test(origin) && URL.canParse(origin)
    if (!isOrigin) {
      throw invalid(
        where,
        'must be an origin such as https://app.example.org, without a path, or *',
      )
    }
    const { protocol, host } = new URL(origin)
    return `${protocol}//${host}`
  })
}

/** As text, which is also what the file keeps. */
function callerLimit(text: string, where: string): string {
  if (readCallerLimit(text) !== null) return text
  throw invalid(where, 'must be requests in a time such as 120/min, 5/s or 1000/h')
}

function networks(text: string, where: string): readonly string[] {
  return listed(text).map((network) => {
    if (isNetwork(network)) return network
    throw invalid(
      where,
      'must be an address, a network such as 10.0.0.0/8, or loopback, linklocal, uniquelocal',
    )
  })
}
