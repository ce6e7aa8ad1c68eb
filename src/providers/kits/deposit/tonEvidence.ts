import { toRawTonAddress } from '../../../chains/ton/address.ts'
import {
  addressSlice,
  readAddressSlice,
  readInternalTransfer,
} from '../../../chains/ton/jettons.ts'
import type { TonChainTransaction } from '../../../core/tonChain.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { ProviderContext } from '../../types.ts'
import { type Arrival, type Evidence, isTooEarly } from './arrival.ts'
import { accountKey } from '../../../chains/accountKey.ts'

/**
 * What came to the account in everything that followed from the transaction or message a provider
 * names: coins on the account itself, jettons on its own jetton wallet.
 * @throws SwaprouteError CHAIN_UNAVAILABLE when TON does not answer
 */
export async function findTonArrival(
  text: string,
  arrival: Arrival,
  context: ProviderContext,
): Promise<Evidence> {
  const hash = hexHash(text)
  const { ton, signal } = context
  if (hash === null || !ton.has()) {
    return { kind: 'unseen', why: 'no address of a TON node is known to confirm it' }
  }
  const trace =
    (await ton.trace({ transactionHash: hash }, { signal })) ??
    (await ton.trace({ messageHash: hash }, { signal }))
  if (trace === null) return { kind: 'unseen', why: 'TON does not show it yet' }
  const firstAt = Math.min(...trace.transactions.map(({ atSeconds }) => atSeconds))
  if (isTooEarly(firstAt * 1000, arrival)) {
    return { kind: 'unseen', why: 'that transaction is older than the order' }
  }
  // What is only foreseen has not happened.
  const transactions = trace.transactions.filter(({ emulated }) => !emulated)
  const amount = arrival.token.native
    ? nativeGain(transactions, accountKey('TON', arrival.to))
    : await jettonGain(transactions, arrival, context)
  if (amount > 0n) return { kind: 'paid', amount }
  return { kind: 'unseen', why: 'that transaction does not pay it to the address' }
}

function nativeGain(transactions: readonly TonChainTransaction[], account: string): bigint {
  let gain = 0n
  for (const transaction of transactions) {
    const { inMessage } = transaction
    const came = inMessage !== null && inMessage.source !== null && !inMessage.bounced
    if (!came || transaction.account !== account || bouncesBack(transaction)) continue
    gain += inMessage.value
  }
  return gain
}

async function jettonGain(
  transactions: readonly TonChainTransaction[],
  { token, to }: Arrival,
  { ton, signal }: ProviderContext,
): Promise<bigint> {
  const raw = toRawTonAddress(to)
  if (raw === null) return 0n
  const [item] = await ton.runGetMethod(
    token.address,
    'get_wallet_address',
    [{ type: 'slice', boc: addressSlice(raw) }],
    { signal },
  )
  const wallet = item !== undefined && 'boc' in item ? readAddressSlice(item.boc) : null
  if (wallet === null) {
    throw new SwaprouteError('CHAIN_UNAVAILABLE', 'TON does not tell the jetton wallet.')
  }
  let gain = 0n
  for (const { account, inMessage, compute, aborted } of transactions) {
    const isTaken = account === wallet && compute?.success === true && !aborted
    if (!isTaken || inMessage === null || inMessage.bounced) continue
    gain += readInternalTransfer(inMessage.body)?.amount ?? 0n
  }
  return gain
}

/** The account refused what came: the coins went back in the same transaction. */
function bouncesBack({ aborted, outMessages }: TonChainTransaction): boolean {
  return aborted && outMessages.some(({ bounced }) => bounced)
}

/** Hex, base64 or base64url of 32 bytes as 64 lower-case hex digits. */
function hexHash(text: string): string | null {
  const hex = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(text)?.[1]
  if (hex !== undefined) return hex.toLowerCase()
  const bytes = /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null
  return bytes?.length === 32 ? bytes.toString('hex') : null
}
