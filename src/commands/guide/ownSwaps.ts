import { formatAmount } from '../../core/amounts.ts'
import type { SwapSummary } from '../../execution/receipts.ts'
import { shortAmount } from '../../format/amounts.ts'
import { timeText } from '../../format/numbers.ts'
import { plain } from '../../format/plain.ts'
import { fateOf, statusTitle } from '../../format/statusTexts.ts'
import { padEnd } from '../../format/width.ts'
import type { Ctx } from '../frame/command.ts'

const mostSwaps = 200
const stateWidth = 16
const pathWidth = 30

/** The receipt id of a picked swap, open ones first; null if there are none. */
export async function askOwnSwap(
  which: 'all' | 'open',
  ctx: Ctx<'journal'>,
): Promise<string | null> {
  const journal = await ctx.services.journal()
  const open = journal.openSwaps()
  if (which === 'open' && open.length < 2) return null
  const ended = which === 'open' ? [] : journal.history(mostSwaps).filter((swap) => !swap.open)
  const swaps = [...newestFirst(open), ...newestFirst(ended)]
  if (swaps.length === 0) return null
  return await ctx.ask.search('Which swap?', {
    find: (text) => {
      const words = text.toLowerCase().split(/\s+/)
      return swaps.flatMap((swap) => {
        const line = lineOf(swap)
        const searched = `${line} ${swap.receiptId} ${swap.id} ${swap.provider}`.toLowerCase()
        const short = plain(swap.receiptId).slice(0, 8)
        const isFound = words.every((word) => searched.includes(word))
        return isFound ? [{ line, short, value: swap.receiptId }] : []
      })
    },
  })
}

function newestFirst(swaps: readonly SwapSummary[]): SwapSummary[] {
  return [...swaps].sort((a, b) => b.createdAtMs - a.createdAtMs)
}

/** `7c1e4f0a Pending 99 USDC on ETH → ARBITRUM 2026-11-24 03:48`. */
function lineOf(swap: SwapSummary): string {
  const { send, receive } = swap
  const amount = shortAmount(formatAmount(send.amount, send.token.decimals))
  const [from, to] = [send.token, receive.token].map(({ blockchain, symbol }) =>
    [plain(blockchain), plain(symbol, 10)].join(':'),
  )
  return [
    plain(swap.receiptId).slice(0, 8),
    padEnd(statusTitle(swap.status, fateOf(swap)), stateWidth),
    padEnd(`${amount} ${from ?? ''} to ${to ?? ''}`, pathWidth),
    timeText(swap.createdAtMs).slice(0, 16),
  ].join(' ')
}
