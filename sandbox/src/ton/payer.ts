import { showTonAddress } from '../../../src/chains/ton/address.ts'
import { readBoc } from '../../../src/chains/ton/boc.ts'
import type { Cell as OwnCell } from '../../../src/chains/ton/cell.ts'
import { jettonOps } from '../../../src/chains/ton/jettons.ts'
import { readComment } from '../../../src/chains/ton/message.ts'
import { readCell } from '../../../src/chains/ton/reader.ts'
import { readTonTransaction } from '../../../src/chains/ton/transaction.ts'
import type { TonChainTransaction } from '../../../src/core/tonChain.ts'
import {
  raw,
  type TonAddresses,
  walletFacts,
  sandboxJettons,
  jettonWalletFacts,
} from './addresses.ts'
import type { TonCodes } from './codes.ts'
import type { TonEntry } from './follow.ts'
import type { TonState } from './state.ts'
import type { TonChain } from './tonChain.ts'
import { ownWallet, treasury, walletTransfer } from './treasury.ts'
import type { TonPayer, TonPayment } from './types.ts'

/** Coins for a jetton transfer: enough for a new jetton wallet, the rest comes back. */
const jettonTransferCoins = 120_000_000n
/** Sent to the receiver with a comment, as notification of the payment. */
const notifyCoins = 10_000_000n

/** Pays out of the sandbox's treasury and watches what arrives. */
export function createPayer(
  chain: () => Promise<TonChain>,
  places: TonAddresses,
  codes: TonCodes,
  log: (line: string) => void,
): TonPayer {
  const jettonCode = readBoc(codes('TonJettonWallet')).hash
  const bank = treasury()

  // The wallet counts its messages: one payment after the other.
  let turns: Promise<unknown> = Promise.resolve()
  const pay = (to: string, value: bigint, body: string | null): Promise<readonly TonEntry[]> => {
    const turn = turns.then(async () => {
      const found = await chain()
      const { state } = found
      const seqno = walletFacts(state.view(bank.address))?.seqno ?? 0
      const order = { seqno, seconds: state.seconds(), to, value, body }
      const { followed } = await found.send(walletTransfer(bank, order))
      if (followed === null) throw new Error('the chain holds payments back')
      return followed.entries
    })
    turns = turn.catch(() => undefined)
    return turn
  }
  const arrival = (entries: readonly TonEntry[], account: string): { hash: string } => {
    const taken = entries.find((entry) => entry.account === account)
    if (taken === undefined) throw new Error(`the treasury could not pay ${account}`)
    return { hash: taken.hash }
  }
  // Asked for several times a second: only the owner's own accounts are searched.
  const wallets = new Map<string, string[]>()
  const walletsOf = (owner: string): string[] => {
    const known = wallets.get(owner)
    if (known !== undefined) return known
    const found = sandboxJettons().map(({ address }) => places.jettonWallet(address, owner))
    wallets.set(owner, found)
    return found
  }
  const touching = ({ state }: TonChain, owner: string): TonEntry[] =>
    [owner, ...walletsOf(owner)]
      .flatMap((account) => state.ledger.ofAccount(account))
      .toSorted((a, b) => (BigInt(a.lt) < BigInt(b.lt) ? -1 : 1))
  const paymentsAmong = (
    entries: readonly TonEntry[],
    owner: string,
    afterLt: bigint,
    { state }: TonChain,
  ): TonPayment[] =>
    entries
      .filter((entry) => BigInt(entry.lt) > afterLt)
      .map((entry) => paymentIn(entry, owner, state, jettonCode))
      .filter((payment) => payment !== null)

  return {
    async payTon(to, amount, comment) {
      const { commentBody } = await import('../../../src/chains/ton/build/bodies.ts')
      const owner = raw(to)
      const body = comment === null ? null : commentBody(comment)
      return arrival(await pay(owner, amount, body), owner)
    },
    async payJetton(master, to, amount, comment) {
      const { commentBody, jettonTransferBody } =
        await import('../../../src/chains/ton/build/bodies.ts')
      const body = jettonTransferBody({
        queryId: 0n,
        amount,
        destination: raw(to),
        responseDestination: bank.address,
        forwardAmount: comment === null ? 0n : notifyCoins,
        comment: comment === null ? null : commentBody(comment),
      })
      const entries = await pay(
        places.jettonWallet(master, bank.address),
        jettonTransferCoins,
        body,
      )
      return arrival(entries, places.jettonWallet(master, to))
    },
    async paymentsTo(address, afterLt) {
      const found = await chain()
      const owner = raw(address)
      return paymentsAmong(touching(found, owner), owner, afterLt, found)
    },
    watch(address, afterLt, onPayment) {
      const owner = raw(address)
      let stop: (() => void) | null = null
      let isOver = false
      const begin = async (): Promise<void> => {
        const found = await chain()
        if (isOver) return
        const tell = (entries: readonly TonEntry[]): void => {
          for (const payment of paymentsAmong(entries, owner, afterLt, found)) onPayment(payment)
        }
        const before = touching(found, owner)
        stop = found.onChange(tell)
        tell(before)
      }
      begin().catch((thrown: unknown) => log(`TON: ${address} is not watched: ${String(thrown)}`))
      return () => {
        isOver = true
        stop?.()
      }
    },
    addressFor: (name) => showTonAddress(ownWallet(name).address, 'wallet'),
  }
}

/** Ops that carry coins along without being a payment: what is left of fees, notifications. */
const carriers: ReadonlySet<number> = new Set([jettonOps.excesses, jettonOps.transferNotification])

/**
 * The payment to an owner (raw) in a transaction: TON accepted by the account, or jettons accepted
 * by one of its jetton wallets; null for anything else. `jettonCode` is the hash of jetton wallets'
 * code.
 */
function paymentIn(
  entry: TonEntry,
  owner: string,
  state: Pick<TonState, 'view'>,
  jettonCode: string,
): TonPayment | null {
  const transaction = readTonTransaction(entry.boc, entry.account)
  const { inMessage } = transaction
  if (inMessage === null || inMessage.bounced || inMessage.source === null) return null
  const facts = { hash: entry.hash, lt: BigInt(entry.lt), atSeconds: entry.seconds }
  if (entry.account === owner) {
    if (inMessage.value === 0n || carriers.has(inMessage.opcode ?? 0)) return null
    const comment = inMessage.body === null ? null : readComment(readBoc(inMessage.body))
    const { source: from, value: amount } = inMessage
    return { ...facts, from, jetton: null, amount, comment }
  }
  const transfer = transferIn(transaction)
  if (transfer === null) return null
  const wallet = jettonWalletFacts(state.view(entry.account), jettonCode)
  if (wallet === null || wallet.owner !== owner) return null
  return { ...facts, ...transfer, jetton: showTonAddress(wallet.master, 'contract') }
}

type Transfer = Pick<TonPayment, 'from' | 'amount' | 'comment'>

function transferIn({ aborted, compute, inMessage }: TonChainTransaction): Transfer | null {
  if (aborted || compute?.success !== true || inMessage?.body == null) return null
  if (inMessage.opcode !== jettonOps.internalTransfer) return null
  const reader = readCell(readBoc(inMessage.body))
  reader.uint(32)
  reader.big(64)
  const amount = reader.coins()
  const from = reader.address()
  reader.address()
  reader.coins()
  return { amount, from, comment: commentIn(() => reader.eitherRef()) }
}

function commentIn(payload: () => OwnCell): string | null {
  try {
    return readComment(payload())
  } catch (thrown) {
    if (thrown instanceof RangeError) return null // not a comment
    throw thrown
  }
}
