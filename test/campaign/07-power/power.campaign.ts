/**
 * States a disk may be in after a loss of power. A process judges a hundred of them: libsql keeps a
 * few descriptors of every file that was opened.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildScript, startScript } from '../../support/executionScript.ts'
import { defineRow } from '../support/row.ts'
import type { Batch } from './states.ts'

const source = `
  import { judgeStates } from './test/campaign/07-power/states.ts'
  const [place, seed, states] = process.argv.slice(2)
  process.stdout.write(JSON.stringify(await judgeStates(place, Number(seed), Number(states))))
`
const batchSize = 100

defineRow(
  { number: 7, title: 'states of a disk after a loss of power', cases: { fast: 200, full: 5_000 } },
  async (row) => {
    const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
    const place = mkdtempSync(join(memory, 'swaproute-power-'))
    try {
      const script = await buildScript(place, source)
      let [told, logs] = [0, 0]
      const batches = row.sized({ fast: 200, full: 5_000 }) / batchSize
      for (let batch = 0; batch < batches; batch += 1) {
        const folder = mkdtempSync(join(place, 'batch-'))
        const seed = String(row.random.below(2 ** 31))
        const { stdout, stderr, code } = await startScript(script, folder, seed, String(batchSize))
        rmSync(folder, { recursive: true, force: true })
        if (code !== 0) {
          row.failed(`batch ${batch} of seed ${seed}`, stderr.slice(0, 500))
          continue
        }
        const found: Batch = JSON.parse(stdout)
        if (!found.isFlushed) {
          row.failed('the journal', 'commits are not flushed before they return')
        }
        told += found.told
        logs += found.logs
        row.passed(found.passed)
        for (const { problem, isLost } of found.failures) {
          if (isLost) row.harm('lost record', `seed ${seed}: ${problem}`)
          else row.failed(`seed ${seed}`, problem)
        }
      }
      row.note(`${logs} logs; damage told ${told} times`)
      if (told === 0) row.failed('the row itself', 'no damage was made')
    } finally {
      rmSync(place, { recursive: true, force: true })
    }
  },
)
