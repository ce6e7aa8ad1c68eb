/**
 * `npm run bench`: every number is a ratio of two sides measured in turn in this run, so that it
 * means the same on any machine. 10 % of noise is allowed. Exit status 1 when a limit is missed.
 */
import { benchFanout } from './fanout.mjs'
import { benchGrowth } from './growth.mjs'
import { machine } from './measure.mjs'
import { benchOnchain } from './onchain.mjs'
import { benchPrice } from './price.mjs'
import { benchServing } from './serving.mjs'
import { benchSilent } from './silent.mjs'
import { benchStart } from './start.mjs'

const rows = [
  ...(await benchStart()),
  ...(await benchOnchain()),
  ...(await benchFanout()),
  ...(await benchPrice()),
  ...(await benchServing()),
  ...(await benchSilent()),
  ...(await benchGrowth()),
]
const lines = [
  `Machine: ${machine()}`,
  '',
  '| measured | ours | against | ratio | limit |',
  '| --- | ---: | ---: | ---: | ---: |',
  ...rows.map(
    (one) => `| ${one.name} | ${one.ours} | ${one.reference} | ${one.ratio} | ${one.limit} |`,
  ),
]
process.stdout.write(`${lines.join('\n')}\n`)
const missed = rows.filter((one) => !one.met)
for (const one of missed) process.stderr.write(`missed: ${one.name} ${one.ratio} (${one.limit})\n`)
process.exitCode = missed.length === 0 ? 0 : 1
