import { formatTonAddress, parseTonAddress } from '../../../src/chains/addresses/ton.ts'
import { chainById } from '../../../src/chains/chains.ts'
import { isSameTonAddress } from '../../../src/chains/ton/address.ts'
import type { TonPayer, TonPayment } from '../ton/types.ts'
import type { Incoming, Ledger, Order, Transfer } from './types.ts'

/** TON of the sandbox: payments and payouts are messages on its chain. */
export function createTonLedger(payer: TonPayer): Ledger {
  const nativeAddress = chainById('TON').native.address
  const reported = new Map<string, bigint>()

  const pay = ({ coin, to, amount }: Transfer, comment: string): Promise<{ hash: string }> =>
    coin.native
      ? payer.payTon(to, amount, comment)
      : payer.payJetton(coin.address, to, amount, comment)

  return {
    depositAddress: (seed) => payer.addressFor(`deposit ${seed}`),
    height: async () => 0,

    scan: async (orders) => {
      const found: Incoming[] = []
      for (const address of new Set(orders.map(({ depositAddress }) => depositAddress))) {
        const after = reported.get(address) ?? 0n
        for (const payment of await payer.paymentsTo(address, after)) {
          if (payment.lt > (reported.get(address) ?? 0n)) reported.set(address, payment.lt)
          found.push(toIncoming(payment, address, nativeAddress))
        }
      }
      return found
    },

    // Blocks of this chain are never taken back.
    isThere: async () => true,

    settle: async (transfer, order, save) => {
      const comment = commentOf(transfer, order)
      transfer.hash =
        (await findPaid(payer, transfer, comment, order)) ?? (await pay(transfer, comment)).hash
      transfer.done = true
      save()
    },

    forget: () => reported.clear(),
  }
}

/** A payment of before a crash, known by the comment that only it carries. */
async function findPaid(
  payer: TonPayer,
  { coin, to, amount }: Transfer,
  comment: string,
  { createdAtMs }: Order,
): Promise<string | null> {
  const earlier = await payer.paymentsTo(to, 0n)
  const paid = earlier.find(
    (payment) =>
      payment.comment === comment &&
      payment.amount === amount &&
      payment.atSeconds * 1_000 >= createdAtMs - 60_000 &&
      (coin.native
        ? payment.jetton === null
        : payment.jetton !== null && isSameTonAddress(payment.jetton, coin.address)),
  )
  return paid?.hash ?? null
}

function commentOf({ memo, to }: Transfer, { provider, id, receiver }: Order): string {
  return memo ?? `${provider} ${to === receiver ? 'order' : 'refund'} ${id.slice(0, 60)}`
}

function toIncoming(payment: TonPayment, to: string, nativeAddress: string): Incoming {
  const { hash, from, jetton, amount, comment } = payment
  return {
    hash,
    from: from === null ? null : walletForm(from),
    to,
    coinAddress: jetton ?? nativeAddress,
    amount,
    memo: comment,
    atMs: Date.now(),
  }
}

function walletForm(raw: string): string {
  const address = parseTonAddress(raw)
  return address === null ? raw : formatTonAddress({ ...address, testOnly: false }, false)
}
