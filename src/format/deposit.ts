import type { Token } from '../core/token.ts'
import type { Card, CardRow } from './card.ts'
import { durationText, timeText } from './numbers.ts'
import { noPaint, type Paint } from './paint.ts'
import { plain, symbolText } from './plain.ts'
import { receiverLines } from './receipt.ts'
import { displayWidth, wrap } from './width.ts'

/** The facts of a deposit card; address and amount are the ones read back from the provider. */
export type DepositCardFacts = {
  provider: string
  token: Token
  /** Token units, every digit. */
  amountToSend: string
  /** Display name of the network: `Bitcoin`. */
  networkName: string
  /** Names of other networks with a token of this symbol, the best known first, if any. */
  otherNetworks?: readonly string[]
  depositAddress: string
  exchangeId: string
  memo: { name: string; value: string } | null
  /** The chain's term for a memo, if the order has none. */
  withoutMemo?: string | null
  expiresAtMs: number | null
  nowMs: number
  refundAddress: string | null
  /** The receiver and the memo of its payment; absent: not shown. */
  receiver?: { address: string; memo: { name: string; value: string } | null }
  receiptId: string
  /** The command that continues it. */
  resume: string
  /** In the sandbox, the command that simulates the payment; null with real money. */
  play: string | null
  /** Why the requested QR code is missing; null when it is drawn or was not requested. */
  withoutQr: string | null
}

/**
 * The memo in its own box: a payment without it is lost. The value is alone on its line, for
 * copying.
 */
export function memoBox(
  { name, value }: { name: string; value: string },
  width: number,
  paint: Paint = noPaint,
): string[] {
  const label = plain(name, 30)
  const inner = Math.max(24, Math.min(width, 78) - 4)
  const memo = plain(value, 256)
  const warning = `Send this ${label} with the payment. Without it your payment cannot be credited.`
  const line = (text: string, painted = text): string => {
    const fill = ' '.repeat(Math.max(0, inner - displayWidth(text)))
    return `${paint.yellow('║')} ${painted}${fill} ${paint.yellow('║')}`
  }
  return [
    paint.yellow(`╔${'═'.repeat(inner + 2)}╗`),
    line(`${label}:`),
    line(memo, paint.bold(memo)),
    ...wrap(warning, inner).map((text) => line(text)),
    paint.yellow(`╚${'═'.repeat(inner + 2)}╝`),
  ]
}

/** Where to pay, in the order of the cli contract (section 5); the memo box comes before it. */
export function depositCard(facts: DepositCardFacts): Card {
  const { token, exchangeId, refundAddress } = facts
  return {
    title: `Pay this deposit · ${plain(facts.provider, 32)}`,
    groups: [
      [
        {
          label: 'Send exactly',
          value: `${plain(facts.amountToSend)} ${symbolText(token.symbol, token.address)}`,
          tone: 'good',
        },
        { label: 'Network', value: networkLines(facts) },
        { label: 'To address', value: plain(facts.depositAddress) },
        ...memoRows(facts),
      ],
      [
        { label: 'Order', value: plain(exchangeId) },
        payBefore(facts),
        ...(facts.receiver === undefined
          ? []
          : [
              {
                label: 'Receiver',
                value: receiverLines(facts.receiver.address, facts.receiver.memo),
              },
            ]),
        {
          label: 'Refund to',
          value:
            refundAddress === null
              ? 'no refund address; a refund follows the provider’s own rules'
              : plain(refundAddress),
          ...(refundAddress === null ? { tone: 'warn' as const } : {}),
        },
        { label: 'Receipt', value: plain(facts.receiptId) },
      ],
      [
        {
          label: 'Warning',
          value: `Make one payment of exactly this amount, on this network only. A different amount, token or network may be lost.`,
          tone: 'warn',
        },
        ...lookAlikeRows(facts),
        ...(facts.play === null ? [] : [{ label: 'Play money', value: facts.play }]),
        ...(facts.withoutQr === null ? [] : [{ label: 'QR code', value: facts.withoutQr }]),
      ],
    ],
    footer: facts.resume,
  }
}

/** Each cell of the card for `--plain`: a heading and one line. */
export function plainDeposit(facts: DepositCardFacts & { status: string }): string[] {
  const cells: [string, string][] = [
    ['receiptId', facts.receiptId],
    ['status', facts.status],
    ['provider', facts.provider],
    ['memoName', facts.memo?.name ?? ''],
    ['memo', facts.memo?.value ?? ''],
    ['amountToSend', facts.amountToSend],
    ['symbol', facts.token.symbol],
    ['blockchain', facts.token.blockchain],
    ['tokenAddress', facts.token.address],
    ['depositAddress', facts.depositAddress],
    ['exchangeId', facts.exchangeId],
    ['expiresAt', facts.expiresAtMs === null ? '' : new Date(facts.expiresAtMs).toISOString()],
    ['refundAddress', facts.refundAddress ?? ''],
  ]
  return [cells.map(([name]) => name).join('\t'), cells.map(([, value]) => plain(value)).join('\t')]
}

function memoRows({ memo, withoutMemo = null, provider }: DepositCardFacts): CardRow[] {
  if (memo !== null) return [{ label: '', value: `with the ${plain(memo.name, 30)} above` }]
  if (withoutMemo === null) return []
  return [{ label: '', value: `without a ${withoutMemo}: ${plain(provider, 32)} names none` }]
}

function networkLines({ token, networkName }: DepositCardFacts): string[] {
  const name = plain(networkName, 40)
  const { blockchain } = token
  const network = name.toUpperCase() === blockchain ? blockchain : `${blockchain} (${name})`
  return token.native ? [network] : [network, `token contract ${plain(token.address)}`]
}

const mostOthers = 2

/** `USDT on TRON, not on Ethereum or BNB Smart Chain`, since wallets list them side by side. */
function lookAlikeRows({ token, networkName, otherNetworks = [] }: DepositCardFacts): CardRow[] {
  if (otherNetworks.length === 0) return []
  const others = otherNetworks.slice(0, mostOthers).map((name) => plain(name, 40))
  const symbol = symbolText(token.symbol, token.address)
  return [
    {
      label: '',
      value: `Pay ${symbol} on ${plain(networkName, 40)}, not on ${others.join(' or ')}.`,
      tone: 'warn',
    },
  ]
}

function payBefore({ expiresAtMs, nowMs }: DepositCardFacts): CardRow {
  if (expiresAtMs === null) {
    return { label: 'Pay before', value: 'no deadline given; pay soon' }
  }
  const left = expiresAtMs - nowMs
  return left <= 0
    ? { label: 'Pay before', value: 'expired; do not pay', tone: 'bad' }
    : { label: 'Pay before', value: `${timeText(expiresAtMs)} (${durationText(left)} left)` }
}
