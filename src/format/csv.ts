import { formatAmount } from '../core/amounts.ts'
import type { TokenAmount } from '../core/token.ts'
import { plain } from './plain.ts'

/** A line of the file: cells by the names of their columns; null is empty. */
export type CsvRow = Readonly<Record<string, string | null>>

/** A table as CSV (RFC 4180). */
export function toCsv(columns: readonly string[], rows: readonly CsvRow[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))]
  return lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')
}

/** Foreign text begins no formula in the program that opens the file, and no other cell or line. */
function cell(text: string): string {
  const clean = plain(text)
  const harmless = /^[=+\-@]/.test(clean) ? `'${clean}` : clean
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Without a symbol, as a plain decimal. */
export function csvAmount(amount: TokenAmount | null): string | null {
  return amount === null ? null : formatAmount(amount.amount, amount.token.decimals)
}

/** USD as a plain decimal, cut to millionths. */
export function csvUsd(usdE18: bigint | null): string | null {
  return usdE18 === null ? null : formatAmount(usdE18 / 10n ** 12n, 6)
}

/** In UTC, as spreadsheets read it. */
export function csvTime(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')
}
