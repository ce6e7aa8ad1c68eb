import { type CliSandbox, startCliSandbox } from '../../support/cliSandbox.ts'
import { serveProgram } from '../../support/serveProgram.ts'
import { defineRow } from '../support/row.ts'
import { acrossAdapter } from './adapters/across.ts'
import { remoteAdapter } from './adapters/remote.ts'
import { type BehaviourName, behaviourNames } from './kit/behaviours.ts'
import { playAdapter } from './kit/play.ts'

/** Those before a signature, of each threat; what tells of payments needs payments first. */
const fastNames: readonly BehaviourName[] = [
  'foreign-target',
  'foreign-receiver',
  'value-too-high',
  'approve-call',
  'less-than-quoted',
  'redirect',
]
const fastTwins: readonly BehaviourName[] = ['foreign-target']

defineRow(
  {
    number: 1,
    title: 'hostile Across and hostile backend, through the program',
    cases: { fast: 2 * fastNames.length, full: 2 * behaviourNames.length },
    limitMinutes: { fast: 3 },
  },
  async (row) => {
    const names = row.sized({ fast: fastNames, full: behaviourNames })
    const twins = row.sized({ fast: fastTwins, full: behaviourNames })
    const sandbox = await startCliSandbox()
    try {
      const server = await serveProgram(sandbox, ['--sandbox'])
      const play = (make: (sandbox: CliSandbox) => ReturnType<typeof acrossAdapter>) =>
        playAdapter(row, {
          sandbox,
          adapter: make(sandbox),
          names,
          twins,
          remoteUrl: server.url,
          brief: row.size === 'fast',
          stages: row.sized({ fast: 1, full: 2 }),
        })
      try {
        // Payments of the full size disturb each other; what is only refused does not.
        if (row.size === 'fast') await Promise.all([play(acrossAdapter), play(remoteAdapter)])
        else {
          await play(acrossAdapter)
          await play(remoteAdapter)
        }
      } finally {
        await server.stop()
      }
    } finally {
      await sandbox.remove()
    }
  },
)
