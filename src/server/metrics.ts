/** Counters and latency sums of the server in the Prometheus text format. */
export type Metrics = {
  count(route: string, status: number, seconds: number): void
  render(gauges: Record<string, number>): string
}

export function createMetrics(): Metrics {
  const requests = new Map<string, number>()
  const seconds = new Map<string, { sum: number; count: number }>()
  return {
    count: (route, status, duration) => {
      const key = `route="${route}",status="${status}"`
      requests.set(key, (requests.get(key) ?? 0) + 1)
      const total = seconds.get(route) ?? { sum: 0, count: 0 }
      seconds.set(route, { sum: total.sum + duration, count: total.count + 1 })
    },
    render: (gauges) => {
      const lines = ['# TYPE swaproute_requests_total counter']
      for (const [labels, value] of requests)
        lines.push(`swaproute_requests_total{${labels}} ${value}`)
      lines.push('# TYPE swaproute_request_seconds summary')
      for (const [route, { sum, count }] of seconds) {
        lines.push(`swaproute_request_seconds_sum{route="${route}"} ${sum.toFixed(6)}`)
        lines.push(`swaproute_request_seconds_count{route="${route}"} ${count}`)
      }
      for (const [name, value] of Object.entries(gauges)) {
        lines.push(`# TYPE swaproute_${name} gauge`, `swaproute_${name} ${value}`)
      }
      return `${lines.join('\n')}\n`
    },
  }
}
