/**
 * How near the program's best price comes to the best there is: every pool of the sandbox's chains is
 * read by other code, every path of at most three hops is tried, and the trade in parts as well.
 *
 *   node bench/price.mjs [--chains ETH,BSC] [--pairs N] [--parts 100] [--executions 200]
 *                        [--cold 6] [--json FILE]
 *
 * `--pairs` takes that many pairs of each chain, evenly spread; all by default. `--parts 0` leaves
 * the search in parts out. `--cold` trades of each chain are also asked of a service that has answered
 * nothing before.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parseUnits, zeroAddress } from 'viem'
import { startServe } from './onchain.mjs'
import { executeTrades } from './price/execute.mjs'
import { chainClient, readPools } from './price/pools.mjs'
import { askBest } from './price/program.mjs'
import { measureRead, readChains } from './price/reads.mjs'
import { readPrices, startSandbox } from './price/sandbox.mjs'
import { bestPaths, graphOf, splitOutput } from './price/search.mjs'
import {
  executionTable,
  priceTable,
  readTable,
  summarize,
  summarizeExecutions,
} from './price/tables.mjs'

const networks = { ETH: 'ethereum', BSC: 'bsc', POLYGON: 'polygon', ARBITRUM: 'arbitrum' }
/** US dollars of the source token. */
const sizes = [500, 50_000, 1_000_000]

/**
 * @param {{ chains?: readonly string[], pairs?: number, parts?: number, executions?: number,
 *   cold?: number, reads?: readonly string[] }} [options]
 * @returns rows of every pair and size, executions and counts of reads
 */
export async function measurePrice({
  chains = Object.keys(networks),
  pairs = Number.POSITIVE_INFINITY,
  parts = 100,
  executions = 200,
  cold = 6,
  reads = readChains,
} = {}) {
  const sandbox = await startSandbox()
  try {
    const result = { chains: [], executions: [], reads: [] }
    for (const blockchain of chains) {
      const market = await readMarket(sandbox, blockchain)
      const rows = searchAll(market, { pairs, parts })
      await askAll(sandbox, market, rows, cold)
      result.chains.push({ blockchain, pools: market.pools.length, rows })
      const trades = tradesOf(rows, Math.ceil(executions / chains.length))
      const done = await withService(sandbox, (service) =>
        executeTrades({ ...sandbox, url: sandbox.urls[blockchain], service, blockchain }, trades),
      )
      result.executions.push(...done.map((each) => ({ ...each, blockchain })))
    }
    for (const blockchain of reads) result.reads.push(await measureRead(sandbox, blockchain))
    return result
  } finally {
    sandbox.stop()
  }
}

/** Asks a service whose cache is empty. */
async function withService({ env, services }, work) {
  const served = await startServe(env, ['--sandbox'])
  try {
    return await work({ url: served.url, excluded: Object.keys(services) })
  } finally {
    served.child.kill('SIGTERM')
  }
}

async function readMarket({ urls, services, listed, exchanges }, blockchain) {
  const tokens = listed
    .filter((token) => token.blockchain === blockchain && !token.native)
    .map((token) => ({ ...token, address: token.address.toLowerCase() }))
  const addresses = tokens.map(({ address }) => address)
  const prices = await readPrices(services, networks[blockchain], addresses)
  const worthOf = (token, dollars) => {
    const { decimals } = tokens.find(({ address }) => address === token)
    const price = parseUnits(Number(prices.get(token)).toFixed(12), 12)
    return parseUnits(String(dollars), 12 + decimals) / price
  }
  const amountsOf = (token) => sizes.map((dollars) => worthOf(token, dollars))
  const client = chainClient(urls[blockchain])
  const pools = await readPools(client, exchanges[blockchain], tokens, amountsOf)
  return { blockchain, tokens, pools, worthOf }
}

/** One row per ordered pair that any path of three hops joins, and size. */
function searchAll({ tokens, pools, worthOf }, { pairs, parts }) {
  const graph = graphOf(pools)
  const brands = [...new Set(pools.map(({ brand }) => brand))]
  const graphs = brands.map((name) => graphOf(pools.filter(({ brand }) => brand === name)))
  const rows = tokens.flatMap((source) =>
    sizes.flatMap((dollars) => {
      const amount = worthOf(source.address, dollars)
      const best = bestPaths(graph, source.address, amount, 3)
      const within = graphs.map((own) => bestPaths(own, source.address, amount, 2))
      return [...best].map(([address, path]) => ({
        dollars,
        source,
        destination: tokens.find((token) => token.address === address),
        amount,
        path: path.output,
        /** The best of one exchange over one token between at most; 0 when there is none. */
        single: within.reduce((most, each) => larger(most, each.get(address)?.output ?? 0n), 0n),
        parts: 0n,
      }))
    }),
  )
  const names = [...new Set(rows.map(pairOf))]
  const chosen = new Set(spread(names, pairs))
  const taken = rows.filter((row) => chosen.has(pairOf(row)))
  for (const row of parts === 0 ? [] : taken) {
    const trade = { source: row.source.address, destination: row.destination.address }
    row.parts = splitOutput(graph, { ...trade, amount: row.amount, parts: BigInt(parts) })
  }
  return taken
}

