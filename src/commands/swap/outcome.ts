import { formatAmount } from '../../core/amounts.ts'
import { type ErrorCode, SwaprouteError } from '../../core/errors.ts'
import { isFinalStatus } from '../../core/status.ts'
import type { Token } from '../../core/token.ts'
import { isClaimRoute, paymentTitle } from '../../core/claim.ts'
import type { DepositFacts, SwapOutcome } from '../../execution/outcome.ts'
import { plainDeposit } from '../../format/deposit.ts'
import { moneyText } from '../../format/funds.ts'
import { plain } from '../../format/plain.ts'
import type { HashRow, ReceiptFacts } from '../../format/receipt.ts'
import { fateOf, statusText } from '../../format/statusTexts.ts'
import type { ShownDeposit } from './present.ts'
import type { Ctx } from '../frame/command.ts'
import type { Assets } from '../frame/services.ts'
import { amountData } from '../frame/output.ts'
import type { Answer } from '../frame/shapes.ts'

/** Labels of own transactions on screens. */
export const hashLabels = {
  approveReset: 'Approval reset',
  approve: 'Approval',
  sourceTransaction: 'Taken in',
  destination: 'Delivery',
  refund: 'Refund',
  revoke: 'Approval end',
} as const

/** The data of `swap` and `resume`: the contract's members first, then our own evidence. */
function outcomeData(outcome: SwapOutcome): Record<string, unknown> {
  return {
    id: outcome.id,
    route: outcome.route,
    transaction: outcome.transaction,
    hashes: outcome.hashes,
    status: outcome.status,
    receiptId: outcome.receiptId,
    spent: amountData(outcome.spent),
    received: amountData(outcome.received),
    feesPaid: amountData(outcome.feesPaid),
    gasSpent: amountData(ownGas(outcome)),
    allowanceLeft: outcome.allowanceLeft === null ? null : outcome.allowanceLeft.toString(),
    ...(outcome.deposit === undefined ? {} : { order: orderData(outcome.deposit) }),
  }
}

/** An order; the deposit address is in `transaction`, and only if it was just read back (D7). */
export function orderData({
  exchangeId,
  amountToSend,
  expiresAtMs,
  payment,
}: DepositFacts): Record<string, unknown> {
  const expiresAt = expiresAtMs === null ? null : new Date(expiresAtMs).toISOString()
  return { exchangeId, amountToSend, expiresAt, payment }
}

export function orderFacts(deposit: DepositFacts | undefined): ReceiptFacts['order'] {
  if (deposit === undefined) return null
  const { exchangeId, amountToSend, expiresAtMs, record } = deposit
  return { number: exchangeId, amountToSend, expiresAtMs, record }
}

/** D7: a command that shows where to pay shows no other address that could be mistaken for it. */
function withoutRecord(order: ReceiptFacts['order']): ReceiptFacts['order'] {
  return order === null ? null : { ...order, record: null }
}

/** Gas is paid by the signer; for a payment by hand it is unknown. */
export function ownGas({
  deposit,
  gasSpent,
}: Pick<SwapOutcome, 'deposit' | 'gasSpent'>): ReceiptFacts['gasSpent'] {
  return deposit?.payment === 'by_hand' ? null : gasSpent
}

/** The answer of a sent swap: a receipt, and the exit code of its state. */
export async function outcomeAnswer(
  outcome: SwapOutcome,
  waited: boolean,
  receiver: string | null,
  ctx: Ctx<'assets'>,
): Promise<Answer<ReceiptFacts> & { data: Record<string, unknown> }> {
  const assets = await ctx.services.assets()
  const failure = ctx.signal.aborted
    ? interrupted(outcome, ctx)
    : failureOf(outcome, waited, ctx.repeated)
  return {
    data: outcomeData(outcome),
    view: outcomeFacts(outcome, receiver, assets, ctx.repeated),
    funds: outcome.funds,
    warnings: outcome.warnings.map(({ code, text }) => ({ code, message: text })),
    ...(failure === null ? {} : { failure }),
  }
}

