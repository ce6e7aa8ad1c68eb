/**
 * A price, USD times 10^18, and the token's decimals if the source returns them; `isOld`: more than
 * 15 minutes old; `ofPools`: computed from unnamed pools; `ofOnePool`: from one pool that no other
 * confirms.
 */
export type FoundPrice = {
  e18: bigint
  decimals?: number
  isOld?: true
  ofPools?: true
  ofOnePool?: true
}

/** Whether two prices agree: the lower is at least 95% of the higher. */
export function pricesAgree(a: bigint, b: bigint): boolean {
  const [less, more] = a < b ? [a, b] : [b, a]
  return less * 100n >= more * 95n
}

/** By requested name; names without a usable price are missing. */
export type Found = Map<string, FoundPrice>

const keepMs = 45_000
/** Most prices to remember; above this the cache starts over. */
const maxKept = 20_000

/** Prices cached in the process, by source and name, including that a source has no price. */
export type PriceCache = {
  /**
   * Cached prices, completed by `ask` for the rest. A failed source is reported and tried again
   * next time. Never rejects.
   */
  complete(
    source: string,
    names: readonly string[],
    ask: (wanted: readonly string[]) => Promise<Found>,
  ): Promise<PriceAnswer>
}

/** `failed`: the source did not answer for the missing names; `isKept`: it was not asked. */
export type PriceAnswer = { found: Found; failed: boolean; isKept?: true }

export function createPriceCache(now: () => number): PriceCache {
  const entries = new Map<string, { untilMs: number; price: FoundPrice | null }>()
  return {
    async complete(source, names, ask) {
      const nowMs = now()
      const found: Found = new Map()
      const wanted: string[] = []
      for (const name of new Set(names)) {
        const entry = entries.get(`${source} ${name}`)
        if (entry === undefined || entry.untilMs <= nowMs) wanted.push(name)
        else if (entry.price !== null) found.set(name, entry.price)
      }
      if (wanted.length === 0) return { found, failed: false, isKept: true }
      // A missing price is never an error (prices-and-tokens, section 1.7): routes continue without
      // one.
      const fresh = await ask(wanted).catch(() => null)
      if (fresh === null) return { found, failed: true }
      if (entries.size > maxKept) entries.clear()
      for (const name of wanted) {
        const price = fresh.get(name) ?? null
        entries.set(`${source} ${name}`, { untilMs: nowMs + keepMs, price })
        if (price !== null) found.set(name, price)
      }
      return { found, failed: false }
    },
  }
}