/**
 * Adds what the program pays: `first` of a service that has not been asked for that pair, `later` when
 * it has, `cold` of one that has answered nothing.
 */
async function askAll(sandbox, { blockchain }, rows, cold) {
  const ask = async (service, row) => {
    const { ms, best } = await askBest(service, { blockchain, ...row })
    return { ms, output: best?.output ?? 0n, provider: best?.provider ?? '' }
  }
  for (const dollars of sizes) {
    const own = rows.filter((row) => row.dollars === dollars)
    await withService(sandbox, async (service) => {
      for (const row of own) row.first = await ask(service, row)
      for (const row of own) row.later = await ask(service, row)
    })
  }
  for (const row of sample(rows, cold)) {
    await withService(sandbox, async (service) => {
      row.cold = await ask(service, row)
    })
  }
}

/** Trades of routed pairs; every fifth that has the wrapped coin pays or gets the native one. */
function tradesOf(rows, count) {
  const routed = rows.filter(({ later }) => later.output > 0n)
  return sample(routed, count).map(({ dollars, source, destination, amount }, place) => {
    const trade = { dollars, source, destination, amount }
    const wrapped = ['WETH', 'WBNB', 'WPOL']
    const side = ['source', 'destination'].find((each) => wrapped.includes(trade[each].symbol))
    if (place % 5 !== 0 || side === undefined) return trade
    return { ...trade, [side]: { address: zeroAddress, symbol: 'coin', decimals: 18 } }
  })
}

/** Rows of pairs all over the table, of one size after the other. */
function sample(rows, count) {
  const pairs = [...new Set(rows.map(pairOf))]
  return Array.from({ length: Math.min(count, rows.length) }, (_none, at) => {
    const pair = pairs[Math.floor((at * pairs.length) / count)]
    const own = rows.filter((row) => pairOf(row) === pair)
    return own[at % own.length]
  })
}

function pairOf({ source, destination }) {
  return `${source.symbol} ${destination.symbol}`
}

/** At most `count` of the values, evenly spread. */
function spread(values, count) {
  if (values.length <= count) return values
  return Array.from(
    { length: count },
    (_none, at) => values[Math.floor((at * values.length) / count)],
  )
}

function larger(a, b) {
  return a > b ? a : b
}

/** The rows of `npm run bench`: a few pairs of two chains. */
export async function benchPrice() {
  const small = {
    chains: ['ETH', 'BSC'],
    pairs: 12,
    parts: 20,
    executions: 12,
    cold: 2,
    reads: ['ETH'],
  }
  const { chains, executions } = await measurePrice(small)
  const { executed, belowLeast, failed } = summarizeExecutions(executions)
  const bad = belowLeast + failed.length
  return [
    ...summarize(chains).map(shareRow),
    {
      name: 'swaps that failed or paid less than the minimum / executed',
      ours: String(bad),
      reference: String(executed + failed.length),
      ratio: String(bad),
      limit: '= 0',
      met: bad === 0,
    },
  ]
}

/** Without a limit: its losses are those of `docs/performance.md`, on fewer pairs. */
function shareRow({ blockchain, dollars, pairs, later }) {
  return {
    name: `best row / best price there is, ${blockchain}, $${dollars.toLocaleString('en')}`,
    ours: `${later.routed} pairs`,
    reference: `${pairs} pairs`,
    ratio: later.parts === null ? '' : (1 - later.parts.mean / 10_000).toFixed(4),
    limit: '',
    met: true,
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      chains: { type: 'string' },
      pairs: { type: 'string' },
      parts: { type: 'string' },
      executions: { type: 'string' },
      cold: { type: 'string' },
      json: { type: 'string' },
    },
  })
  const { chains, json, ...numbers } = values
  const counts = Object.fromEntries(
    Object.entries(numbers).map(([name, text]) => [name, Number(text)]),
  )
  const measured = await measurePrice({
    ...counts,
    ...(chains ? { chains: chains.split(',') } : {}),
  })
  const prices = summarize(measured.chains)
  const executions = summarizeExecutions(measured.executions)
  if (json !== undefined) {
    const { chains: markets, executions: trades, reads } = measured
    const document = { prices, executions, reads, pairs: markets, trades }
    const texts = (_key, value) => (typeof value === 'bigint' ? String(value) : value)
    writeFileSync(json, JSON.stringify(document, texts, 1))
  }
  const tables = [priceTable(prices), executionTable(executions), readTable(measured.reads)]
  console.log(tables.join('\n\n'))
  for (const line of executions.failed) console.error(`failed: ${line}`)
}
