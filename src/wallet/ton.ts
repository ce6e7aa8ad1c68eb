import { toRawTonAddress } from '../chains/ton/address.ts'
import { readTonTransaction } from '../chains/ton/transaction.ts'
import { readWalletContent } from '../chains/ton/wallets.ts'
import { SwaprouteError, toSwaprouteError } from '../core/errors.ts'
import type { TonChainTransaction, TonTrace } from '../core/tonChain.ts'
import { tonWitnesses } from '../http/agreed.ts'
import type { TonCenter, TonForeseen, TonNode, TonRawTransaction } from '../http/toncenterTypes.ts'
import { foreignReason } from '../core/foreignReason.ts'
import type { AgreedTon } from '../evidence/tonAgreed.ts'
import { jettonWalletOf } from '../evidence/tonContracts.ts'
import { readTrace } from '../evidence/tonTraces.ts'
import type { TonAccess } from './types.ts'

export type TonAccessOptions = {
  ton: TonCenter
  /** Reads from two hosts, for facts that decide where money goes. */
  agreed: AgreedTon
  /** Aborts all reads of this run. */
  signal: AbortSignal
  now: () => number
}

/** Nearly always among the last few; at most 100 at once (ton-http-api, pyTON/main.py, read 2026-11). */
const [firstPageSize, pageSize] = [20, 100]
/** Near a thousand transactions; a wallet with more since its payment is automated. */
const maxPages = 10

/**
 * Reads and broadcasts through toncenter; the node's cells are decoded here, its claims not used.
 */
export function createTonAccess(source: TonAccessOptions): TonAccess {
  const { ton, agreed, signal } = source
  const options = { signal }

  const readJettonWallet: TonAccess['readJettonWallet'] = (master, owner) =>
    jettonWalletOf(required(master), required(owner), source)

  const readJettonBalance = async (owner: string, master: string): Promise<bigint> => {
    const wallet = await readJettonWallet(master, owner)
    try {
      const [amount] = await ton.runGetMethod(wallet, 'get_wallet_data', [], options)
      if (amount?.type === 'num' && amount.value >= 0n) return amount.value
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown
      // No contract exists if the owner never received any.
      const { status } = await ton.accountState(wallet, options)
      if (status === 'active') throw nonsense('get_wallet_data', thrown)
      return 0n
    }
    throw nonsense('get_wallet_data')
  }

  const pageOf = async (
    wallet: string,
    before: TonRawTransaction | null,
  ): Promise<TonRawTransaction[]> => {
    const size = before === null ? firstPageSize : pageSize
    const page = await ton.rawTransactions(wallet, size, before, options)
    // A page with a start position begins with the transaction at that position.
    return before === null ? page : page.filter(({ lt }) => lt < before.lt)
  }

  /**
   * Searches back page by page to a moment; null proves that there is no such transaction since
   * then.
   */
  const search = async (
    account: string,
    sinceSeconds: number,
    isWanted: (transaction: TonChainTransaction) => boolean,
  ): Promise<TonChainTransaction | null> => {
    let last: TonRawTransaction | null = null
    for (let page = 0; page < maxPages; page += 1) {
      const found: TonRawTransaction[] = await pageOf(account, last)
      for (const stored of found) {
        const transaction = decode(stored, account)
        if (isWanted(transaction)) return transaction
        if (transaction.atSeconds < sinceSeconds) return null
      }
      last = found.at(-1) ?? null
      if (last === null) return null
    }
    throw new SwaprouteError(
      'CHAIN_UNAVAILABLE',
      'The account has too many transactions to search.',
      { hint: 'Look the transaction up in an explorer.', context: { blockchain: 'TON', account } },
    )
  }

  return {
    async readWallet(address) {
      const state = await ton.accountState(address, options)
      const { balance, status, atSeconds } = state
      const content = contentOf(state)
      return {
        balance,
        status,
        atSeconds,
        seqno: content?.seqno ?? 0,
        walletVersion: content?.version ?? null,
        walletId: content?.walletId ?? null,
        takesSignatures: content?.takesSignatures ?? status !== 'active',
      }
    },
    async readBalance(owner, master) {
      if (master !== null) return await readJettonBalance(owner, master)
      return (await ton.accountState(owner, options)).balance
    },
    readJettonWallet,
    async agreedJettonWallet(master, owner) {
      const { ton: noted, isOneNode } = agreed.noted()
      const address = await jettonWalletOf(required(master), required(owner), {
        ton: noted,
        signal,
      })
      return { address, oneNode: isOneNode() }
    },
    agreedStatus: (address) => agreed.status(address, options),
    async simulate(plan, publicKey) {
      const { unsignedTransferBoc } = await import('../chains/ton/build/walletMessage.ts')
      const key = publicKey === null ? null : Buffer.from(publicKey, 'hex')
      const boc = unsignedTransferBoc(plan, key)
      const emulate = async (node: TonNode): Promise<TonTrace | null> => {
        const foreseen = await node.emulate(boc, options)
        return foreseen === null ? null : toTrace(foreseen)
      }
      const { answers, by } = await tonWitnesses(ton, emulate, options)
      const traces = answers.flatMap((one) => (one === undefined ? [] : [one.answer]))
      return { traces, oneNode: by === 'one_node' }
    },
    async broadcast(boc) {
      try {
        await ton.sendBoc(boc, options)
        return { refusal: null }
      } catch (thrown) {
        const { code, message, hint, context } = toSwaprouteError(thrown)
        if (code === 'UPSTREAM_REFUSED') return { refusal: reasonIn(context) ?? message }
        // The node may have accepted the bytes although its answer was lost.
        throw new SwaprouteError(code, message, {
          ...(hint === undefined ? {} : { hint }),
          context,
          funds: 'unknown',
          cause: thrown,
        })
      }
    },
    findTransaction: (wallet, messageHash, sinceSeconds) =>
      search(wallet, sinceSeconds, ({ inMessage }) => inMessage?.normalizedHash === messageHash),
    findStored: (account, hash, sinceSeconds) =>
      search(account, sinceSeconds, (transaction) => transaction.hash === hash),
    readTransaction: (hash) => ton.transactionByHash(hash, options),
    readTrace: (messageHash) => readTrace(source, { messageHash }),
    readTraceOf: (transactionHash, reading) => readTrace(source, { transactionHash }, reading),
  }
}

