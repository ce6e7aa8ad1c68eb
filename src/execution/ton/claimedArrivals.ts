import type { TonTrace } from '../../core/tonChain.ts'
import { readTonHash } from '../../core/tonHash.ts'
import { gainsOf, proved } from '../../evidence/ton.ts'
import type { TonAccess } from '../../wallet/types.ts'
import { type Claim, claimedBefore, type ClaimReading } from '../claimedArrivals.ts'
import type { TonTools } from '../context.ts'
import type { Arrival } from '../settled.ts'

/** Allowed difference between the clocks of this machine and the chain. */
const clockMarginMs = 60_000

/**
 * Checks a claim about TON, by transaction or message hash, against its trace. Null: not proved
 * (yet).
 */
export async function tonClaimedArrival(
  { ton: { access }, journal }: Pick<ClaimReading, 'journal'> & { ton: TonTools },
  { swapId, createdAtMs, token, owners, fits }: Claim,
  text: string,
): Promise<Arrival | null> {
  const trace = await traceOf(access, text)
  if (trace === null || isOfAnother(journal, swapId, trace)) return null
  // A transaction from before the swap proves nothing.
  const oldestMs = createdAtMs - clockMarginMs
  if (trace.transactions.some(({ atSeconds }) => atSeconds * 1000 < oldestMs)) return null
  for (const owner of owners) {
    const arrival = await proved(access, await gainsOf(access, trace, token, owner), token)
    if (arrival === null) continue
    const amount = arrival.amount - claimedBefore({ journal }, swapId, arrival.hash)
    if (fits(amount)) return { ...arrival, amount }
  }
  return null
}

async function traceOf(access: TonAccess, text: string): Promise<TonTrace | null> {
  const hash = readTonHash(text)?.hex
  if (hash === undefined) return null
  // The provider may have read it shortly before in this process.
  return (await access.readTraceOf(hash, { recent: true })) ?? (await access.readTrace(hash))
}

/** The trace of another swap's payment belongs to that swap. */
function isOfAnother(
  journal: ClaimReading['journal'],
  swapId: string,
  { transactions }: TonTrace,
): boolean {
  return transactions.some(({ inMessage }) => {
    const hash = inMessage?.normalizedHash ?? null
    const others = hash === null ? [] : journal.findByHash(hash).filter((one) => one !== swapId)
    const records = others.flatMap((other) => journal.read(other))
    return records.some(({ event }) => event.type === 'ton_signed' && event.hash === hash)
  })
}
