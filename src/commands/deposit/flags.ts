import { moneyFlags, quoteFlags } from '../frame/flags.ts'
import { waitFlags } from '../request/duration.ts'

/** How the QR code of a deposit card is drawn. */
export const qrFlag = {
  name: 'qr',
  value: 'WHEN',
  choices: ['always', 'auto', 'never'],
  hint: 'QR code of the payment: always, where it fits (auto), or never',
} as const

export const depositFlags = [
  ...quoteFlags,
  ...moneyFlags,
  { name: 'best', hint: 'Order the best route' },
  { name: 'rate', value: 'KIND', choices: ['fixed', 'float'], hint: 'Only routes of this kind' },
  { name: 'id', value: 'ID', hint: 'Order this route of an earlier quote' },
  qrFlag,
  ...waitFlags,
] as const

export type DepositFlag = (typeof depositFlags)[number]['name']
