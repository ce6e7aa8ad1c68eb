/** Reads the transaction of a hash, whether it pays a swap, and the payment after an approval. */
import { chainById, isEvmChain } from '../chains/chains.ts'
import { toRawTonAddress } from '../chains/ton/address.ts'
import { readBoc } from '../chains/ton/boc.ts'
import { readJettonTransfer } from '../chains/ton/jettons.ts'
import { onAbort } from '../core/deadline.ts'
import { isSameAddress } from '../core/token.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { TonChainMessage } from '../core/tonChain.ts'
import type { TonMessage } from '../core/transaction.ts'
import { createEvmReader, type StoredReceipt } from '../evidence/evm.ts'
import type { PossibleHash } from '../evidence/hashes.ts'
import { topics } from '../evidence/logs.ts'
import { jettonWalletOf } from '../evidence/tonContracts.ts'
import { findOnTon, type TonSource } from '../evidence/tonSource.ts'
import {
  canReadTransactions,
  plausible,
  readChainTransaction,
} from '../evidence/transactions/readers.ts'
import { readOnTon } from '../evidence/transactions/ton.ts'
import type { ChainTransaction } from '../evidence/transactions/transaction.ts'
import { masterOf } from '../providers/kits/ton/tokens.ts'
import { providerContext } from '../providers/types.ts'
import { type Asking, askInTime, firstFound } from './providersAsked.ts'
import type { LocalSwap, StatusServices } from './services.ts'

/** A transaction found on a chain; on TON with the beginning of its trace. */
export type Located = { transaction: ChainTransaction; ton: TonSource | null }

/**
 * The transaction of a hash, searched on all given chains at once; the first match is used, and
 * each chain has its own time limit. Null if no chain has it or could be asked.
 */
export async function locate(
  text: string,
  hashes: readonly PossibleHash[],
  { services, asked, signal: parent }: Asking,
): Promise<Located | null> {
  const over = new AbortController()
  const leave = onAbort(parent, () => over.abort(parent.reason))
  try {
    return await firstFound(
      hashes.map((one) =>
        asked.chain(one.blockchain, over.signal, (signal) => locateOn(services, text, one, signal)),
      ),
    )
  } finally {
    leave()
    over.abort()
  }
}

async function locateOn(
  services: StatusServices,
  text: string,
  { blockchain, hash }: PossibleHash,
  signal: AbortSignal,
): Promise<Located | null> {
  if (blockchain === 'TON') {
    const ton = services.ton.has() ? await findOnTon(services, text, signal) : noNode('TON')
    if (ton === null) return null
    const transaction = await readOnTon(ton, { ton: services.ton, signal })
    return { transaction: plausible(transaction, services.now()), ton }
  }
  const hasReader =
    isEvmChain(chainById(blockchain)) || canReadTransactions(blockchain, services.nodes)
  if (!hasReader) noNode(blockchain)
  const source = providerContext(services, signal)
  const transaction = await readChainTransaction(blockchain, hash, source)
  return transaction === null ? null : { transaction, ton: null }
}

function noNode(blockchain: BlockchainId): never {
  throw new SwaprouteError('CHAIN_UNAVAILABLE', `No node is configured for ${blockchain}.`, {
    context: { blockchain },
  })
}

/**
 * The hash of the payment that an approval was made for: the payer's call of the approved contract
 * that takes the token, found among the newest events of the token. Null if absent, if several
 * calls match, or if the chain cannot be searched that far back.
 */
export async function paymentAfter(
  { blockchain, hash, sender, kind }: ChainTransaction,
  { services, asked, signal: parent }: Asking,
): Promise<string | null> {
  if (kind.is !== 'approval' || sender === null || !isEvmChain(chainById(blockchain))) return null
  const { token, spender, amount } = kind
  const paid = await asked.chain(blockchain, parent, async (signal) => {
    const reader = createEvmReader(providerContext(services, signal))
    const from = `0x${sender.slice(2).toLowerCase().padStart(64, '0')}`
    const [approval, found] = await Promise.all([
      reader.readStoredReceipt(blockchain, hash, { recent: true }),
      reader.findEvents(blockchain, { address: token, topics: [topics.transfer, from] }),
    ])
    if (approval === null) return []
    const isTransfer = (log: StoredReceipt['logs'][number]): boolean =>
      isSameAddress(log.address, token) &&
      log.topics[0] === topics.transfer &&
      log.topics[1]?.toLowerCase() === from
    return found.flatMap(({ logs, ...receipt }) => {
      const isIts =
        receipt.succeeded === true &&
        isSameAddress(receipt.from, sender) &&
        isSameAddress(receipt.to ?? '', spender) &&
        receipt.blockNumber >= approval.blockNumber
      const moved = logs.filter(isTransfer).reduce((sum, { data }) => sum + BigInt(data), 0n)
      return isIts ? [{ hash: receipt.hash, moved }] : []
    })
  })
  const exact = (paid ?? []).filter(({ moved }) => moved === amount)
  const [only, ...others] = exact.length > 0 ? exact : (paid ?? [])
  return only === undefined || others.length > 0 ? null : only.hash
}

