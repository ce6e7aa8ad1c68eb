import type { ForeignOf } from '../../../src/core/foreignTransaction.ts'
import type { BuiltForeign } from '../support/foreignSwaps.ts'

// What transactions of NEAR pay, whatever comes before it.

/** Most NEAR beside the amount: registrations, and the one unit that a transfer takes. */
const mostBeside = 10n ** 22n + 1n

/** What of a swap's terms they break: payer, receiver, amount, minimum, or NEAR sent along; or null. */
export function nearFault(
  { transactions }: ForeignOf<'near'>,
  { terms, decoded }: BuiltForeign,
): string | null {
  const { fromAddress, srcToken, srcAmount, dstMinAmount } = terms
  if (transactions.some(({ signerId }) => signerId !== fromAddress)) return 'another signer'
  const calls = transactions.flatMap(({ receiverId, actions }) =>
    actions.map(({ params }) => ({ receiverId, ...params })),
  )
  const pays = calls.filter(({ methodName }) => methodName === 'ft_transfer_call')
  const [pay] = pays
  if (pay === undefined || pays.length > 1 || pay !== calls.at(-1)) return 'another payment'
  const { receiver_id: paid, amount, msg } = pay.args
  if (pay.receiverId !== (srcToken.native ? 'wrap.near' : srcToken.address)) return 'another token'
  if (paid !== decoded.target) return 'another receiver'
  if (amount !== String(srcAmount)) return 'another amount'
  try {
    const sent = calls.reduce((sum, { deposit }) => sum + BigInt(deposit), 0n)
    if (sent > mostBeside + (srcToken.native ? srcAmount : 0n)) return 'more NEAR than it swaps'
    return minimumOf(String(msg)) < dstMinAmount ? 'promises less' : null
  } catch {
    return 'a message or a deposit that cannot be read'
  }
}

/** Of all paths: the last action of each, before one that brings an amount of its own. */
function minimumOf(message: string): bigint {
  const { actions } = JSON.parse(message) as {
    actions: { amount_in?: string; min_amount_out: string }[]
  }
  const ends = actions.filter((_, at) => {
    const after = actions[at + 1]
    return after === undefined || after.amount_in !== undefined
  })
  return ends.reduce((sum, { min_amount_out: least }) => sum + BigInt(least), 0n)
}
