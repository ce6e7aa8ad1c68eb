/** S9: whether a transaction is the payment that was built for a swap. */
import { toRawTonAddress } from '../chains/ton/address.ts'
import { readBoc } from '../chains/ton/boc.ts'
import { readJettonTransfer } from '../chains/ton/jettons.ts'
import type { TonChainMessage } from '../core/tonChain.ts'
import type { TonMessage } from '../core/transaction.ts'
import { createEvmReader } from '../evidence/evm.ts'
import { findOnTon } from '../evidence/tonSource.ts'
import { jettonWalletOf } from '../evidence/tonContracts.ts'
import { masterOf } from '../providers/kits/ton/tokens.ts'
import { toTransfer } from './orders.ts'
import { askInTime } from './rollCall.ts'
import { type BackendServices, providerContext } from './services.ts'
import type { BuiltQuote } from './storedQuotes.ts'

export type PaymentProof =
  /** Contract, amount and account are those of the swap. */
  | 'pays'
  /** It is some other transaction. */
  | 'other'
  /** The chain does not know it, or not yet. */
  | 'unseen'
  /** The chain cannot be read here. */
  | 'unreadable'

/**
 * Holds a transaction against what was built for the swap: same contract, same call, same value,
 * same account. More may follow the call's data: wallets and their builders sign with it.
 * @throws SwaprouteError CHAIN_UNAVAILABLE, TIMED_OUT
 */
export async function proofOfPayment(
  services: BackendServices,
  stored: BuiltQuote,
  hash: string,
  signal: AbortSignal,
): Promise<PaymentProof> {
  const { quote, swap } = stored
  const { blockchain } = quote.request.srcToken
  const { transaction } = swap.built
  if (blockchain === 'TON') {
    return await askInTime(services, signal, (within) => proofOnTon(services, stored, hash, within))
  }
  // Orders may be paid from any wallet; nothing but the transfer itself tells.
  const isOrder = quote.executionKind === 'deposit'
  const call = isOrder ? toTransfer(transaction, quote) : transaction
  if (call?.kind !== 'evm' || !services.rpc.has(blockchain)) return 'unreadable'
  const from = isOrder ? null : quote.request.fromAddress
  if (!/^0x[0-9a-f]{64}$/i.test(hash)) return 'other'
  const found = await askInTime(services, signal, (within) =>
    createEvmReader(providerContext(services, within)).readTransaction(blockchain, hash, {
      recent: true,
    }),
  )
  if (found === null) return 'unseen'
  const isPayment =
    isSame(found.to ?? null, call.to) &&
    found.value === call.value &&
    found.input.toLowerCase().startsWith(call.data.toLowerCase()) &&
    (from === null || isSame(found.from, from))
  return isPayment ? 'pays' : 'other'
}

async function proofOnTon(
  services: BackendServices,
  { quote, swap }: BuiltQuote,
  hash: string,
  signal: AbortSignal,
): Promise<PaymentProof> {
  const { ton } = services
  if (!ton.has()) return 'unreadable'
  const source = await findOnTon(services, hash, signal)
  if (source === null) return 'unseen'
  const taken = source.transaction
  const { fromAddress, srcToken, srcAmount } = quote.request
  const built = swap.built.transaction
  const sent = taken.outMessages
  if (built.kind !== 'ton') {
    const payee = built.kind === 'deposit' ? toRawTonAddress(built.depositAddress) : null
    if (payee === null) return 'unreadable'
    const order = { payee, amount: srcAmount }
    if (srcToken.native) {
      const pays = ({ destination, value }: TonChainMessage): boolean =>
        destination === order.payee && value === order.amount
      return sent.some(pays) ? 'pays' : 'other'
    }
    const { account } = taken
    const context = providerContext(services, signal)
    const wallet = await jettonWalletOf(masterOf(srcToken), account, context)
    return sent.some((message) => isJettonTransfer(message, wallet, order)) ? 'pays' : 'other'
  }
  if (fromAddress !== null && toRawTonAddress(fromAddress) !== taken.account) return 'other'
  const { messages } = built
  if (!Array.isArray(messages)) return 'unreadable'
  const isSent = ({ address, amount, payload }: TonMessage): boolean =>
    sent.some(
      (message) =>
        message.destination === toRawTonAddress(address) &&
        message.value === amount &&
        isSameBody(message, payload),
    )
  return messages.length > 0 && messages.every(isSent) ? 'pays' : 'other'
}

/** A transfer by the payer's own wallet of the token, as the master of the token knows it. */
function isJettonTransfer(
  { destination, body }: TonChainMessage,
  wallet: string,
  { payee, amount }: { payee: string; amount: bigint },
): boolean {
  if (destination !== wallet || body === null) return false
  const transfer = unlessMalformed(() => readJettonTransfer(readBoc(body)))
  return transfer?.destination === payee && transfer.amount === amount
}

/** The same cell, however it was written down. */
function isSameBody({ body }: TonChainMessage, payload: string | null): boolean {
  if (body === null || payload === null) return body === payload
  return unlessMalformed(() => readBoc(body).hash === readBoc(payload).hash) ?? false
}

/** Null for a cell that is not what it begins as. */
function unlessMalformed<T>(read: () => T): T | null {
  try {
    return read()
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

function isSame(one: string | null, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase()
}
