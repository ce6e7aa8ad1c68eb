import { SwaprouteError } from '../core/errors.ts'
import { actionOf, type NextAction } from '../core/status.ts'
import type { SwapReceipt, SwapSummary } from '../execution/receipts.ts'
import { historyScreen, plainHistory } from '../format/history.ts'
import { countText } from '../format/numbers.ts'
import { ownText } from '../format/plain.ts'
import { fateOf } from '../format/statusTexts.ts'
import { type Ctx, defineCommand } from './frame/command.ts'
import { amountData } from './frame/output.ts'
import { writeCsv } from './history/writeCsv.ts'

const defaultLimit = 20
const maxLimit = 1000
/** A file has all swaps, unless fewer are asked for. */
const wholeJournal = 1_000_000

export const historyCommand = defineCommand({
  name: 'history',
  money: 'follows',
  summary: 'Swaps made on this machine',
  usage: '',
  examples: [
    'swaproute history',
    'swaproute history --open --json',
    'swaproute history --csv swaps-2026.csv',
  ],
  flags: [
    { name: 'limit', value: 'N', hint: 'Maximum entries (default 20)' },
    { name: 'open', hint: 'Only swaps that have not ended' },
    {
      name: 'csv',
      value: 'FILE',
      values: 'file',
      hint: 'Write all swaps to a new file for accounts and taxes, one line each',
    },
  ],
  maxWords: 0,
  async run(input, ctx: Ctx<'journal'>) {
    const limit = readLimit(input.limit)
    const journal = await ctx.services.journal()
    const { csv } = input
    const most = csv !== undefined && input.limit === undefined ? wholeJournal : limit
    const listed = input.open ? journal.openSwaps(most) : journal.history(most)
    const rows = listed.slice(0, limit)
    const open = journal.countOpen()
    const damage = journal.damage()
    if (damage !== null) ctx.warn('STORE_DAMAGED', `The journal is damaged: ${damage}`)
    const receipts = (): SwapReceipt[] => listed.map(({ receiptId }) => journal.receipt(receiptId))
    const written = csv === undefined ? null : writeCsv(csv, receipts(), ctx.io.cwd)
    return {
      data: rows.map(summaryData),
      view: { rows, open, repeated: ctx.repeated, written },
    }
  },
  screen: ({ rows, open, repeated, written }, { width, paint }) =>
    written === null
      ? historyScreen(rows, width, paint, { repeated, command: 'receipt', open })
      : [`Wrote ${countText(written.swaps, 'swap')} to ${ownText(written.file)}.`],
  plain: ({ rows }) => plainHistory(rows),
})

/** A summary for machines: amounts with their tokens, times ISO 8601. */
export function summaryData(summary: SwapSummary): Record<string, unknown> {
  const { receive } = summary
  return {
    receiptId: summary.receiptId,
    id: summary.id,
    provider: summary.provider,
    status: summary.status,
    state: summary.state,
    open: summary.open,
    subStatus: summary.subStatus,
    action: todoOf(summary),
    funds: summary.funds,
    sent: amountData(summary.send),
    expected: amountData({ token: receive.token, amount: receive.expected }),
    atLeast: amountData({ token: receive.token, amount: receive.atLeast }),
    received: amountData(summary.received),
    hashes: summary.hashes,
    givenUp: summary.givenUp,
    createdAt: new Date(summary.createdAtMs).toISOString(),
    updatedAt: new Date(summary.updatedAtMs).toISOString(),
  }
}

/** The service's own next action applies if the state alone is not enough. */
function todoOf(summary: SwapSummary): NextAction {
  const { status, subStatus, action, open } = summary
  if (fateOf(summary) !== null) return 'none'
  if (status === 'FAIL' && action === 'ask_support') return action
  const usual = open ? actionOf({ status, subStatus }) : 'none'
  return usual === 'pay' && action === 'wait' ? action : usual
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return defaultLimit
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= maxLimit) return limit
  throw new SwaprouteError('INVALID_ARGUMENT', `"${text.slice(0, 20)}" is not a valid limit.`, {
    hint: `Write a number from 1 to ${maxLimit}.`,
  })
}
