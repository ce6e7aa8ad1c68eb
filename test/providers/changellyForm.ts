import type { DepositCase } from './depositContract.ts'
import { type Body, btc, evm, type Exchange, plainHash } from './depositSupport.ts'

// Orders in the form of Changelly, which ChangeHero has as well: what is bent in them, and their words.

/** An order that is still open, as `getTransactions` returns it. */
export const unpaidOrder = { payinHash: null, payoutHash: null, amountFrom: '', amountTo: '' }

/** One change of an order in the answer of `getTransactions` for each field of both. */
export const changellyBends: DepositCase['bends'] = {
  srcCoin: ({ result: [one] }) => (one.currencyFrom = 'ltc'),
  depositAddress: ({ result: [one] }) => (one.payinAddress = btc('mallory')),
  depositMemo: ({ result: [one] }) => (one.payinExtraId = '7'),
  receiver: ({ result: [one] }) => (one.payoutAddress = evm('mallory')),
  receiverMemo: ({ result: [one] }) => (one.payoutExtraId = '9'),
  refundAddress: ({ result: [one] }) => (one.refundAddress = btc('mallory')),
}

/** Puts another address to pay into an order. */
export function redirectOrder({ result }: Body, address: string): void {
  const [one] = [result].flat()
  one.payinAddress = address
}

/**
 * What each status word comes to.
 * @param told the call that reads the order, by its word
 */
export function changellyWords(
  told: (status: string, more?: Body) => readonly Exchange[],
): DepositCase['words'] {
  return [
    ['new', told('new'), { status: 'PENDING', subStatus: 'AWAITING_DEPOSIT' }],
    ['waiting', told('waiting'), { status: 'PENDING', subStatus: 'AWAITING_DEPOSIT' }],
    [
      'confirming',
      told('confirming', { payinHash: plainHash('in') }),
      { status: 'PENDING', subStatus: 'CONFIRMING', sourceTxHash: plainHash('in') },
    ],
    ['exchanging', told('exchanging'), { status: 'PENDING', subStatus: 'EXCHANGING' }],
    ['sending', told('sending'), { status: 'PENDING', subStatus: 'SENDING' }],
    ['hold', told('hold'), { status: 'LONG_PENDING' }],
    ['failed', told('failed', { payinHash: plainHash('in') }), { status: 'FAIL' }],
    ['overdue', told('overdue'), { status: 'FAIL' }],
    ['expired', told('expired'), { status: 'FAIL' }],
  ]
}
