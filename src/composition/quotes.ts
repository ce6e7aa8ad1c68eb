import type { QuoteAllBody, RouteItem } from '../api/schemas.ts'
import type { RememberedQuote } from '../commands/frame/services.ts'
import { toJson } from '../core/json.ts'
import type { RouteStore } from '../store/routes.ts'
import { keepQuotes, once } from './run.ts'
import type { Run } from './types.ts'

/** Routes of earlier quotes, so that an id works in another process. */
export type QuoteMemory = {
  find(id: string): Promise<RememberedQuote | null>
  /** The embedded service remembers by itself; a remote one's routes are kept here. */
  remember(body: QuoteAllBody, routes: readonly RouteItem[]): Promise<void>
}

export function createQuoteMemory(run: Run): QuoteMemory {
  const { now } = run.host.io
  const store = once(async (): Promise<RouteStore> => {
    const { createRouteStore } = await import('../store/routes.ts')
    return createRouteStore(run.stateFolder, now)
  })
  return {
    find: async (id) => {
      const serviceUrl = await run.remoteUrl()
      if (serviceUrl !== null) return findRemote(await store(), id, serviceUrl)
      const trade = await (await run.trades()).find(id)
      if (trade === null) return null
      return { body: trade.body, route: trade.route, quotedAtMs: trade.createdAtMs }
    },
    remember: async (body, routes) => {
      const serviceUrl = await run.remoteUrl()
      if (serviceUrl === null) return
      const quotedAtMs = now()
      const { save } = await store()
      const remembered = routes.flatMap((route) =>
        route.id === null
          ? []
          : [{ id: route.id, serviceUrl, quotedAtMs, body: toJson(body), route: toJson(route) }],
      )
      await keepQuotes(run.host, save(remembered))
    },
  }
}

async function findRemote(
  store: RouteStore,
  id: string,
  serviceUrl: string,
): Promise<RememberedQuote | null> {
  const found = await store.find(id, serviceUrl)
  if (found === null) return null
  const { quoteAllBody, routeItem } = await import('../api/schemas.ts')
  const body = quoteAllBody.safeParse(found.body)
  const route = routeItem.safeParse(found.route)
  // What another version wrote is as good as unknown: the caller quotes again.
  if (!body.success || !route.success) return null
  return { body: body.data, route: route.data, quotedAtMs: found.quotedAtMs }
}
