import { nativeToken } from '../chains/tokens.ts'
import type { JournalTools } from '../commands/frame/services.ts'
import { openSwaps, receiptOf, swapHistory } from '../execution/receipts.ts'
import { type Journal, openJournal } from '../store/journal.ts'
import { createKilling, type Killing } from './killing.ts'
import { type App, once } from './parts.ts'

/** The journal of this run, and what commands read of it without the execution. */
export type OwnJournal = {
  /** Opened on the first call. */
  open(): Promise<Journal>
  tools(): Promise<JournalTools>
  /** Null for a run that rehearses no crash. */
  killing: Killing | null
}

/** Point at which a sandbox run kills itself, to rehearse a crash; ignored elsewhere. */
const killVariable = 'SWAPROUTE_KILL_AT'

export function createOwnJournal(app: App): OwnJournal {
  const killAt = app.config.sandbox ? app.host.io.env[killVariable] : undefined
  const killing = killAt === undefined ? null : createKilling(killAt)
  const open = once(async (): Promise<Journal> => {
    const opened = await openJournal(app.stateFolder, {
      now: app.host.io.now,
      ...(killing === null ? {} : { wrap: killing.wrapJournal }),
    })
    app.onClose(() => opened.close())
    return opened
  })
  return {
    open,
    killing,
    tools: async () => {
      const opened = await open()
      return {
        history: (limit) => swapHistory(opened, limit),
        openSwaps: (limit) => openSwaps(opened, limit),
        countOpen: () => opened.countOpen(),
        receipt: (receiptId) => receiptOf(opened, receiptId, { nativeToken }),
        find: (text) => opened.find(text),
        keysSince: (beginning, sinceMs) => opened.keysSince(beginning, sinceMs),
        damage: (extent) => {
          if (extent === 'whole') opened.check()
          return opened.damage()?.problem ?? null
        },
      }
    },
  }
}
