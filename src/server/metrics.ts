/**
 * What is counted, in the Prometheus text format. Labels have few values, all known beforehand:
 * paths of the contract, identifiers of providers and chains, configured hosts, outcomes.
 */
import type { Gauge, Histogram, Registry } from 'prom-client'
import type { Observation, Observe } from '../core/observation.ts'

type Labels = Readonly<Record<string, string>>

export type GaugeReading = { labels: Labels; value: number }

export type GaugeOptions = {
  /** With the prefix of all, in base units. */
  name: string
  help: string
  labelNames?: readonly string[]
  /** Read at each scrape. */
  read: () => Iterable<GaugeReading> | Promise<Iterable<GaugeReading>>
  /** How the processes of one server count together; the sum if omitted. */
  together?: 'sum' | 'min'
}

/** Why a request was answered without being handled. */
export type RefusalReason =
  | 'unauthorized'
  | 'forbidden'
  | 'too_large'
  | 'unsupported_type'
  | 'rate_limited'
  | 'too_many_headers'
  | 'overloaded'
  | 'store_unavailable'
  | 'stopping'

export type Metrics = {
  /** One answered request; `status` counts by its hundreds. */
  answered(request: { route: string; method: string; status: number; seconds: number }): void
  refused(reason: RefusalReason): void
  /** One request of ours. */
  observe: Observe
  gauge(options: GaugeOptions): void
  registry: Registry
}

/** Seconds: from a list in memory to the longest calculation of the contract. */
const requestBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const upstreamBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * @param processToo also memory, processor and event loop of this process, which are watched from
 *   here on
 */
export async function createMetrics(version: string, processToo = false): Promise<Metrics> {
  const client = await import('prom-client')
  const registry = new client.Registry()
  const registers = [registry]
  if (processToo) {
    client.collectDefaultMetrics({ register: registry })
    removeMisnamed(registry)
  }
  new client.Gauge({
    name: 'swaproute_build_info',
    help: 'Version of the program and of Node.js; always 1.',
    labelNames: ['version', 'node_version'],
    aggregator: 'first',
    registers,
  }).set({ version, node_version: process.versions.node }, 1)
  const requests = new client.Histogram({
    name: 'swaproute_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer.',
    labelNames: ['route', 'method', 'status'],
    buckets: requestBuckets,
    registers,
  })
  const refusals = new client.Counter({
    name: 'swaproute_http_refusals_total',
    help: 'Requests that were answered without being handled.',
    labelNames: ['reason'],
    registers,
  })
  const providers = new client.Histogram({
    name: 'swaproute_provider_quote_duration_seconds',
    help: 'Time from the beginning of a quote to the outcome of one of its providers.',
    labelNames: ['provider', 'outcome'],
    buckets: upstreamBuckets,
    registers,
  })
  const nodes = new client.Histogram({
    name: 'swaproute_node_request_duration_seconds',
    help: 'Time of a request to a node of a chain, with its repetitions.',
    labelNames: ['chain', 'outcome'],
    buckets: upstreamBuckets,
    registers,
  })
  const upstreams = new client.Histogram({
    name: 'swaproute_upstream_request_duration_seconds',
    help: 'Time of a request to another service than a node, with its repetitions.',
    labelNames: ['host', 'outcome'],
    buckets: upstreamBuckets,
    registers,
  })
  return {
    answered: ({ route, method, status, seconds }) =>
      requests.observe({ route, method, status: `${Math.floor(status / 100)}xx` }, seconds),
    refused: (reason) => refusals.inc({ reason }),
    observe: (observation) => observeIn({ providers, nodes, upstreams }, observation),
    gauge: ({ name, help, labelNames = [], read, together = 'sum' }) =>
      void new client.Gauge({
        name: `swaproute_${name}`,
        help,
        labelNames: [...labelNames],
        aggregator: together,
        registers,
        async collect() {
          fill(this, await read())
        },
      }),
    registry,
  }
}

function observeIn(
  { providers, nodes, upstreams }: Record<'providers' | 'nodes' | 'upstreams', Histogram>,
  observation: Observation,
): void {
  const { outcome, ms } = observation
  const seconds = ms / 1000
  if (observation.kind === 'provider') {
    providers.observe({ provider: observation.provider, outcome }, seconds)
  } else if (observation.chain !== null) {
    nodes.observe({ chain: observation.chain, outcome }, seconds)
  } else upstreams.observe({ host: observation.host, outcome }, seconds)
}

/** Values that have gone are not reported again. */
function fill(gauge: Gauge, readings: Iterable<GaugeReading>): void {
  gauge.reset()
  for (const { labels, value } of readings) gauge.set(labels, value)
}

/** Gauges with the suffix of a counter, which `promtool check metrics` reports. */
function removeMisnamed(registry: Registry): void {
  for (const { name, type } of registry.getMetricsAsArray()) {
    if (name.endsWith('_total') && String(type) === 'gauge') registry.removeSingleMetric(name)
  }
}
