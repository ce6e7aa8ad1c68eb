/**
 * Row 11, orders: every provider of deposits, spoken to by its own adapter through the command
 * line, returns one field of an order otherwise than it was asked for. Whatever is printed then, by
 * this command or a later one, the address to pay is never in it (D3 to D8).
 */
import { errorCodes } from '../../../src/core/errors.ts'
import { btc } from '../../providers/depositSupport.ts'
import { documentOf } from '../../support/runMain.ts'
import * as cases from '../../providers/cases.ts'
import { wanted } from '../support/wanted.ts'
import { defineRow } from '../support/row.ts'
import { alterationsOf, everything, honestCalls, lineOf, worldOf } from './orderLine.ts'

const depositCases = wanted(cases.depositCases)

/** A run that ends otherwise was not refused for the order. */
const refusals = new Set<number | null>(
  (['UNSAFE_ROUTE', 'OUTCOME_UNKNOWN', 'PRICE_MOVED', 'NO_ROUTE'] as const).map(
    (code) => errorCodes[code].exit,
  ),
)

const modes = ['--json', '--ndjson', '--plain', '--no-wait']

defineRow(
  {
    number: 11,
    title: 'altered order fields',
    cases: { fast: depositCases.length * 4, full: depositCases.length * 12 * modes.length },
  },
  async (row) => {
    for (const [name, it] of depositCases) {
      await row.twin(name, async () => {
        const run = await worldOf(it, honestCalls(it)).cli(`${lineOf(it)} --json`)
        const document = JSON.stringify(documentOf(run).data ?? run)
        if (run.exit !== 0 || !document.includes(it.secret))
          throw new Error(`exit ${run.exit}: ${run.stdout.slice(0, 300)}`)
      })
      const all = alterationsOf(it)
      if (all.length < 12) row.failed(name, `${all.length} alterations`)
      const picked = row.sized({ fast: row.random.shuffled(all).slice(0, 4), full: all })
      for (const { name: what, calls } of picked) {
        for (const mode of row.sized({ fast: [row.random.pick(modes)], full: modes })) {
          await row.check(`${name}: ${what} (${mode})`, async () => {
            const world = worldOf(it, calls)
            try {
              const run = await world.cli(`${lineOf(it)} ${mode}`)
              if (!refusals.has(run.exit)) throw new Error(`it ended with exit ${run.exit}`)
              const isLast = row.size === 'full' && mode === '--no-wait'
              const said = isLast
                ? await everything(world, run, ['', ' --json', ' --plain'])
                : run.stdout + run.stderr
              for (const secret of [
                it.secret,
                btc('mallory'),
                btc('m'),
                btc('elsewhere'),
                '1BitcoinEater',
              ]) {
                if (said.includes(secret)) throw new Error(`${secret} was shown`)
              }
            } finally {
              world.close()
            }
          })
        }
      }
    }
  },
)
