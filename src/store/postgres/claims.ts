import { randomUUID } from 'node:crypto'
import { parseJson } from '../../core/json.ts'
import type { Json } from '../../core/quote.ts'
import { textIn } from '../database.ts'
import type { ClaimResult } from '../quotes.ts'
import type { SharedDatabase, Statement } from './database.ts'

/** A claim is renewed this often. */
const renewMs = 5_000
/** An order is opened or has failed long before; an offer's claim (X3) is needed no longer. */
const renewedForMs = 10 * 60_000
/** Silence after which the process that opens an order is gone, whatever its machine. */
const silentSeconds = 60
/** A statement whose outcome is unknown has ended after this time. */
const unresolvedMs = 60_000

/**
 * On disk when the answer leaves, whatever the role's own setting. The claim of a swap that is stored
 * stays: a transaction that began before it would otherwise find neither of the two.
 */
const claim: Statement = {
  name: 'claim_order',
  text: `WITH durable AS (SELECT set_config('synchronous_commit', 'on', true)),
    kept AS (
      INSERT INTO quotes (id, created_ms, skew_ms, body, route, quote)
      SELECT $1, $3::bigint, $4::bigint, $5, $6, $7 WHERE $5::text IS NOT NULL
      ON CONFLICT (id) DO NOTHING
    ),
    claimed AS (
      INSERT INTO order_claims (id, token) SELECT $1, $2::uuid FROM durable
      WHERE NOT EXISTS (SELECT FROM quotes WHERE id = $1 AND swap IS NOT NULL)
      ON CONFLICT (id) DO NOTHING RETURNING id
    )
    SELECT CASE
      WHEN EXISTS (SELECT FROM claimed) THEN 'claimed'
      WHEN EXISTS (SELECT FROM quotes WHERE id = $1 AND swap IS NOT NULL) THEN 'built'
      WHEN earlier.token = $2 THEN 'claimed'
      WHEN earlier.lost OR earlier.renewed_at < clock_timestamp() - interval '${silentSeconds} seconds'
        THEN 'lost'
      ELSE 'busy' END AS result
    FROM (SELECT) AS always LEFT JOIN order_claims AS earlier ON earlier.id = $1`,
}

const renew: Statement = {
  name: 'renew_claims',
  text: 'UPDATE order_claims SET renewed_at = clock_timestamp() WHERE token = ANY($1::uuid[]) AND NOT lost',
}

const release: Statement = {
  name: 'release_claims',
  text: `DELETE FROM order_claims USING set_config('synchronous_commit', 'on', true)
    WHERE token = ANY($1::uuid[])`,
}

const lose: Statement = {
  name: 'lose_order',
  text: `UPDATE order_claims SET lost = true, refusal = coalesce($2, refusal)
    FROM set_config('synchronous_commit', 'on', true) WHERE id = $1`,
}

const loss: Statement = {
  name: 'find_loss',
  text: 'SELECT refusal FROM order_claims WHERE id = $1',
}

/** `created_ms`, `skew_ms`, `body`, `route` and `quote` of the table `quotes`; nulls: unknown. */
export type OwnRow = readonly [number | null, number | null, ...(string | null)[]]

export type Claims = {
  /** @param route the columns of a route that gets a row of its own with its claim */
  claim(id: string, route: OwnRow): Promise<ClaimResult>
  release(id: string): Promise<void>
  lose(id: string, refusal: Json): Promise<void>
  findLoss(id: string): Promise<Json>
  /** The order is stored: its claim is renewed no more. */
  end(id: string): void
  close(): void
}

/**
 * Which process opens an order, as a lease: its owner renews it every few seconds, and one that has
 * been silent for a minute is lost, never free. Each attempt has a token of its own, so that a claim
 * whose commit was not answered is found by its repetition, and never counts for another attempt.
 */
export function createClaims(database: SharedDatabase): Claims {
  const held = new Map<string, { token: string; untilMs: number }>() // by id
  const given = new Map<string, number>() // tokens of claims that must go, until when
  let timer: NodeJS.Timeout | null = null

  const deleteGiven = async (): Promise<void> => {
    const askedAtMs = performance.now()
    const tokens = [...given.keys()]
    await database.run(release, () => [tokens])
    for (const [token, untilMs] of given) if (untilMs <= askedAtMs) given.delete(token)
  }
  const tick = async (): Promise<void> => {
    const nowMs = performance.now()
    for (const [id, { untilMs }] of held) if (untilMs < nowMs) held.delete(id)
    const tokens = [...held.values()].map(({ token }) => token)
    if (tokens.length > 0) await database.run(renew, () => [tokens])
    if (given.size > 0) await deleteGiven()
    else if (tokens.length === 0) stop()
  }
  const stop = (): void => {
    if (timer !== null) clearInterval(timer)
    timer = null
  }
  // A renewal that fails is followed by the next one; the store reports the outage itself.
  const start = (): void => {
    timer ??= setInterval(() => void tick().catch(() => undefined), renewMs).unref()
  }
  /** Deletes a claim, at once or when the store is back. */
  const giveBack = async (token: string, isUnresolved: boolean): Promise<void> => {
    given.set(token, isUnresolved ? performance.now() + unresolvedMs : 0)
    start()
    await deleteGiven().catch(() => undefined)
  }

  return {
    claim: async (id, route) => {
      const token = randomUUID()
      try {
        const [row] = await database.run(claim, () => [id, token, ...route])
        const result = toResult(row === undefined ? '' : textIn(row, 'result'))
        if (result !== 'claimed') return result
        held.set(id, { token, untilMs: performance.now() + renewedForMs })
        start()
        return result
      } catch (thrown) {
        void giveBack(token, true) // no order is opened under it
        throw thrown
      }
    },
    release: async (id) => {
      const own = held.get(id)
      held.delete(id)
      if (own !== undefined) await giveBack(own.token, false)
    },
    lose: async (id, refusal) => {
      held.delete(id)
      const text = refusal === null ? null : JSON.stringify(refusal)
      await database.run(lose, () => [id, text])
    },
    findLoss: async (id) => {
      const [row] = await database.run(loss, () => [id])
      return row === undefined || row['refusal'] === null ? null : parseJson(textIn(row, 'refusal'))
    },
    end: (id) => void held.delete(id),
    close: stop,
  }
}

function toResult(text: string): ClaimResult {
  if (text === 'claimed' || text === 'busy' || text === 'lost' || text === 'built') return text
  throw new TypeError(`the claim of an order answered "${text}"`)
}
