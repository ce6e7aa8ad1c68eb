import type { StatusAnswer } from '../../api/schemas.ts'
import { isBlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { formatAmount } from '../../core/amounts.ts'
import { withoutLinks } from '../../core/foreignReason.ts'
import { isFinalStatus } from '../../core/status.ts'
import type { TokenAmount } from '../../core/token.ts'
import type { SwapReceipt } from '../../execution/receipts.ts'
import { moneyText } from '../../format/funds.ts'
import type { LegAmount, OwnFacts, StatusStep, StatusView } from '../../format/status.ts'
import { fateOf, isNoSwap } from '../../format/statusTexts.ts'
import type { Ctx } from '../frame/command.ts'
import type { Assets } from '../frame/services.ts'
import { hashLabels, orderFacts } from '../swap/outcome.ts'
import type { KnownSwap } from './swapText.ts'

/** The screen of a status: the answer of a service and this machine's record of the swap. */
export async function toView(
  answer: StatusAnswer,
  swap: KnownSwap,
  own: SwapReceipt | null,
  ctx: Ctx<'assets' | 'journal'>,
): Promise<StatusView> {
  const assets = await ctx.services.assets()
  const known = own ?? (await recordOf(swap, ctx))
  const { repeated, io } = ctx
  return viewOf(answer, swap, { own, known }, { assets, repeated, nowMs: io.now() })
}

/**
 * The screen of a status.
 * @param records `known`: the journal's record, `own` only if it was just checked
 */
export function viewOf(
  answer: StatusAnswer,
  swap: KnownSwap,
  { own, known }: { own: SwapReceipt | null; known: SwapReceipt | null },
  { assets, repeated, nowMs }: { assets: Assets; repeated: string; nowMs: number },
): StatusView {
  const srcChain = answer.sourceNetworkTitle ?? swap.srcBlockchain
  const srcHash = answer.srcTxHash ?? null
  const dstChain = answer.destinationNetworkTitle ?? swap.dstBlockchain
  const { transactionKind: kind } = answer
  return {
    status: answer.status,
    subStatus: answer.subStatus ?? null,
    action: answer.action ?? null,
    provider: answer.provider ?? swap.provider,
    carrier: answer.carrier ?? null,
    noSwap: answer.status === 'NOT_FOUND' && isNoSwap(kind) ? kind : null,
    id: answer.id ?? null,
    providerStatus: answer.providerStatus ?? null,
    note: answer.note ?? null,
    sent:
      (own?.spent == null ? null : ownAmount(own.spent)) ??
      legAmount(assets, srcChain, {
        amount: answer.srcTokenAmount,
        symbol: answer.srcTokenSymbol,
        address: answer.srcTokenAddress,
      }),
    received:
      (own?.received == null ? null : ownAmount(own.received)) ??
      legAmount(assets, dstChain, {
        amount: answer.dstTokenAmount,
        symbol: answer.dstTokenSymbol,
        address: answer.dstTokenAddress,
      }),
    paidAtMs: known?.paidAtMs ?? timeOf(answer.startedAt),
    payer: known === null ? (answer.fromAddress ?? null) : known.fromAddress,
    source: { blockchain: srcChain, hash: srcHash, link: linkOf(assets, srcChain, srcHash) },
    destination: {
      blockchain: dstChain,
      hash: answer.destinationTxHash,
      link: linkOf(assets, dstChain, answer.destinationTxHash),
    },
    updatedAtMs: timeOf(answer.updatedAt),
    nowMs,
    receiver: swap.receiver ?? (swap.receiptId === null ? (answer.receiver ?? null) : null),
    order: own === null ? orderOf(swap.order) : orderFacts(own.deposit),
    fate: own === null ? null : fateOf(own),
    money: own === null ? null : moneyText({ ...own, status: answer.status }),
    srcTransactionHash: answer.srcTransactionHash ?? null,
    hashKind: answer.hashKind ?? null,
    next: nextStep(answer.status, srcHash ?? swap.id, swap, repeated),
    own: known === null ? null : ownFacts(known, assets),
  }
}

/** The record of a swap that another process works on; null if the journal cannot be read. */
async function recordOf(
  { receiptId }: KnownSwap,
  ctx: Ctx<'journal'>,
): Promise<SwapReceipt | null> {
  if (receiptId === null) return null
  try {
    return (await ctx.services.journal()).receipt(receiptId)
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.code === 'STORE_DAMAGED') return null
    throw thrown
  }
}

/** Events whose reasons are errors of this program, which may name accounts, paths or hosts. */
const withoutReason: Partial<Record<SwapReceipt['events'][number]['type'], string>> = {
  abandoned: 'Given up before the payment',
  order_unknown: 'The answer was lost',
}

