/**
 * `npm run campaign`: kills swaps in a sandbox of its own, resumes them, and looks whether each was
 * paid exactly once. Every named point of a swap is tried many times on one chain and between two
 * chains; then as many swaps are killed at random moments. Exit status 1 when one case failed.
 *
 * Options: `--runs N` (of each point and kind, 20), `--timed N` (random moments, 40), `--seed S`,
 * `--only TEXT` (points whose name begins so).
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))
const accounts = ['alice', 'bob']
/** Random kills fall within so many times the duration of one swap alone: two run at a time. */
const timedShare = 1.6

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    timed: { type: 'string', default: '40' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
  },
})
const [runs, timed, seed] = [options.runs, options.timed, options.seed].map(readCount)

const { checkpoints, isRevokePoint, killKinds, pointsOf, runKillCase, startCliSandbox } =
  await loadTools()
const random = createRandom(seed)
const sandbox = await startCliSandbox()
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void sandbox.remove().finally(() => process.exit(130)))
}
const rows = new Map()
const startedAtMs = Date.now()
let ended = 0

try {
  const points = Object.keys(killKinds).flatMap((kind) =>
    chosenPoints(kind).flatMap((at) =>
      Array.from({ length: runs }, () => ({ kind, kill: { at }, reverts: isRevokePoint(at) })),
    ),
  )
  await runAll(points.filter(({ reverts }) => !reverts))
  const limitMs = (await measureSwap()) * timedShare
  await runAll(
    Array.from({ length: timed }, (_, index) => ({
      kind: Object.keys(killKinds)[index % 2],
      kill: { afterMs: Math.round(random() * limitMs) },
      reverts: false,
    })),
  )
  // One after the other: what makes a payment of one account fail is seen by the other's simulation.
  await sandbox.fault('ETH', 'revert')
  await runAll(
    points.filter(({ reverts }) => reverts),
    accounts.slice(0, 1),
  )
} finally {
  await sandbox.remove()
}
const failed = printTable()
process.exitCode = failed === 0 ? 0 : 1

function chosenPoints(kind) {
  return pointsOf(kind).filter((point) => point.startsWith(options.only))
}

/** The accounts work at the same time, in an order the seed decides. */
async function runAll(cases, payers = accounts) {
  const queue = cases.map((one) => ({ one, order: random() })).toSorted((a, b) => a.order - b.order)
  await Promise.all(
    payers.map(async (account) => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const one = { ...next.one, account }
        record(one, await attempt(one))
      }
    }),
  )
}

async function attempt(one) {
  try {
    return await runKillCase(sandbox, one)
  } catch (thrown) {
    return { died: false, stage: 'unknown', problems: [String(thrown)] }
  }
}

function record({ kind, kill, account }, { died, stage, problems }) {
  const isTimed = 'afterMs' in kill
  const name = `${isTimed ? 'at a random moment' : kill.at} | ${kind}`
  const row = rows.get(name) ?? { run: 0, passed: 0, stages: new Map() }
  row.run += 1
  if (problems.length === 0) row.passed += 1
  const found = died ? stage : 'ended before'
  row.stages.set(found, (row.stages.get(found) ?? 0) + 1)
  rows.set(name, row)
  ended += 1
  if (ended % 50 === 0) console.error(`${ended} cases after ${minutesSince(startedAtMs)} min`)
  if (problems.length === 0) return
  const moment = isTimed ? `after ${kill.afterMs} ms` : `at ${kill.at}`
  console.error(`failed: ${kind} of ${account} killed ${moment} (${stage})`)
  for (const problem of problems) console.error(`  ${problem}`)
}

function printTable() {
  let [run, passed] = [0, 0]
  console.log('| killed | swap | run | passed | failed | the journal then said |')
  console.log('| --- | --- | ---: | ---: | ---: | --- |')
  for (const [name, row] of [...rows].toSorted(([a], [b]) => order(a) - order(b))) {
    const stages = [...row.stages].toSorted(([, a], [, b]) => b - a)
    const said = stages.map(([stage, count]) => `${stage} ${count}`).join(', ')
    console.log(`| ${name} | ${row.run} | ${row.passed} | ${row.run - row.passed} | ${said} |`)
    run += row.run
    passed += row.passed
  }
  const failures = run - passed
  const minutes = minutesSince(startedAtMs)
  console.log(`\n${run} cases, ${passed} passed, ${failures} failed; seed ${seed}; ${minutes} min`)
  return failures
}

function minutesSince(ms) {
  return ((Date.now() - ms) / 60_000).toFixed(1)
}

function order(name) {
  const at = checkpoints.findIndex((point) => name.startsWith(`${point} |`))
  return at === -1 ? checkpoints.length : at
}

/** Milliseconds a swap takes here and now when nobody kills it. */
async function measureSwap() {
  const startMs = Date.now()
  const { code, stderr } = await sandbox.run(
    'swap 10 eth:USDC to arb:USDC --sandbox --account alice --yes --json'.split(' '),
  )
  if (code !== 0) throw new Error(`a swap that nobody kills failed: ${stderr}`)
  return Date.now() - startMs
}

/** The tools are TypeScript shared with the tests: bundled for this run. */
async function loadTools() {
  const file = join(root, `node_modules/.cache/swaproute/campaign-${process.pid}.mjs`)
  const lines = [
    `export * from './test/support/killRun.ts'`,
    `export { startCliSandbox } from './test/support/cliSandbox.ts'`,
    `export { checkpoints } from './src/execution/checkpoints.ts'`,
  ]
  await build({
    stdin: { contents: lines.join('\n'), resolveDir: root },
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    define: { 'import.meta.dirname': JSON.stringify(join(root, 'test/support')) },
    logLevel: 'warning',
  })
  try {
    return await import(pathToFileURL(file).href)
  } finally {
    await rm(file, { force: true })
  }
}

/** Numbers from 0 up to, not including, 1 (mulberry32): the same for the same seed. */
function createRandom(start) {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function readCount(text) {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`"${text}" is not a whole number.`)
  return Number(text)
}
