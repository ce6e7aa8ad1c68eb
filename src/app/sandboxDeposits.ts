import { existsSync } from 'node:fs'
import type { DepositPlay } from '../commands/frame/services.ts'
import type { PlayedPayment, PlayRequest, Sandbox } from '../core/sandboxPackage.ts'
import { replay } from '../execution/state.ts'
import { openJournal } from '../store/journal.ts'
import type { App } from './parts.ts'

/** Simulates the payment of an order at a sandbox exchange. */
export async function playDeposit(
  app: App,
  sandbox: Sandbox,
  { order, ...rest }: DepositPlay,
): Promise<PlayedPayment> {
  return sandbox.payDeposit({ ...rest, ...(await namesOf(app, order)) })
}

type Names = Pick<PlayRequest, 'names' | 'instruction'>

/** Possible identifiers of an order at the exchange: the text itself and those in the journal. */
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
      // A memo belongs to one order; an address may be shared.
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
