import {
  type ExpectedArrival,
  type Evidence,
  isTooEarly,
  notPaid,
  type Sources,
  notProved,
} from './expected.ts'
import { gainsOf, happened, sumOf, tonHashIn } from './ton.ts'
import { jettonWalletOf } from './tonContracts.ts'
import { readTrace } from './tonTraces.ts'

/**
 * Money received in the trace of the transaction or message a provider names; emulated transactions
 * do not count.
 * @throws SwaprouteError CHAIN_UNAVAILABLE when TON does not answer
 */
export async function findTonArrival(
  text: string,
  arrival: ExpectedArrival,
  sources: Sources,
): Promise<Evidence> {
  const hash = tonHashIn(text)
  if (hash === null || !sources.ton.has())
    return notProved('no address of a TON node is known to confirm it')
  const trace =
    (await readTrace(sources, { transactionHash: hash }, { recent: true })) ??
    (await readTrace(sources, { messageHash: hash }))
  if (trace === null) return notProved('TON does not show it yet')
  const firstAt = Math.min(...trace.transactions.map(({ atSeconds }) => atSeconds))
  if (isTooEarly(firstAt * 1000, arrival))
    return notProved('that transaction is older than the order')
  const { token, to } = arrival
  const reader = {
    readJettonWallet: (master: string, owner: string) => jettonWalletOf(master, owner, sources),
  }
  const amount = sumOf(await gainsOf(reader, happened(trace), token, to))
  return amount > 0n ? { kind: 'paid', amount } : notPaid
}
