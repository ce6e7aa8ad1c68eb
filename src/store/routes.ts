import { join } from 'node:path'
import { parseJson } from '../core/json.ts'
import type { Json } from '../core/quote.ts'
import { openDatabase, numberIn, storeError, textIn } from './database.ts'

/** A route of a remote service as it was given out; `body` and `route` are the contract's. */
export type RememberedRoute = {
  id: string
  /** Whose route it is: an id means nothing to another service. */
  serviceUrl: string
  quotedAtMs: number
  body: Json
  route: Json
}

/** Routes of remote services, so that their ids work in another process; kept for an hour. */
export type RouteStore = {
  save(routes: readonly RememberedRoute[]): Promise<void>
  find(id: string, serviceUrl: string): Promise<RememberedRoute | null>
}

const format = 1
const keptMs = 60 * 60 * 1000
const schema = `
  CREATE TABLE routes (
    id TEXT NOT NULL, service_url TEXT NOT NULL, quoted_ms INTEGER NOT NULL, body TEXT NOT NULL,
    route TEXT NOT NULL, PRIMARY KEY (id, service_url)
  )`

/** The file `routes.db` of the folder; opened for each call, which is rare. */
export function createRouteStore(folder: string, now: () => number): RouteStore {
  const file = join(folder, 'routes.db')
  const open = async () => {
    const found = await openDatabase({ file, format, schema, synchronous: 'NORMAL' })
    if (found.state === 'usable') return found.database
    throw storeError(file, found.problem)
  }
  return {
    save: async (routes) => {
      const database = await open()
      try {
        database.transaction(() => {
          for (const { id, serviceUrl, quotedAtMs, body, route } of routes) {
            const texts = [JSON.stringify(body), JSON.stringify(route)]
            const values = [id, serviceUrl, quotedAtMs, ...texts]
            database.run('INSERT OR REPLACE INTO routes VALUES (?, ?, ?, ?, ?)', values)
          }
          database.run('DELETE FROM routes WHERE quoted_ms < ?', [now() - keptMs])
        })
      } finally {
        database.close()
      }
    },
    find: async (id, serviceUrl) => {
      const database = await open()
      try {
        const sql = 'SELECT * FROM routes WHERE id = ? AND service_url = ?'
        const row = database.all(sql, [id, serviceUrl])[0]
        if (row === undefined) return null
        return {
          id,
          serviceUrl,
          quotedAtMs: numberIn(row, 'quoted_ms'),
          body: parseJson(textIn(row, 'body')),
          route: parseJson(textIn(row, 'route')),
        }
      } finally {
        database.close()
      }
    },
  }
}
