import { isSameBody } from '../../chains/ton/message.ts'
import type { TonChainMessage, TonChainTransaction } from '../../core/tonChain.ts'
import type { TonOutMessage } from '../../wallet/types.ts'

/**
 * Whether a wallet's transaction paid: both phases went well, nothing was skipped, and exactly the
 * planned messages went out. A seqno that moved proves none of it.
 * @returns null when everything was sent, otherwise what went wrong as the end of a sentence
 */
export function paymentProblem(
  { aborted, compute, action, outMessages }: TonChainTransaction,
  planned: readonly TonOutMessage[],
): string | null {
  if (compute === null) return 'it was not carried out (no code or no gas)'
  if (!compute.success) return `its contract ended with exit code ${compute.exitCode}`
  if (action === null) return 'nothing was sent'
  const missing = missingMessages(outMessages, planned)
  const unsent = `${missing} of ${planned.length} messages could not be sent`
  if (!action.success || aborted) {
    return missing > 0
      ? `${unsent} (code ${action.resultCode})`
      : `the sending failed with code ${action.resultCode}`
  }
  if (action.skippedActions > 0) return `${unsent}, for lack of money or a bad address`
  if (missing > 0) return `${missing} of ${planned.length} messages are not the planned ones`
  return outMessages.length > planned.length ? 'it sent more than was planned' : null
}

/** How many of the planned messages a transaction sent. */
export function sentMessages(
  { outMessages }: TonChainTransaction,
  planned: readonly TonOutMessage[],
): number {
  return planned.length - missingMessages(outMessages, planned)
}

function missingMessages(
  sent: readonly TonChainMessage[],
  planned: readonly TonOutMessage[],
): number {
  const left = [...sent]
  let missing = 0
  for (const message of planned) {
    const place = left.findIndex((candidate) => isSameMessage(candidate, message))
    if (place === -1) missing += 1
    else left.splice(place, 1)
  }
  return missing
}

function isSameMessage(sent: TonChainMessage, { to, value, payload }: TonOutMessage): boolean {
  return sent.destination === to && sent.value === value && isSameBody(sent.body, payload)
}