export type PaymentProof =
  /** Contract, amount and account are those of the swap. */
  | 'pays'
  /** It is a different transaction. */
  | 'other'
  /** Not on the chain, or not yet. */
  | 'unknown'
  /** The chain cannot be read here. */
  | 'unreadable'

/**
 * Compares a transaction with the built payment of the swap (S9): same contract, same call, same
 * value, same account. The call's data may have a suffix, which wallets and builders append.
 * @throws SwaprouteError CHAIN_UNAVAILABLE, TIMED_OUT
 */
export async function proofOfPayment(
  services: StatusServices,
  swap: LocalSwap,
  hash: string,
  signal: AbortSignal,
): Promise<PaymentProof> {
  const { quote, payment } = swap
  const { blockchain } = quote.request.srcToken
  if (blockchain === 'TON') {
    return await askInTime(services, signal, (within) => proofOnTon(services, swap, hash, within))
  }
  // Orders may be paid from any wallet, so only the transfer itself is compared.
  const isOrder = quote.executionKind === 'deposit'
  const [call, from] = isOrder
    ? [payment.kind === 'order' ? payment.transfer : null, null]
    : [payment.kind === 'call' ? payment.call : null, quote.request.fromAddress]
  if (call === null || !services.rpc.has(blockchain)) return 'unreadable'
  if (!/^0x[0-9a-f]{64}$/i.test(hash)) return 'other'
  const found = await askInTime(services, signal, (within) =>
    createEvmReader(providerContext(services, within)).readTransaction(blockchain, hash, {
      recent: true,
    }),
  )
  if (found === null) return 'unknown'
  const isPayment =
    isSame(found.to ?? null, call.to) &&
    found.value === call.value &&
    found.input.toLowerCase().startsWith(call.data.toLowerCase()) &&
    (from === null || isSame(found.from, from))
  return isPayment ? 'pays' : 'other'
}

async function proofOnTon(
  services: StatusServices,
  { quote, payment }: LocalSwap,
  hash: string,
  signal: AbortSignal,
): Promise<PaymentProof> {
  const { ton } = services
  if (!ton.has()) return 'unreadable'
  const source = await findOnTon(services, hash, signal)
  if (source === null) return 'unknown'
  const taken = source.transaction
  const { fromAddress, srcToken, srcAmount } = quote.request
  const sent = taken.outMessages
  if (payment.kind !== 'ton') {
    const payee = payment.kind === 'order' ? toRawTonAddress(payment.depositAddress) : null
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
  const { messages } = payment
  if (messages === null) return 'unreadable'
  const isSent = ({ address, amount, payload }: TonMessage): boolean =>
    sent.some(
      (message) =>
        message.destination === toRawTonAddress(address) &&
        message.value === amount &&
        isSameBody(message, payload),
    )
  return messages.length > 0 && messages.every(isSent) ? 'pays' : 'other'
}

/** Whether it is a transfer by the payer's jetton wallet, as derived from the token's master. */
function isJettonTransfer(
  { destination, body }: TonChainMessage,
  wallet: string,
  { payee, amount }: { payee: string; amount: bigint },
): boolean {
  if (destination !== wallet || body === null) return false
  const transfer = unlessMalformed(() => readJettonTransfer(readBoc(body)))
  return transfer?.destination === payee && transfer.amount === amount
}

/** Whether both are the same cell, in any encoding. */
function isSameBody({ body }: TonChainMessage, payload: string | null): boolean {
  if (body === null || payload === null) return body === payload
  return unlessMalformed(() => readBoc(body).hash === readBoc(payload).hash) ?? false
}

/** Null for a malformed cell. */
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
