import { parseJson } from '../core/json.ts'
import type { Json } from '../core/quote.ts'
import { type Database, textIn, numberIn } from './database.ts'
import { type ProcessMark, type StartOf, hasEnded } from './processes.ts'
import type { ClaimResult } from './quotes.ts'

/** Created beside the quotes of every version; older programs ignore it. */
export const orderClaimsSchema = `
  CREATE TABLE IF NOT EXISTS order_claims (
    id TEXT PRIMARY KEY, pid INTEGER NOT NULL, started TEXT NOT NULL, realm TEXT NOT NULL,
    lost INTEGER NOT NULL, since_ms INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS order_losses (id TEXT PRIMARY KEY, refusal TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS order_names (name TEXT PRIMARY KEY, id TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS swap_payers (payer TEXT NOT NULL, id TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS swap_payers_by_payer ON swap_payers (payer)`

/** One try, in its own transaction: of many callers exactly one gets `claimed`. */
export function claimOrder(
  database: Database,
  id: string,
  mark: ProcessMark,
  nowMs: number,
  startOf: StartOf,
): ClaimResult {
  // On disk before the request is sent, whatever the file's own setting.
  database.all('PRAGMA synchronous=FULL')
  try {
    return database.transaction(() => {
      const own = 'SELECT swap FROM quotes WHERE id = ? AND service_url IS NULL'
      const quote = database.all(own, [id])[0]
      if (quote !== undefined && quote['swap'] !== null) return 'built'
      const claim = database.all('SELECT * FROM order_claims WHERE id = ?', [id])[0]
      if (claim !== undefined) {
        const owner = {
          pid: numberIn(claim, 'pid'),
          started: textIn(claim, 'started'),
          realm: textIn(claim, 'realm'),
        }
        return numberIn(claim, 'lost') === 1 || hasEnded(owner, mark, startOf) ? 'lost' : 'busy'
      }
      const { pid, started, realm } = mark
      const values = [id, pid, started, realm, nowMs]
      database.run('INSERT INTO order_claims VALUES (?, ?, ?, ?, 0, ?)', values)
      return 'claimed'
    })
  } finally {
    database.all('PRAGMA synchronous=NORMAL')
  }
}

/** Certainly no order was opened: the next caller may try. */
export function releaseOrder(database: Database, id: string): void {
  database.run('DELETE FROM order_claims WHERE id = ?', [id])
}

/**
 * Records that an order may exist that was never shown.
 * @param refusal the reason, if known
 */
export function loseOrder(database: Database, id: string, refusal: Json): void {
  database.transaction(() => {
    database.run('UPDATE order_claims SET lost = 1 WHERE id = ?', [id])
    if (refusal === null) return
    const values = [id, JSON.stringify(refusal)]
    database.run('INSERT OR REPLACE INTO order_losses VALUES (?, ?)', values)
  })
}

/** The refusal given to `loseOrder`, or null. */
export function findLoss(database: Database, id: string): Json {
  const row = database.all('SELECT refusal FROM order_losses WHERE id = ?', [id])[0]
  return row === undefined ? null : parseJson(textIn(row, 'refusal'))
}
