/**
 * `npm run campaign`: every row of the safety test bar in full size, some at the same time,
 * and a table of what was run. Exit status 1 when a case failed.
 */
import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '' },
    fast: { type: 'boolean', default: false },
    only: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(usage())
else await run()

function usage() {
  return `npm run campaign -- [options]

  --rows 1,6   these rows of the safety test bar (default: all)
  --fast       the size of npm run check, not the full one
  --seed N     the same cases again
  --only dln   of rows 1, 2, 3 and 11 the case of this provider, and what they run without cases
`
}

async function run() {
  const seed = readNumber(values.seed)
  const rows = values.rows.split(',').filter(Boolean).map(readNumber)
  const { only } = values
  if (only !== undefined && !/^\w+$/.test(only))
    throw new Error(`--only takes one identifier, not "${only}".`)
  const size = values.fast ? 'fast' : 'full'

  process.stderr.write(`campaign: ${size} size, seed ${seed}\n`)
  // Folders carry the number of their row.
  const filters = rows.map((row) => `test/campaign/${String(row).padStart(2, '0')}-`)
  const vitest = await startVitest('test', filters, {
    config: 'vitest.campaign.config.ts',
    provide: { campaign: { size, seed, ...(only === undefined ? {} : { only }) } },
    ...(only === undefined ? {} : { testNamePattern: new RegExp(`row (?!1:)|${only}`) }),
    watch: false,
  })
  await vitest.close()
}

function readNumber(text) {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`"${text}" is not a whole number.`)
  return Number(text)
}
