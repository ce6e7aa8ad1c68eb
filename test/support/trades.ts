/** The kinds of swaps that are killed, disturbed and compared with the chains. */
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { HandPayment } from './playMoney.ts'

export type Side = { blockchain: string; token: string; decimals: number }
type Hex = `0x${string}`

export const usdc: Side & { token: Hex } = {
  blockchain: 'ETH',
  token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  decimals: 6,
}
const dai: Side = {
  blockchain: 'ETH',
  token: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
  decimals: 18,
}
const arbUsdc: Side = {
  blockchain: 'ARBITRUM',
  token: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  decimals: 6,
}
const toncoin: Side = { blockchain: 'TON', token: '', decimals: 9 }
const tonUsdt: Side = {
  blockchain: 'TON',
  token: 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
  decimals: 6,
}
const bitcoin: Side = { blockchain: 'BITCOIN', token: '', decimals: 8 }
const ripple: Side = { blockchain: 'RIPPLE', token: '', decimals: 6 }
/** Where bitcoin goes back to. */
const bitcoinRefund = 'bc1qwj9pvy9pge3z2e9tuwz6wlexcwa72097k5fsej'

/** Who sends the source token: an account here, a TON wallet here, or a person elsewhere by hand. */
export type PayerKind = 'evm' | 'ton' | 'hand'

export type TradeKind = {
  payer: PayerKind
  pair: string
  provider: string
  src: Side
  dst: Side
  /** Token units; a trade may take up to half more. */
  amount: number
  /** The contract that is paid, where one is: it gets an allowance. */
  target: Hex | null
  hand?: HandPayment
  flags?: readonly string[]
}

const fromBitcoin = {
  payer: 'hand',
  pair: 'btc:BTC to arb:USDC',
  provider: 'exolix',
  src: bitcoin,
  dst: arbUsdc,
  amount: 0.002,
  target: null,
} as const

const kinds = {
  'same-chain': {
    payer: 'evm',
    pair: 'eth:USDC to eth:DAI',
    provider: 'UNI_SWAP_V3',
    src: usdc,
    dst: dai,
    amount: 10,
    target: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
  },
  'cross-chain': {
    payer: 'evm',
    pair: 'eth:USDC to arb:USDC',
    provider: 'across',
    src: usdc,
    dst: arbUsdc,
    amount: 10,
    target: '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5',
  },
  'ton-usdt': {
    payer: 'ton',
    pair: 'ton:TON to ton:USDT',
    provider: 'STONFI',
    src: toncoin,
    dst: tonUsdt,
    amount: 2,
    target: null,
  },
  'usdt-ton': {
    payer: 'ton',
    pair: 'ton:USDT to ton:TON',
    provider: 'STONFI',
    src: tonUsdt,
    dst: toncoin,
    amount: 6,
    target: null,
  },
  'by-hand': fromBitcoin,
  'paid-evm': {
    payer: 'evm',
    pair: 'eth:USDC to arb:USDC',
    provider: 'exolix',
    src: usdc,
    dst: arbUsdc,
    amount: 20,
    target: null,
  },
  'paid-ton': {
    payer: 'ton',
    pair: 'ton:TON to arb:USDC',
    provider: 'exolix',
    src: toncoin,
    dst: arbUsdc,
    amount: 5,
    target: null,
  },
  'paid-jetton': {
    payer: 'ton',
    pair: 'ton:USDT to arb:USDC',
    provider: 'exolix',
    src: tonUsdt,
    dst: arbUsdc,
    amount: 15,
    target: null,
  },
  'wrong memo': {
    ...fromBitcoin,
    pair: 'xrp:XRP to arb:USDC',
    src: ripple,
    amount: 30,
    hand: { memo: '7' },
  },
  'too little': {
    ...fromBitcoin,
    provider: 'near_intents',
    hand: { amount: '0.001' },
    flags: ['--refund-to', bitcoinRefund],
  },
  'reply lost': { ...fromBitcoin, provider: 'changenow' },
  'stuck by hand': {
    ...fromBitcoin,
    provider: 'relay',
    flags: ['--refund-to', bitcoinRefund],
  },
  'stuck paid': {
    payer: 'evm',
    pair: 'eth:USDC to arb:USDC',
    provider: 'relay',
    src: usdc,
    dst: arbUsdc,
    amount: 20,
    target: null,
  },
} as const satisfies Record<string, TradeKind>

export type KindName = keyof typeof kinds
export const tradeKinds: Readonly<Record<KindName, TradeKind>> = kinds

export type Trade = {
  kind: TradeKind
  name: KindName
  /** `alice` or `bob`; unused for payments by hand. */
  account: string
  /** Token units. */
  amount: string
  /** Of its own where an order is paid out; the account itself otherwise. */
  receiver: string | null
  /** Finds the swap again: no other one has it. */
  key: string
}

let made = 0

/** @param random from 0 up to, not including, 1 */
export function createTrade(name: KindName, account: string, random: number): Trade {
  const kind = tradeKinds[name]
  // Exchanges count in millionths.
  const decimals = Math.min(kind.src.decimals, 6)
  const units = Math.floor(kind.amount * (1 + random / 2) * 10 ** decimals)
  made += 1
  const ordered = kind.provider !== 'STONFI' && kind.target === null
  return {
    kind,
    name,
    account,
    amount: (units / 10 ** decimals).toFixed(decimals).replace(/\.?0+$/, ''),
    receiver: ordered ? privateKeyToAddress(generatePrivateKey()) : null,
    key: `trade-${process.pid}-${made}`,
  }
}

/** The command line that begins the trade. */
export function lineOf({ kind, account, amount, receiver, key }: Trade): string[] {
  const { payer, pair, provider, flags = [] } = kind
  const to = receiver === null ? [] : ['--receiver', receiver]
  const how = ['--provider', provider, ...to, '--idempotency-key', key, '--sandbox']
  const sent = [amount, ...pair.split(' '), ...how, ...yesTo(amount), ...flags]
  if (payer === 'hand') return ['deposit', ...sent, '--ndjson']
  return ['swap', ...sent, '--account', account, '--ndjson']
}

export function resumeLine({ kind, account, amount }: Trade, swapId: string): string[] {
  const key = kind.payer === 'hand' ? [] : ['--account', account]
  return ['resume', swapId, ...key, '--sandbox', ...yesTo(amount), '--ndjson']
}

/** Also where a source of prices is too slow to answer, and no value is known. */
function yesTo(amount: string): string[] {
  return ['--yes', '--confirm-amount', amount, '--confirm-gas', '5']
}
