/** The address of a PostgreSQL server for the quotes of a service. */
export type StoreAddress = {
  /** One connection URL for each host, in the order in which they are tried. */
  urls: readonly string[]
  /** `host:port,host/database`: without scheme, user, password and parameters. */
  shown: string
  /** Whether the text itself has a password. */
  hasPassword: boolean
}

const form = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^/?#]*)(\/[^?#]*)?(\?[^#]*)?$/

/**
 * Reads `postgres://user@host:port,host:port/database?parameters`; of several hosts, the one that
 * accepts writes is used, as with libpq's `target_session_attrs=read-write`. Null for any other
 * form. https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING (read 2026-11)
 */
export function readStoreAddress(text: string): StoreAddress | null {
  const [whole, user = '', authority = '', path = '', query = ''] = form.exec(text) ?? []
  if (whole === undefined || path.length < 2) return null
  const hosts = authority.split(',')
  const login = user === '' ? '' : `${user}@`
  const urls = hosts.map((host) => `postgres://${login}${host}${path}${query}`)
  const isSocket = authority === '' && /[?&]host=/.test(query)
  if (!isSocket && hosts.includes('')) return null
  // The parser of addresses takes no user without a host, as a socket has.
  if (!urls.every((url) => URL.canParse(url.replace('@/', '@socket/')))) return null
  return {
    urls,
    shown: `${authority}${path}`,
    hasPassword: user.includes(':') || /[?&]password=/.test(query),
  }
}
