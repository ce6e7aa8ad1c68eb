/** Orders that were opened here and paid by hand, found by the hash of their payment alone. */
import { expect, test } from 'vitest'
import { toBuiltTransaction } from '../../../src/api/builtRoute.ts'
import type { BackendServices } from '../../../src/backend/services.ts'
import { statusServices } from '../../../src/backend/status.ts'
import type { StoredQuote } from '../../../src/backend/storedQuotes.ts'
import type { Token } from '../../../src/core/token.ts'
import type { DepositTransaction } from '../../../src/core/transaction.ts'
import type { ChainTransaction } from '../../../src/evidence/transactions/transaction.ts'
import { findUnreportedSwap } from '../../../src/status/localSwap.ts'
import { btc, evm, ton, tokenOf, tron, xrp } from '../../providers/depositSupport.ts'
import { memoryQuotes } from '../../support/memoryQuotes.ts'

const amount = 5_000_000n

type Paid = [token: Token, address: string]
const chains: Paid[] = [
  [tokenOf('BITCOIN', 'BTC'), btc('order')],
  [tokenOf('ETH', 'ETH'), evm('order')],
  [tokenOf('ETH', 'USDC'), evm('order')],
  [tokenOf('TRON', 'USDT'), tron('order')],
  [tokenOf('TON', 'TON'), ton('order')],
  [tokenOf('RIPPLE', 'XRP'), xrp('order')],
]

/** What the service finds of an order, for a payment of another wallet. */
async function found(
  [srcToken, depositAddress]: Paid,
  paid: Partial<ChainTransaction['payments'][number]> = {},
  order: Partial<DepositTransaction> = {},
  more: { srcTxHash?: string; state?: ChainTransaction['state'] } = {},
): Promise<string | null> {
  const transaction: DepositTransaction = {
    kind: 'deposit',
    depositAddress,
    amountToSend: '5',
    exchangeId: 'ex1',
    extraFields: null,
    expiresAtMs: null,
    ...order,
  }
  const quotes = memoryQuotes()
  quotes.put({
    id: 'route 7',
    srcTxHash: more.srcTxHash ?? null,
    quote: { request: { srcToken, srcAmount: amount, fromAddress: null } },
    swap: {
      built: { transaction: toBuiltTransaction(transaction, amount), answer: { transaction } },
      orderId: 'ex1',
    },
  } as unknown as StoredQuote)
  const payment: ChainTransaction = {
    blockchain: srcToken.blockchain,
    hash: 'hash',
    state: more.state ?? 'done',
    atMs: null,
    sender: null,
    touched: [],
    kind: { is: 'transfer' },
    payments: [
      {
        token: srcToken.native ? null : srcToken.address,
        amount,
        from: null,
        to: depositAddress,
        ...paid,
      },
    ],
  }
  const services = { quotes: async () => quotes } as unknown as BackendServices
  const { signal } = new AbortController()
  return (await findUnreportedSwap(payment, statusServices(services), signal))?.id ?? null
}

test.each(chains)('%o: the amount at the address of the order', async (...paid) => {
  expect(await found(paid)).toBe('route 7')
  expect(await found(paid, { amount: amount - 1n })).toBeNull()
  expect(await found(paid, { to: null })).toBeNull()
  expect(await found(paid, { token: evm('another') })).toBeNull()
  expect(await found(paid, {}, { depositAddress: paid[1].slice(0, -1) })).toBeNull()
  expect(await found(paid, {}, {}, { state: 'failed' })).toBeNull()
  // One payment pays one order.
  expect(await found(paid, {}, {}, { srcTxHash: 'earlier' })).toBeNull()
  // Others are paid at the same address, and the memo is not visible.
  const extraFields = { name: 'memo', value: '7' }
  expect(await found(paid, {}, { extraFields })).toBeNull()
})
