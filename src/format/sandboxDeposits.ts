import { blockchainName } from '../core/blockchainNames.ts'
import type { PlayedPayment, SandboxDeposit } from '../core/sandboxPackage.ts'
import type { Paint } from './paint.ts'
import { plain } from './plain.ts'
import { type Column, plainRows, renderTable } from './table.ts'

const columns: Column<SandboxDeposit>[] = [
  { key: 'order', title: 'Order', whole: true, rank: 0, value: ({ orderId }) => plain(orderId) },
  { key: 'provider', title: 'Exchange', rank: 0, value: ({ provider }) => plain(provider) },
  {
    key: 'pays',
    title: 'Takes',
    number: true,
    rank: 1,
    value: ({ amount, symbol }) => `${plain(amount)} ${plain(symbol)}`,
  },
  { key: 'on', title: 'On', rank: 1, value: ({ blockchain }) => plain(blockchain) },
  {
    key: 'gives',
    title: 'Gives',
    rank: 2,
    value: ({ toSymbol, toBlockchain }) => `${plain(toSymbol)} on ${plain(toBlockchain)}`,
  },
  { key: 'stage', title: 'State', rank: 0, value: ({ stage }) => plain(stage) },
]

export function depositsScreen(
  rows: readonly SandboxDeposit[],
  width: number,
  paint: Paint,
): string[] {
  if (rows.length === 0) return ['No open orders at the sandbox exchanges.']
  const due = rows.find(({ stage }) => stage === 'waiting')
  return [
    ...renderTable(columns, rows, width, paint).lines,
    ...(due === undefined
      ? []
      : ['', `Pay one: swaproute sandbox deposit pay ${plain(due.orderId)}`]),
  ]
}

export function depositsPlain(rows: readonly SandboxDeposit[]): string[] {
  return plainRows(columns, rows)
}

export function paymentScreen(payment: PlayedPayment): string[] {
  const { amount, symbol, blockchain, hash, memo } = payment
  const paid = `${plain(amount)} ${plain(symbol)} on ${plain(blockchainName(blockchain), 40)}`
  return [
    payment.onChain
      ? `Paid ${paid} by a transaction of the local chain.`
      : `Simulated a payment of ${paid}.`,
    `  Order        ${plain(payment.orderId)} of ${plain(payment.provider)}`,
    `  To           ${plain(payment.depositAddress)}`,
    ...(memo === null ? [] : [`  Memo         ${plain(memo)}`]),
    `  Transaction  ${plain(hash)}`,
    ...(payment.credited
      ? []
      : ['The memo does not match the order: the exchange cannot credit this payment.']),
    `Track it: swaproute status ${plain(payment.orderId)} --sandbox`,
  ]
}

export function paymentPlain(payment: PlayedPayment): string[] {
  const names = ['provider', 'orderId', 'blockchain', 'symbol', 'amount', 'hash'] as const
  return [names.join('\t'), names.map((name) => plain(payment[name])).join('\t')]
}