/** @throws SwaprouteError CHAIN_UNAVAILABLE for cells that are not transactions */
function toTrace(foreseen: TonForeseen): TonTrace {
  if (foreseen.form === 'read') return foreseen.trace
  const transactions = foreseen.transactions.map(({ boc, account }) => ({
    ...readStored(boc, account, 'the emulation'),
    emulated: true,
  }))
  return { id: transactions[0]?.hash ?? '', complete: true, transactions }
}

type Content = ReturnType<typeof readWalletContent>

function contentOf({ code, data }: { code: string | null; data: string | null }): Content {
  if (code === null || data === null) return null
  try {
    return readWalletContent(code, data)
  } catch (thrown) {
    if (thrown instanceof RangeError) throw nonsense('getAddressInformation', thrown)
    throw thrown
  }
}

/** Decodes the cell alone; its hash must be the one it is listed under. */
function decode({ boc, hash }: TonRawTransaction, wallet: string): TonChainTransaction {
  const transaction = readStored(boc, required(wallet), 'getTransactions')
  if (transaction.hash !== hash) throw nonsense('getTransactions')
  return transaction
}

function readStored(boc: string, account: string, what: string): TonChainTransaction {
  try {
    return readTonTransaction(boc, account)
  } catch (thrown) {
    if (thrown instanceof RangeError) throw nonsense(what, thrown)
    throw thrown
  }
}

function required(address: string): string {
  const raw = toRawTonAddress(address)
  if (raw !== null) return raw
  throw new SwaprouteError('INVALID_ADDRESS', `${foreignReason(address)} is not a TON address.`, {
    hint: 'TON addresses begin with UQ or EQ, or are 0: and 64 hexadecimal digits.',
  })
}

function isRefusal(thrown: unknown): boolean {
  return thrown instanceof SwaprouteError && thrown.code === 'UPSTREAM_REFUSED'
}

function reasonIn({ reason }: Record<string, unknown>): string | null {
  return typeof reason === 'string' ? reason : null
}

function nonsense(what: string, cause?: unknown): SwaprouteError {
  return new SwaprouteError('CHAIN_UNAVAILABLE', `The TON node's answer to ${what} is malformed.`, {
    hint: 'Try again, or set another address with SWAPROUTE_TONCENTER_URL.',
    context: { blockchain: 'TON' },
    cause,
  })
}