function ownFacts(receipt: SwapReceipt, assets: Assets): OwnFacts {
  const { send, receive, hashes, received } = receipt
  const { blockchain } = send.token
  const steps = (names: readonly ('approveReset' | 'approve' | 'revoke')[]): StatusStep[] =>
    names.flatMap((name) => {
      const hash = hashes[name]
      if (hash === undefined) return []
      return [{ label: hashLabels[name], blockchain, hash, link: linkOf(assets, blockchain, hash) }]
    })
  return {
    receiptId: receipt.receiptId,
    startedAtMs: receipt.createdAtMs,
    endedAtMs: receipt.endedAtMs,
    expectedMinutes: receipt.expectedMinutes,
    send: ownAmount(send),
    expected:
      received !== null
        ? null
        : {
            amount: ownAmount({ token: receive.token, amount: receive.expected }),
            atLeast: formatAmount(receive.atLeast, receive.token.decimals),
          },
    refundAddress: receipt.refundAddress,
    receiverMemo: receipt.receiverMemo ?? null,
    before: steps(['approveReset', 'approve']),
    after: steps(['revoke']),
    events: receipt.events.map(({ type, text, ...event }) => ({
      ...event,
      text: withoutReason[type] ?? text,
    })),
  }
}

/** Our own links in place of a service's (docs/safety.md X5); null if no explorer is known. */
export function ownLinks({
  source,
  destination,
}: StatusView): Pick<StatusAnswer, 'srcTxUrl' | 'destinationTxUrl'> {
  return { srcTxUrl: source.link, destinationTxUrl: destination.link }
}

/** Members from the journal that the answer of the service lacks. */
export function ownMembers(view: StatusView): Record<string, unknown> {
  const { own, order } = view
  if (own === null) return {}
  const at = (atMs: number | null): string | null =>
    atMs === null ? null : new Date(atMs).toISOString()
  return {
    receiptId: own.receiptId,
    fromAddress: view.payer,
    receiver: view.receiver,
    refundAddress: own.refundAddress,
    ...(own.receiverMemo == null ? {} : { receiverMemo: own.receiverMemo }),
    createdAt: at(own.startedAtMs),
    startedAt: at(view.paidAtMs),
    endedAt: at(own.endedAtMs),
    expectedMinutes: own.expectedMinutes,
    srcTokenSymbol: (view.sent ?? own.send).symbol,
    srcTokenAmount: (view.sent ?? own.send).amount,
    dstTokenSymbol: (view.received ?? own.expected?.amount)?.symbol ?? null,
    dstTokenAmount: view.received?.amount ?? null,
    expectedDstTokenAmount: own.expected?.amount.amount ?? null,
    steps: [...own.before, ...own.after].map(({ label, blockchain, hash, link }) => ({
      label,
      blockchain,
      hash,
      url: link,
    })),
    ...(order === null
      ? {}
      : // D7: the deposit address is in the receipt only, as a record.
        { order: { exchangeId: order.number, expiresAt: at(order.expiresAtMs) } }),
  }
}

function linkOf(assets: Assets, blockchain: string | null, hash: string | null): string | null {
  return blockchain !== null && hash !== null && isBlockchainId(blockchain)
    ? assets.transactionLink(blockchain, hash)
    : null
}

function ownAmount({ token, amount }: TokenAmount): LegAmount {
  return { amount: formatAmount(amount, token.decimals), symbol: token.symbol, address: null }
}

/** An unlisted symbol is shown with its address (docs/safety.md X4). */
function legAmount(
  assets: Assets,
  blockchain: string | null,
  reported: Record<'amount' | 'symbol' | 'address', string | null | undefined>,
): LegAmount | null {
  const { amount, symbol, address } = reported
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
  { receiptId, srcBlockchain }: Pick<KnownSwap, 'receiptId' | 'srcBlockchain'>,
  repeated: string,
): string | null {
  const isClaimed = status === 'READY_TO_CLAIM'
  // An end that needs the provider's support, with the report for it.
  const isForSupport = status === 'INDETERMINATE' || status === 'REVERT'
  const isOver = isFinalStatus(status) && !isClaimed && !isForSupport
  if (isOver || subject === null || status === 'NOT_FOUND') return null
  // Foreign text must not be pasted into a shell.
  if (!/^[\w:+/=.-]{1,200}$/.test(subject) || withoutLinks(subject) !== subject) return null
  // The chain that the user named; a swap of this machine has its own.
  const place = srcBlockchain === null ? subject : `${subject} --chain ${srcBlockchain}`
  const step = isClaimed
    ? `claim ${receiptId === null ? place : subject}`
    : isForSupport
      ? `status ${receiptId ?? place} --report`
      : receiptId === null
        ? `status ${place} --watch`
        : `resume ${receiptId}`
  return `swaproute ${step}${repeated}`
}
