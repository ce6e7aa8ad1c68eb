import type { StatusAnswer } from '../../api/schemas.ts'
import { isBlockchainId } from '../../core/blockchainIds.ts'
import { formatAmount } from '../../core/amounts.ts'
import { withoutLinks } from '../../core/links.ts'
import { isFinalStatus } from '../../core/status.ts'
import type { Token } from '../../core/token.ts'
import type { SwapReceipt } from '../../execution/receipts.ts'
import { moneyText } from '../../format/funds.ts'
import type { LegAmount, StatusView } from '../../format/status.ts'
import { fateOf, isNoSwap } from '../../format/statusWords.ts'
import type { Ctx } from '../frame/command.ts'
import type { Assets } from '../frame/services.ts'
import { orderFacts } from '../swap/outcome.ts'
import type { KnownSwap } from './subject.ts'

/** The answer of a service, with what this machine knows of the swap, as the screen shows it. */
export async function toView(
  answer: StatusAnswer,
  swap: KnownSwap,
  own: SwapReceipt | null,
  ctx: Ctx,
): Promise<StatusView> {
  const assets = await ctx.services.assets()
  const srcChain = answer.sourceNetworkTitle ?? swap.srcBlockchain
  const srcHash = answer.srcTxHash ?? null
  const dstChain = answer.destinationNetworkTitle ?? swap.dstBlockchain
  const { transactionKind: kind } = answer
  return {
    status: answer.status,
    subStatus: answer.subStatus ?? null,
    provider: answer.provider ?? swap.provider,
    carrier: answer.carrier ?? null,
    noSwap: answer.status === 'NOT_FOUND' && isNoSwap(kind) ? kind : null,
    id: answer.id ?? null,
    providerStatus: answer.providerStatus ?? null,
    note: answer.note ?? null,
    sent:
      ownAmount(own?.spent ?? null) ??
      legAmount(assets, srcChain, {
        amount: answer.srcTokenAmount,
        symbol: answer.srcTokenSymbol,
        address: answer.srcTokenAddress,
      }),
    received:
      ownAmount(own?.received ?? null) ??
      legAmount(assets, dstChain, {
        amount: answer.dstTokenAmount,
        symbol: answer.dstTokenSymbol,
        address: answer.dstTokenAddress,
      }),
    paidAtMs: timeOf(answer.startedAt),
    payer: swap.receiptId === null ? (answer.fromAddress ?? null) : null,
    source: { blockchain: srcChain, hash: srcHash, link: linkOf(assets, srcChain, srcHash) },
    destination: {
      blockchain: dstChain,
      hash: answer.destinationTxHash,
      link: linkOf(assets, dstChain, answer.destinationTxHash),
    },
    updatedAtMs: timeOf(answer.updatedAt),
    nowMs: ctx.io.now(),
    receiver: swap.receiver ?? (swap.receiptId === null ? (answer.receiver ?? null) : null),
    order: own === null ? orderOf(swap.order) : orderFacts(own.deposit),
    fate: own === null ? null : fateOf(own),
    money: own === null ? null : moneyText({ ...own, failed: own.status === 'FAIL' }),
    srcTransactionHash: answer.srcTransactionHash ?? null,
    hashKind: answer.hashKind ?? null,
    next: nextStep(answer.status, srcHash ?? swap.id, swap.receiptId, ctx.repeated),
  }
}

/** Our own links in place of a service's (docs/safety.md X5); null where no explorer is known. */
export function ownLinks({
  source,
  destination,
}: StatusView): Pick<StatusAnswer, 'srcTxUrl' | 'destinationTxUrl'> {
  return { srcTxUrl: source.link, destinationTxUrl: destination.link }
}

function linkOf(assets: Assets, blockchain: string | null, hash: string | null): string | null {
  return blockchain !== null && hash !== null && isBlockchainId(blockchain)
    ? assets.transactionLink(blockchain, hash)
    : null
}

function ownAmount(money: { token: Token; amount: bigint } | null): LegAmount | null {
  if (money === null) return null
  const { token, amount } = money
  return { amount: formatAmount(amount, token.decimals), symbol: token.symbol, address: null }
}

/** A symbol on no list is shown with its address (docs/safety.md X4). */
function legAmount(
  assets: Assets,
  blockchain: string | null,
  told: Record<'amount' | 'symbol' | 'address', string | null | undefined>,
): LegAmount | null {
  const { amount, symbol, address } = told
  if (amount == null || !/^\d{1,80}(?:\.\d{1,80})?$/.test(amount)) return null
  const isListed =
    blockchain !== null &&
    isBlockchainId(blockchain) &&
    assets.tokens(blockchain).some((token) => token.symbol === symbol && token.address === address)
  return { amount, symbol: symbol ?? null, address: isListed ? null : (address ?? null) }
}

/** Null for a text that is not a time. */
function timeOf(text: string | null | undefined): number | null {
  const atMs = text == null ? Number.NaN : Date.parse(text)
  return Number.isFinite(atMs) ? atMs : null
}

/** An order that is not in the journal has only its id. */
function orderOf(order: KnownSwap['order']): StatusView['order'] {
  if (order === null) return null
  return { number: order.number, amountToSend: '', expiresAtMs: null, record: null }
}

function nextStep(
  status: string,
  subject: string | null,
  receiptId: string | null,
  repeated: string,
): string | null {
  const isClaimed = status === 'READY_TO_CLAIM'
  // An end that needs the provider's support: with what it has to be told.
  const isForSupport = status === 'INDETERMINATE' || status === 'REVERT'
  const isOver = isFinalStatus(status) && !isClaimed && !isForSupport
  if (isOver || subject === null || status === 'NOT_FOUND') return null
  // Foreign text must not be pasted into a shell.
  if (!/^[\w:+/=.-]{1,200}$/.test(subject) || withoutLinks(subject) !== subject) return null
  const step = isClaimed
    ? `claim ${subject}`
    : isForSupport
      ? `status ${receiptId ?? subject} --report`
      : receiptId === null
        ? `status ${subject} --watch`
        : `resume ${receiptId}`
  return `swaproute ${step}${repeated}`
}
