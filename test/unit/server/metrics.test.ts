import { describe, expect, test } from 'vitest'
import { outcomeOf } from '../../../src/core/observation.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { createMetrics, type Metrics } from '../../../src/server/metrics.ts'
import { formatFindings, hasPromtool, promtoolFindings } from '../../support/promtool.ts'

async function filled(processToo = false): Promise<Metrics> {
  const metrics = await createMetrics('1.2.3', processToo)
  const route = '/api/routes/quoteAll'
  for (const status of [200, 200, 404, 503]) {
    metrics.answered({ route, method: 'POST', status, seconds: 0.3 })
  }
  metrics.refused('unauthorized')
  metrics.observe({ kind: 'provider', provider: 'CURVE', outcome: 'quoted', ms: 120 })
  const request = { kind: 'request', outcome: 'answered', status: 200, ms: 40 } as const
  metrics.observe({ ...request, host: 'rpc.example', chain: 'ETH' })
  metrics.observe({ ...request, host: 'api.example', chain: null, outcome: 'timed_out' })
  metrics.gauge({
    name: 'things',
    help: 'Things there are.',
    labelNames: ['kind'],
    read: () => [{ labels: { kind: 'one' }, value: 1 }],
  })
  return metrics
}

const samples = (text: string): string[] =>
  text.split('\n').filter((line) => line.startsWith('swaproute_') && !line.includes('_bucket'))

test('requests by route, method and class of status; outcomes by provider, chain and host', async () => {
  const { registry } = await filled()
  expect(samples(await registry.metrics()).map((line) => line.replace('swaproute_', ''))).toEqual([
    `build_info{version="1.2.3",node_version="${process.versions.node}"} 1`,
    'http_request_duration_seconds_sum{route="/api/routes/quoteAll",method="POST",status="2xx"} 0.6',
    'http_request_duration_seconds_count{route="/api/routes/quoteAll",method="POST",status="2xx"} 2',
    'http_request_duration_seconds_sum{route="/api/routes/quoteAll",method="POST",status="4xx"} 0.3',
    'http_request_duration_seconds_count{route="/api/routes/quoteAll",method="POST",status="4xx"} 1',
    'http_request_duration_seconds_sum{route="/api/routes/quoteAll",method="POST",status="5xx"} 0.3',
    'http_request_duration_seconds_count{route="/api/routes/quoteAll",method="POST",status="5xx"} 1',
    'http_refusals_total{reason="unauthorized"} 1',
    'provider_quote_duration_seconds_sum{provider="CURVE",outcome="quoted"} 0.12',
    'provider_quote_duration_seconds_count{provider="CURVE",outcome="quoted"} 1',
    'node_request_duration_seconds_sum{chain="ETH",outcome="answered"} 0.04',
    'node_request_duration_seconds_count{chain="ETH",outcome="answered"} 1',
    'upstream_request_duration_seconds_sum{host="api.example",outcome="timed_out"} 0.04',
    'upstream_request_duration_seconds_count{host="api.example",outcome="timed_out"} 1',
    'things{kind="one"} 1',
  ])
})

describe('the text', () => {
  test('declares every name, and each fits its type; process metrics as well', async () => {
    const text = await (await filled(true)).registry.metrics()
    expect(formatFindings(text)).toEqual([])
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  })

  test('a gauge that is no longer there leaves no sample', async () => {
    const metrics = await createMetrics('1')
    let there = true
    metrics.gauge({
      name: 'things',
      help: 'Things.',
      labelNames: ['kind'],
      read: () => (there ? [{ labels: { kind: 'one' }, value: 1 }] : []),
    })
    expect(await metrics.registry.metrics()).toContain('swaproute_things{kind="one"} 1')
    there = false
    expect(await metrics.registry.metrics()).not.toContain('swaproute_things{')
  })

  test('the check of these tests finds what is wrong', () => {
    expect(formatFindings('a_total 1')).toEqual(['undeclared: a_total 1'])
    const gauge = '# HELP a_total A.\n# TYPE a_total gauge\na_total 1'
    expect(formatFindings(gauge)).toEqual(['misnamed: a_total 1'])
    const falling = [
      '# HELP a A.',
      '# TYPE a histogram',
      'a_bucket{le="1",b="c"} 2',
      'a_bucket{le="2",b="c"} 1',
    ]
    expect(formatFindings(falling.join('\n'))).toEqual(['falls: a_bucket{le="2",b="c"} 1'])
  })

  test.skipIf(!hasPromtool)('promtool finds nothing', async () => {
    expect(promtoolFindings(await (await filled(true)).registry.metrics())).toBe('')
    expect(promtoolFindings('# TYPE a_total gauge\na_total 1\n')).not.toBe('')
  })
})

test.each([
  ['NO_ROUTE', 'no_route'],
  ['AMOUNT_TOO_LOW', 'no_route'],
  ['INVALID_ADDRESS', 'no_route'],
  ['TIMED_OUT', 'timed_out'],
  ['RATE_LIMITED', 'rate_limited'],
  ['INTERRUPTED', 'cancelled'],
  ['UPSTREAM_FAILED', 'failed'],
  ['INTERNAL', 'failed'],
] as const)('%s counts as %s', (code, outcome) => {
  expect(outcomeOf(new SwaprouteError(code, 'It is so.'))).toBe(outcome)
})
