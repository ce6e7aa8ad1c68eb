import { readBoc } from '../../../src/chains/ton/boc.ts'
import { showTonAddress } from '../../../src/chains/ton/address.ts'
import { raw, type TonAddresses } from './addresses.ts'
import type { TonCodes } from './codes.ts'
import type { TonEntry } from './follow.ts'
import { walletFacts } from './http/walletFacts.ts'
import { paymentIn } from './payments.ts'
import { sandboxJettons } from './tokens.ts'
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
  // Asked for several times a second: only the owner's own accounts are looked through.
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
