import { qrFlag } from '../deposit/flags.ts'
import { moneyFlags, quoteFlags } from '../frame/flags.ts'

export const swapFlags = [
  ...quoteFlags,
  ...moneyFlags,
  qrFlag,
  { name: 'id', value: 'ID', hint: 'Route id of an earlier quote' },
  { name: 'quote', value: 'FILE', hint: 'JSON of `quote` or `best`; - reads standard input' },
  { name: 'unsigned', hint: 'Print the transactions for another signer; send nothing' },
] as const

export type SwapFlag = (typeof swapFlags)[number]['name']
