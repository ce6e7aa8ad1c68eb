import type { Token } from '../../../../src/core/token.ts'
import type { JournalEvent } from '../../../../src/store/eventSchema.ts'

export const account = '0x1111111111111111111111111111111111111111'
export const usdc: Token = {
  blockchain: 'ETH',
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  listed: true,
  native: false,
}

export function hashOf(number: number): string {
  return `0x${number.toString(16).padStart(64, '0')}`
}

export function planned(
  changes: Partial<Extract<JournalEvent, { type: 'planned' }>> = {},
): Extract<JournalEvent, { type: 'planned' }> {
  return {
    type: 'planned',
    provider: 'across',
    swapType: 'cross-chain',
    body: { srcTokenAmount: '250' },
    srcToken: usdc,
    dstToken: { ...usdc, blockchain: 'ARBITRUM' },
    srcAmount: '250000000',
    chainId: 1,
    fromAddress: account,
    receiver: account,
    refundAddress: null,
    minReceive: null,
    maxFeeUsdE18: null,
    maxLossBps: null,
    idempotencyKey: null,
    routeId: '7d1f2c55-9f3a-4b7e-8f66-2a1c3a5e9b01',
    quotedAtMs: 1_000,
    route: { id: null },
    transaction: { to: account, data: '0x', value: '0', approvalAddress: null },
    dstAmount: '249000000',
    dstMinAmount: '248000000',
    typedReasons: [],
    ...changes,
  }
}

export const ordered: Extract<JournalEvent, { type: 'ordered' }> = {
  type: 'ordered',
  depositAddress: 'bc1qDeposit',
  amountToSend: '1',
  exchangeId: 'EX-1',
  extraFields: null,
  expiresAtMs: null,
  dstAmount: '249000000',
  dstMinAmount: '248000000',
  answer: {},
}

export function signed(
  changes: Partial<Extract<JournalEvent, { type: 'signed' }>> = {},
): Extract<JournalEvent, { type: 'signed' }> {
  return {
    type: 'signed',
    leg: 'pay',
    blockchain: 'ETH',
    chainId: 1,
    account,
    nonce: 7,
    hash: hashOf(7),
    raw: '0x02aa',
    to: account,
    data: '0x',
    value: '0',
    gasLimit: '21000',
    fees: { type: 'legacy', gasPrice: '1' },
    ...changes,
  }
}

export function confirmed(
  changes: Partial<Extract<JournalEvent, { type: 'confirmed' }>> = {},
): Extract<JournalEvent, { type: 'confirmed' }> {
  return {
    type: 'confirmed',
    leg: 'pay',
    hash: hashOf(7),
    succeeded: true,
    blockNumber: '10',
    blockHash: hashOf(10),
    gasUsed: '21000',
    effectiveGasPrice: '1',
    spent: '250000000',
    ...changes,
  }
}

export function orderPlanned(
  changes: Partial<Extract<JournalEvent, { type: 'order_planned' }>> = {},
): Extract<JournalEvent, { type: 'order_planned' }> {
  return { ...planned(), type: 'order_planned', payment: 'by_hand', ...changes }
}

export function tonSigned(
  changes: Partial<Extract<JournalEvent, { type: 'ton_signed' }>> = {},
): Extract<JournalEvent, { type: 'ton_signed' }> {
  return {
    type: 'ton_signed',
    leg: 'pay',
    blockchain: 'TON',
    chainId: -239,
    account,
    nonce: 3,
    hash: tonHashOf(3),
    boc: 'te6cckEBAQEAAgAAAEysuc0=',
    validUntilSeconds: 1_000,
    messages: [],
    ...changes,
  }
}

/** As `done`, `refunded` and `failed` record it. */
export function ended(
  type: 'done' | 'refunded' | 'failed',
  hash: string | null,
  answer: { status: string; srcTxHash?: string } = { status: 'SUCCESS' },
): Extract<JournalEvent, { type: 'done' | 'refunded' | 'failed' }> {
  const evidence = { source: 'receipt', blockchain: 'ARBITRUM', hash, blockNumber: '1' } as const
  return { type, answer, evidence, received: null }
}

export function tonHashOf(number: number): string {
  return hashOf(number).slice(2)
}

export function tonConfirmed(
  hash: string,
  transactionHash: string,
): Extract<JournalEvent, { type: 'ton_confirmed' }> {
  return {
    type: 'ton_confirmed',
    leg: 'pay',
    hash,
    transactionHash,
    succeeded: true,
    problem: null,
    lt: '1',
    atSeconds: 1,
    sentMessages: 1,
    fees: '1',
  }
}
