/** Shared by the benchmarks: both sides in turn, medians, the raw numbers kept. */
import { spawn } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { performance } from 'node:perf_hooks'

/** The machine and its Node, in one line. */
export function machine() {
  const [{ model }] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return `${cpus().length} × ${model.trim()}, ${memory}, ${process.platform}, Node ${process.versions.node}`
}

/** Environment of every measured process: without the variable that slows each start of Node 20. */
export function cleanEnv(extra = {}) {
  const env = { ...process.env, NO_COLOR: '1', ...extra }
  delete env.NODE_EXTRA_CA_CERTS
  delete env.NODE_OPTIONS
  return env
}

/** Milliseconds from start to exit. */
export function timeProcess(args, env = cleanEnv()) {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const child = spawn(process.execPath, args, { stdio: 'ignore', env })
    child.once('error', reject)
    child.once('exit', () => resolve(performance.now() - started))
  })
}

const peakHook = new URL('./peakMemory.cjs', import.meta.url).pathname

/** Megabytes of memory a process held at most. */
export function peakMemory(args, env = cleanEnv()) {
  return new Promise((resolve, reject) => {
    const stdio = ['ignore', 'ignore', 'ignore', 'pipe']
    const child = spawn(process.execPath, ['-r', peakHook, ...args], { stdio, env })
    let text = ''
    child.stdio[3].on('data', (chunk) => (text += chunk))
    child.once('error', reject)
    child.once('close', () => resolve(Number(text) / 1024))
  })
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

/** Runs the sides one after another, `rounds` times, and gives the median of each. */
export async function alternate(sides, rounds) {
  const times = Object.fromEntries(Object.keys(sides).map((name) => [name, []]))
  for (let round = 0; round < rounds + 1; round++) {
    for (const [name, run] of Object.entries(sides)) {
      const ms = await run()
      if (round > 0) times[name].push(ms) // the first round warms the disk cache
    }
  }
  return Object.fromEntries(
    Object.entries(times).map(([name, values]) => [name, { median: median(values), values }]),
  )
}

/** One row of the table: a ratio, its limit and the two sides behind it. */
export function row(name, ours, reference, limit, unit = 'ms') {
  const ratio = ours.median / reference.median
  return {
    name,
    ours: `${ours.median.toFixed(1)} ${unit}`,
    reference: `${reference.median.toFixed(1)} ${unit}`,
    ratio: ratio.toFixed(2),
    limit: limit === null ? '' : `≤ ${limit}`,
    met: limit === null || ratio <= limit * 1.1,
  }
}
