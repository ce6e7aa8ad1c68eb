/** What was measured, as figures and as tables. Losses are basis points of the best there is. */

/** The best there is: one path, or any number of them side by side. */
const references = {
  path: (row) => row.path,
  parts: (row) => (row.parts > row.path ? row.parts : row.path),
}

/**
 * @param chains of `measurePrice`
 * @returns one entry per chain and size: pairs, and per moment (`first`, `later`, and `within`: later,
 *   of the pairs that one exchange joins with one token between at most) the pairs with a route and
 *   the losses against one path and against parts; `above`: pairs that got more than either
 */
export function summarize(chains) {
  return chains.flatMap(({ blockchain, pools, rows }) =>
    [...new Set(rows.map(({ dollars }) => dollars))].map((dollars) => {
      const all = rows.filter((row) => row.dollars === dollars)
      const within = all.filter(({ single }) => single > 0n)
      return {
        blockchain,
        pools,
        dollars,
        pairs: all.length,
        first: figuresOf(all, 'first'),
        later: figuresOf(all, 'later'),
        within: { pairs: within.length, ...figuresOf(within, 'later') },
        cold: coldOf(all),
      }
    }),
  )
}

function figuresOf(rows, moment) {
  const routed = rows.filter((row) => row[moment].output > 0n)
  const losses = Object.entries(references).map(([name, referenceOf]) => [
    name,
    name === 'parts' && rows.every(({ parts }) => parts === 0n) // not searched
      ? null
      : statsOf(routed.map((row) => lossOf(referenceOf(row), row[moment].output))),
  ])
  const times = routed.map((row) => row[moment].ms).toSorted((a, b) => a - b)
  const above = routed.filter((row) => row[moment].output > references.parts(row)).length
  const medianMs = Math.round(times[Math.floor(times.length / 2)] ?? 0)
  return { routed: routed.length, ...Object.fromEntries(losses), above, medianMs }
}

/** Pairs that were also asked of a service that had answered nothing before. */
function coldOf(rows) {
  const asked = rows.filter(({ cold }) => cold !== undefined)
  const below = asked.filter(({ cold, later }) => cold.output < later.output)
  const losses = below.map(({ cold, later }) => lossOf(later.output, cold.output))
  return { asked: asked.length, below: below.length, ...statsOf(losses) }
}

/** Basis points of `best` that are missing; below zero when there is more. */
function lossOf(best, got) {
  return Number(((best - got) * 100_000_000n) / best) / 10_000
}

/** Mean, ninetieth percentile and largest; null when there are none. */
function statsOf(losses) {
  if (losses.length === 0) return null
  const sorted = losses.toSorted((a, b) => a - b)
  const mean = sorted.reduce((sum, each) => sum + each, 0) / sorted.length
  const p90 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.9))]
  const round = (value) => Math.round(value * 100) / 100
  return { mean: round(mean), p90: round(p90), max: round(sorted.at(-1)) }
}

export function summarizeExecutions(executions) {
  const done = executions.filter(({ failed }) => failed === undefined)
  const apart = done.map(({ quoted, arrived }) => Math.abs(lossOf(quoted, arrived)))
  return {
    executed: done.length,
    failed: executions
      .filter(({ failed }) => failed !== undefined)
      .map(({ blockchain, dollars, source, destination, provider, failed }) =>
        [blockchain, dollars, source.symbol, destination.symbol, provider, failed].join(' '),
      ),
    belowLeast: done.filter(({ arrived, least }) => arrived < least).length,
    paidOther: done.filter(({ paid, amount }) => paid !== amount).length,
    exact: done.filter(({ arrived, quoted }) => arrived === quoted).length,
    apart: statsOf(apart),
    gasAboveEstimate: done.filter(({ gasUsed, gasLimit }) => gasUsed > gasLimit).length,
    mostGas: Math.max(...done.map((one) => Number(one.gasUsed) / Number(one.gasLimit))),
    providers: countBy(done, ({ provider }) => provider),
  }
}

function countBy(values, keyOf) {
  const counts = {}
  for (const value of values) counts[keyOf(value)] = (counts[keyOf(value)] ?? 0) + 1
  return counts
}

/** @param figures of `summarize` */
export function priceTable(figures) {
  return table(
    [
      'chain',
      'worth',
      'pairs with a route',
      'one path: mean / p90 / max bp',
      'in parts: mean / p90 / max bp',
      'first quote: routes, mean bp',
      'pairs within one exchange: mean / p90 / max bp',
    ],
    figures.map(({ blockchain, dollars, pairs, first, later, within }) => [
      blockchain,
      `$${dollars.toLocaleString('en')}`,
      `${later.routed} of ${pairs}`,
      three(later.path),
      three(later.parts),
      `${first.routed}, ${first.path?.mean ?? '–'}`,
      `${within.routed} of ${within.pairs}: ${three(within.path)}`,
    ]),
  )
}

export function executionTable(summary) {
  const { executed, failed, belowLeast, paidOther, exact, apart } = summary
  const gas = `${summary.gasAboveEstimate} (at most ${summary.mostGas.toFixed(2)} ×)`
  return table(
    [
      'executed',
      'failed',
      'below the minimum',
      'paid another amount',
      'arrived exactly as quoted',
      'apart: mean / p90 / max bp',
      'gas above the estimate',
    ],
    [[executed, failed.length, belowLeast, paidOther, exact, three(apart), gas]],
  )
}

export function readTable(reads) {
  return table(
    ['chain', 'pair', 'quote', 'requests', 'pieces', 'calls', 'kB out / in', 'local gas, million'],
    reads.flatMap(({ blockchain, pair, cold, later }) =>
      Object.entries({ first: cold, later }).map(([name, one]) => [
        blockchain,
        pair,
        name,
        one.requests,
        one.pieces,
        one.calls,
        `${Math.round(one.bytesOut / 1000)} / ${Math.round(one.bytesIn / 1000)}`,
        one.localGas === null ? '–' : (one.localGas / 1_000_000).toFixed(1),
      ]),
    ),
  )
}

function three(stats) {
  return stats === null ? '–' : `${stats.mean} / ${stats.p90} / ${stats.max}`
}

function table(heads, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}