/** Rings and notifies when an awaited swap has ended. */
export async function notifyOutcome(
  { status, receiptId, provider, hashes }: SwapOutcome,
  input: { notifyCommand?: string | undefined },
  startedAtMs: number,
  ctx: Ctx,
): Promise<void> {
  const { notifyEnd } = await import('../watch/ends.ts')
  const facts = {
    status: status.status,
    receiptId,
    provider,
    srcTxHash: hashes.source ?? null,
    destinationTxHash: status.destinationTxHash,
  }
  await notifyEnd(input, facts, startedAtMs, ctx)
}

export function hashRows(
  { id, hashes }: Pick<SwapOutcome, 'id' | 'hashes'>,
  src: Token['blockchain'],
  dst: Token['blockchain'],
  assets: Assets,
): HashRow[] {
  const names = [
    'approveReset',
    'approve',
    'source',
    'sourceTransaction',
    'destination',
    'refund',
    'revoke',
  ] as const
  return names.flatMap((name) => {
    const hash = hashes[name]
    if (hash === undefined) return []
    const chain = name === 'destination' ? dst : src
    const label = name === 'source' ? paymentTitle(id) : hashLabels[name]
    return [{ step: name, label, hash, link: assets.transactionLink(chain, hash) }]
  })
}

function outcomeFacts(
  outcome: SwapOutcome,
  receiver: string | null,
  assets: Assets,
  repeated: string,
): ReceiptFacts {
  const { send, dstToken } = outcome
  return {
    title: titleOf(outcome),
    status: outcome.status.status,
    subStatus: outcome.status.subStatus ?? null,
    action: outcome.status.action ?? null,
    note: outcome.status.note ?? null,
    fate: fateOf({ ...outcome, status: outcome.status.status }),
    money: moneyOf(outcome),
    provider: outcome.provider,
    sent: outcome.spent ?? send,
    spent: outcome.spent !== null || isDepositPaid(outcome),
    received: outcome.received,
    expected: null,
    feesPaid: outcome.feesPaid,
    gasSpent: ownGas(outcome),
    payer: null,
    receiver,
    refundAddress: null,
    hashes: hashRows(outcome, send.token.blockchain, dstToken.blockchain, assets),
    allowanceLeft: outcome.allowanceLeft,
    spender: outcome.transaction.approvalAddress ?? null,
    order: withoutRecord(orderFacts(outcome.deposit)),
    receiptId: outcome.receiptId,
    id: outcome.id,
    createdAtMs: null,
    updatedAtMs: null,
    took: null,
    events: [],
    next: isOver(outcome) ? null : `swaproute resume ${outcome.receiptId}${repeated}`,
  }
}

function titleOf({ id, deposit }: SwapOutcome): string {
  if (isClaimRoute(id)) return 'Claim'
  return deposit?.payment === 'by_hand' ? 'Deposit' : 'Swap'
}

function moneyOf(outcome: SwapOutcome): string {
  return moneyText({ ...outcome, status: outcome.status.status, open: !isOver(outcome) })
}

/** An order counts as paid if its money has arrived or come back. */
export function isDepositPaid({ deposit, funds }: Pick<SwapOutcome, 'deposit' | 'funds'>): boolean {
  return deposit?.payment === 'by_hand' && (funds === 'delivered' || funds === 'refunding')
}

function isOver({ status, givenUp }: SwapOutcome): boolean {
  return givenUp !== null || isFinalStatus(status.status)
}

function interrupted(outcome: SwapOutcome, ctx: Ctx): SwaprouteError {
  const what = outcome.deposit?.payment === 'by_hand' ? 'where the order is' : 'what was sent'
  return new SwaprouteError('INTERRUPTED', `Interrupted; ${what} is shown above.`, {
    hint: `Continue with \`swaproute resume ${outcome.receiptId}${ctx.repeated}\`.`,
    context: { receiptId: outcome.receiptId, hashes: outcome.hashes },
    funds: outcome.funds,
    money: moneyOf(outcome),
  })
}

