import { existsSync } from 'node:fs'
import type { SandboxTools } from '../commands/frame/services.ts'
import { replay } from '../execution/state.ts'
import { listDeposits, payDeposit } from '../sandbox/deposit/client.ts'
import type { Instruction } from '../sandbox/deposit/pay.ts'
import { openJournal } from '../store/journal.ts'
import type { App } from './parts.ts'

/** Orders at the exchanges of the sandbox, and payments that are played there. */
export function depositTools(app: App): Pick<SandboxTools, 'deposits' | 'payDeposit'> {
  const { stateDir } = app.sandboxFolders
  return {
    deposits: () => listDeposits(stateDir),
    payDeposit: async ({ order, ...rest }) =>
      payDeposit(stateDir, { ...rest, ...(await namesOf(app, order)) }),
  }
}

type Names = { names: string[]; instruction: Instruction | null }

/** What the exchange may know an order by: the text itself, and what our journal says of it. */
async function namesOf(app: App, text: string): Promise<Names> {
  const unknown = { names: [text], instruction: null }
  if (!existsSync(app.sandboxSwapsFolder)) return unknown
  const journal = await openJournal(app.sandboxSwapsFolder, { now: app.host.io.now })
  try {
    const receiptId = journal.find(text)
    const state = receiptId === null ? null : replay(receiptId, journal.read(receiptId))
    if (state?.kind !== 'order' || state.order === null) return unknown
    const { order, plan } = state
    const { exchangeId, depositAddress, memo, amountToSend } = order.instruction
    return {
      // A memo is one order's own; an address may be shared.
      names: [text, ...(memo === null ? [] : [memo.value]), exchangeId, depositAddress],
      instruction: {
        provider: plan.provider,
        depositAddress,
        memo: memo?.value ?? null,
        amount: amountToSend,
      },
    }
  } finally {
    journal.close()
  }
}
