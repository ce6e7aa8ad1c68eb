/** The best that any combination of pools pays: the measure the program's answers are held against. */

/**
 * @param {readonly import('./pools.mjs').Pool[]} pools
 * @returns {Map<string, Map<string, import('./pools.mjs').Pool[]>>} by the two tokens
 */
export function graphOf(pools) {
  const graph = new Map()
  const add = (from, to, pool) => {
    const edges = graph.get(from) ?? new Map()
    graph.set(from, edges.set(to, [...(edges.get(to) ?? []), pool]))
  }
  for (const pool of pools) {
    add(pool.token0, pool.token1, pool)
    add(pool.token1, pool.token0, pool)
  }
  return graph
}

/**
 * The most one path can pay, to every token within reach, over all tokens and pools. A pool pays
 * more for more, so the best pool of each hop makes the best path of its tokens.
 * @returns {Map<string, { output: bigint, brands: string[] }>} by destination
 */
export function bestPaths(graph, source, amount, mostHops) {
  const best = new Map()
  const visit = (token, held, visited, brands) => {
    for (const [next, pools] of graph.get(token) ?? []) {
      if (visited.includes(next)) continue
      const { output, pool } = bestPool(pools, (each) => each.output(token, held))
      if (output === 0n) continue
      const through = [...brands, pool.brand]
      if (output > (best.get(next)?.output ?? 0n)) best.set(next, { output, brands: through })
      if (through.length < mostHops) visit(next, output, [...visited, next], through)
    }
  }
  visit(source, amount, [source], [])
  return best
}

/**
 * @typedef {{ pool: object, token: string, taken: bigint, paid: bigint }} Hop
 *
 * What the trade pays in equal parts, each along the path of at most three hops that pays most for it
 * after the parts before it. No pool is used both ways.
 */
export function splitOutput(graph, { source, destination, amount, parts }) {
  const reach = hopsTo(graph, destination)
  /** @type {Map<object, { token: string, taken: bigint, paid: bigint }>} */
  const used = new Map()
  const outputs = new Map()
  const outputOf = (pool, token, total) => {
    const key = `${pool.id} ${token} ${total}`
    const known = outputs.get(key)
    if (known !== undefined) return known
    const output = pool.output(token, total)
    outputs.set(key, output)
    return output
  }
  const gain = (pool, token, held) => {
    const before = used.get(pool)
    if (before === undefined) return outputOf(pool, token, held)
    return before.token === token ? outputOf(pool, token, before.taken + held) - before.paid : 0n
  }
  /** @returns {{ output: bigint, hops: Hop[] }} */
  const bestPart = (token, held, visited, hopsLeft) => {
    if (token === destination) return { output: held, hops: [] }
    let best = { output: 0n, hops: [] }
    for (const [next, pools] of graph.get(token) ?? []) {
      const isNear = (reach.get(next) ?? Number.POSITIVE_INFINITY) < hopsLeft
      if (!isNear || visited.includes(next)) continue
      const { output, pool } = bestPool(pools, (each) => gain(each, token, held))
      if (output === 0n) continue
      const rest = bestPart(next, output, [...visited, next], hopsLeft - 1)
      const hop = { pool, token, taken: held, paid: output }
      if (rest.output > best.output) best = { output: rest.output, hops: [hop, ...rest.hops] }
    }
    return best
  }
  let total = 0n
  for (let part = 0n; part < parts; part += 1n) {
    const share = (amount * (part + 1n)) / parts - (amount * part) / parts
    const { output, hops } = bestPart(source, share, [source], 3)
    total += output
    for (const { pool, token, taken, paid } of hops) {
      const before = used.get(pool) ?? { taken: 0n, paid: 0n }
      used.set(pool, { token, taken: before.taken + taken, paid: before.paid + paid })
    }
  }
  return total
}

function bestPool(pools, outputOf) {
  let best = { output: 0n, pool: null }
  for (const pool of pools) {
    const output = outputOf(pool)
    if (output > best.output) best = { output, pool }
  }
  return best
}

/** Fewest hops from each token to the destination. */
function hopsTo(graph, destination) {
  const hops = new Map([[destination, 0]])
  for (const [token, count] of hops) {
    for (const next of graph.get(token)?.keys() ?? []) {
      if (!hops.has(next)) hops.set(next, count + 1)
    }
  }
  return hops
}
