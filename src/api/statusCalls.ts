import { SwaprouteError } from '../core/errors.ts'
import type { Api, CallOptions } from './api.ts'
import { endpoints } from './endpoints.ts'
import { isNoPath } from './missingCall.ts'
import type { StatusAnswer, StatusExtendedQuery, StatusQuery } from './schemas.ts'

export type StatusCallsOptions = {
  host: string
  /** Requests one path of the service. */
  ask(
    call: 'status' | 'statusExtended',
    path: string,
    query: StatusQuery | StatusExtendedQuery,
    options: CallOptions,
  ): Promise<StatusAnswer>
  /** Called once if the service has only the calls by hash. */
  onMissing(text: string): void
}

type Path = { path: string; ask: () => Promise<StatusAnswer> }

/** By id as well, and newer than the other two: some services lack it. */
const [newer] = endpoints.statusExtended.paths

/**
 * Status from any of its paths that a service has. A missing path is remembered once another one
 * has answered, so that a wrong address is not mistaken for an old service.
 */
export function createStatusCalls({
  host,
  ask,
  onMissing,
}: StatusCallsOptions): Pick<Api, 'status' | 'statusExtended'> {
  const lacking = new Set<string>()
  const askFirst = async (paths: readonly Path[]): Promise<StatusAnswer> => {
    const missing: string[] = []
    let last: SwaprouteError | null = null
    for (const { path, ask: askPath } of paths) {
      if (lacking.has(path)) continue
      try {
        const answer = await askPath()
        for (const one of missing) lacking.add(one)
        if (missing.includes(newer)) onMissing(hashOnlyText(host))
        return answer
      } catch (thrown) {
        if (!isNoPath(thrown)) throw thrown
        missing.push(path)
        last = thrown
      }
    }
    throw last ?? noCallById(host)
  }
  const byHash = (query: StatusQuery, options: CallOptions): Path[] =>
    endpoints.status.paths.map((path) => ({ path, ask: () => ask('status', path, query, options) }))

  return {
    status: (query, options = {}) => askFirst(byHash(query, options)),
    statusExtended: async (query, options = {}) => {
      const { srcTxHash } = query
      const path: Path = { path: newer, ask: () => ask('statusExtended', newer, query, options) }
      // A service without the newer call lacks its other features too.
      if (srcTxHash !== undefined) return await askFirst([path, ...byHash({ srcTxHash }, options)])
      return await askFirst([path]).catch((thrown: unknown) => {
        if (!isNoPath(thrown)) throw thrown
        // No other path accepts an id alone, so it is not tried again.
        lacking.add(newer)
        throw noCallById(host, thrown)
      })
    },
  }
}

function noCallById(host: string, cause?: SwaprouteError): SwaprouteError {
  return new SwaprouteError(
    'UPSTREAM_FAILED',
    `${host} does not have ${newer}: it cannot report the state of an order, which has no source hash until it is paid.`,
    {
      hint: 'Ask the provider with the number of the order, or ask again with the hash of its payment.',
      context: { missingCall: newer },
      ...(cause === undefined ? {} : { cause }),
    },
  )
}

function hashOnlyText(host: string): string {
  return `${host} does not have ${newer}; the swap is followed by the hash of its source transaction.`
}
