import { startCliSandbox } from '../../support/cliSandbox.ts'
import { serveProgram } from '../../support/serveProgram.ts'
import { defineRow } from '../support/row.ts'
import { remoteAdapter } from './adapters/remote.ts'
import { behaviourNames, fastNames, fastTwins } from './kit/behaviours.ts'
import { playAdapter } from './kit/play.ts'

defineRow(
  {
    number: 1,
    title: 'a remote backend that turns hostile after its quote, through the program',
    cases: { fast: fastNames.length, full: behaviourNames.length },
    limitMinutes: { fast: 3 },
  },
  async (row) => {
    const sandbox = await startCliSandbox()
    try {
      const server = await serveProgram(sandbox, ['--sandbox'])
      try {
        await playAdapter(row, {
          sandbox,
          adapter: remoteAdapter(sandbox),
          names: row.sized({ fast: fastNames, full: behaviourNames }),
          twins: row.sized({ fast: fastTwins, full: behaviourNames }),
          remoteUrl: server.url,
          brief: row.size === 'fast',
        })
      } finally {
        await server.stop()
      }
    } finally {
      await sandbox.remove()
    }
  },
)