/** The failure of a swap whose payment was never signed: the error that ended it. */
function notPaid(
  { id, receiptId, hashes, funds }: SwapOutcome,
  { code, reason }: NonNullable<SwapOutcome['givenUp']>,
): SwaprouteError {
  return new SwaprouteError(
    code ?? 'QUOTE_EXPIRED',
    `It was given up before the payment: ${reason}`,
    {
      hint: 'Nothing was paid. Get a new quote if you still want it.',
      context: { id, receiptId, hashes },
      funds,
    },
  )
}

/** Exit code and sentence of a swap that did not end in SUCCESS (cli contract, section 4). */
function failureOf(outcome: SwapOutcome, waited: boolean, repeated: string): SwaprouteError | null {
  if (outcome.givenUp !== null) return notPaid(outcome, outcome.givenUp)
  const { status, subStatus = null, action: todo = null } = outcome.status
  const { meaning, action } = statusText(status, {
    subStatus,
    action: todo,
    isDeposit: outcome.deposit !== undefined,
    fate: fateOf({ ...outcome, status }),
  })
  const fail = (code: ErrorCode, hint: string): SwaprouteError =>
    new SwaprouteError(code, meaning, {
      hint,
      context: { id: outcome.id, receiptId: outcome.receiptId, hashes: outcome.hashes, status },
      funds: outcome.funds,
      money: moneyOf(outcome),
    })
  switch (status) {
    case 'SUCCESS':
      return null
    case 'FAIL':
    case 'REVERT':
    case 'REVERTED':
      return fail('SWAP_FAILED', action)
    case 'READY_TO_CLAIM':
      return fail('ACTION_REQUIRED', action)
    default:
      // --no-wait only requires a sent payment, so whether it was sent must be known.
      return waited || outcome.funds === 'unknown'
        ? fail(
            'OUTCOME_UNKNOWN',
            `Continue with \`swaproute resume ${outcome.receiptId}${repeated}\`.`,
          )
        : null
  }
}

export type DepositView =
  | { kind: 'card'; shown: ShownDeposit; plain: readonly string[] }
  | { kind: 'receipt'; facts: ReceiptFacts; plain: readonly string[] }

/**
 * The answer of an opened order: the card if it is not followed, otherwise its state. For machines
 * the service's own answer with the address, the id, and later facts.
 */
export async function depositAnswer(
  outcome: SwapOutcome,
  shown: ShownDeposit | null,
  waited: boolean,
  receiver: string | null,
  ctx: Ctx<'assets'>,
): Promise<Answer<DepositView>> {
  const answer = await outcomeAnswer(outcome, waited, receiver, ctx)
  const { data, view, ...rest } = answer
  return {
    ...rest,
    data: { ...outcome.deposit?.answer, ...data, provider: outcome.provider },
    view:
      shown === null || waited
        ? { kind: 'receipt', facts: view, plain: plainReceipt(view) }
        : {
            kind: 'card',
            shown,
            plain: plainDeposit({ ...shown.facts, status: outcome.status.status }),
          },
  }
}

const columns = [
  'receiptId',
  'id',
  'status',
  'provider',
  'sent',
  'sentSymbol',
  'received',
  'receivedSymbol',
  'source',
  'destination',
  'createdAt',
] as const

/** `--plain` of one receipt: a heading and one line. */
export function plainReceipt(facts: ReceiptFacts): string[] {
  return [columns.join('\t'), plainReceiptLine(facts)]
}

function plainReceiptLine(facts: ReceiptFacts): string {
  const { sent, received } = facts
  const hash = (step: string): string => facts.hashes.find((row) => row.step === step)?.hash ?? ''
  return [
    facts.receiptId,
    facts.id,
    facts.status,
    facts.provider,
    formatAmount(sent.amount, sent.token.decimals),
    sent.token.symbol,
    received === null ? '' : formatAmount(received.amount, received.token.decimals),
    received === null ? '' : received.token.symbol,
    hash('source'),
    hash('destination'),
    facts.createdAtMs === null ? '' : new Date(facts.createdAtMs).toISOString(),
  ]
    .map((cell) => plain(cell))
    .join('\t')
}
