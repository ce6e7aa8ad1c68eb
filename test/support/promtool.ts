import { spawnSync } from 'node:child_process'

/** Whether Prometheus' own checker is installed (Debian: prometheus). */
export const hasPromtool = spawnSync('promtool', ['--version']).error === undefined

/** What `promtool check metrics` finds in a text; empty if it finds nothing. */
export function promtoolFindings(text: string): string {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: text,
    encoding: 'utf8',
  })
  return status === 0 ? '' : `${stdout}${stderr}` || `exit code ${status}`
}

/**
 * What is wrong with a text by the exposition format: a sample without HELP and TYPE before it, a
 * name that does not fit its type, a histogram whose buckets do not add up.
 */
export function formatFindings(text: string): string[] {
  const types = new Map<string, string>()
  const helped = new Set<string>()
  const findings: string[] = []
  let last = { series: '', count: 0 }
  for (const line of text.split('\n')) {
    const [, word, about = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    if (word === 'HELP') helped.add(about)
    if (word === 'TYPE') types.set(about, rest)
    if (line === '' || line.startsWith('#')) continue
    const [, name = '', labels = '', value = ''] =
      /^([a-z0-9_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    const family = types.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, '')
    const type = types.get(family)
    if (type === undefined || !helped.has(family)) findings.push(`undeclared: ${line}`)
    else if ((type === 'counter') !== name.endsWith('_total')) findings.push(`misnamed: ${line}`)
    if (Number.isNaN(Number(value)) && value.toLowerCase() !== 'nan')
      findings.push(`no number: ${line}`)
    if (!name.endsWith('_bucket') || type !== 'histogram') continue
    const series = `${name}{${labels.replace(/le="[^"]*",?/, '')}}`
    if (series === last.series && Number(value) < last.count) findings.push(`falls: ${line}`)
    last = { series, count: Number(value) }
  }
  return findings
}
