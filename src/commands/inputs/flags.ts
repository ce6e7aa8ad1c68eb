import type { Flag, Values } from './input.ts'
import {
  readDuration,
  readExclusions,
  readForeignExclusions,
  readMaxFee,
  readProvider,
  readSlippage,
  readTimeout,
} from './values.ts'

/** Flags of every command. */
export const commonFlags = [
  { name: 'json', hint: 'One JSON document on stdout, success or failure' },
  { name: 'ndjson', hint: 'One JSON line per event; the last is the document of --json' },
  { name: 'plain', hint: 'Tab-separated lines without frame or colour' },
  { name: 'no-color', hint: 'No colours' },
  { name: 'no-input', hint: 'Never prompt; exit 10 if an answer is needed' },
  { name: 'quiet', short: 'q', hint: 'Only the answer; no progress, no warnings' },
  { name: 'verbose', short: 'v', hint: 'Error details and stack traces' },
  { name: 'config', value: 'FILE', values: 'file', hint: 'Use this configuration file' },
  {
    name: 'profile',
    value: 'NAME',
    values: 'profile',
    hint: 'Settings of this profile over those of the file',
  },
  {
    name: 'backend',
    value: 'KIND',
    choices: ['embedded', 'remote'],
    hint: 'Where routes are calculated: here or at a service',
  },
  { name: 'url', value: 'URL', hint: 'Address of the remote service' },
  { name: 'sandbox', hint: 'Local chains with play money; starts them if needed' },
  { name: 'help', short: 'h', hint: 'This help' },
  { name: 'version', hint: 'Version of the program' },
] as const satisfies readonly Flag[]

/** The swap itself; equivalent to the positional form. */
export const assetFlags = [
  {
    name: 'amount',
    short: 'a',
    value: 'N',
    group: 'swap',
    hint: 'Amount in token units, a plain decimal',
  },
  {
    name: 'from',
    short: 'f',
    value: 'ASSET',
    group: 'swap',
    values: 'asset',
    hint: 'Source, for example eth:USDC',
  },
  {
    name: 'to',
    short: 't',
    value: 'ASSET',
    group: 'swap',
    values: 'asset',
    hint: 'Destination, for example arb:USDC',
  },
  { name: 'raw-amount', value: 'N', group: 'swap', hint: 'Amount in base units instead' },
] as const satisfies readonly Flag[]

/** Flags of the quote request; each is one field of the contract. */
export const quoteFlags = [
  ...assetFlags,
  {
    name: 'receiver',
    short: 'r',
    value: 'ADDR',
    group: 'parties',
    values: 'book',
    hint: 'Recipient on the destination chain',
  },
  {
    name: 'from-address',
    value: 'ADDR',
    group: 'parties',
    values: 'account',
    hint: 'Paying wallet or account, for exact numbers and --checks',
  },
  {
    name: 'refund-to',
    value: 'ADDR',
    group: 'parties',
    values: 'book',
    hint: 'Where a failed deposit swap returns',
  },
  { name: 'referrer', value: 'ID', group: 'route', hint: 'Name of the integrating project' },
  {
    name: 'integrator',
    value: 'ADDR',
    group: 'route',
    hint: 'Registered integrator, decides the fee model',
  },
  {
    name: 'slippage',
    value: 'PERCENT',
    group: 'safety',
    hint: 'Accepted price loss, as 0.5% or 50bps (default 0.5% on one EVM chain, else 1%)',
    read: readSlippage,
  },
  {
    name: 'provider',
    value: 'ID',
    group: 'route',
    values: 'provider',
    hint: 'Preferred provider; swap and deposit ask it alone',
    read: readProvider,
  },
  {
    name: 'exclude',
    value: 'ID,…',
    repeatable: true,
    group: 'route',
    values: 'provider',
    hint: 'Providers to leave out',
    readAll: readExclusions,
  },
  {
    name: 'exclude-foreign',
    value: 'OF=ID,…',
    repeatable: true,
    group: 'route',
    hint: 'Exchanges inside lifi, rango, zerox or dflow to leave out',
    readAll: readForeignExclusions,
  },
  {
    name: 'timeout',
    value: 'SECONDS',
    group: 'route',
    hint: 'Seconds for the calculation, 2 to 60 (default 30)',
    read: readTimeout,
  },
  { name: 'testnets', group: 'route', hint: 'Allow test networks' },
  { name: 'checks', group: 'safety', hint: 'Check balance and allowance of the paying wallet' },
  {
    name: 'skip-fee-providers',
    group: 'route',
    hint: 'Leave out providers that take a fee in the route',
  },
  { name: 'failed', group: 'output', hint: 'Show why providers have no route' },
  { name: 'dangerous', group: 'route', hint: 'Show dangerous routes too' },
  {
    name: 'deposits',
    value: 'WHICH',
    choices: ['all', 'only', 'none'],
    group: 'route',
    hint: 'Routes that are paid by a deposit',
  },
  { name: 'prefer-deposit', group: 'route', hint: 'Use a deposit where one is available' },
  {
    name: 'receiver-memo',
    value: 'TEXT',
    group: 'parties',
    hint: "Memo or tag of the receiver's exchange account; none: it needs none",
  },
] as const satisfies readonly Flag[]

/** Order of the routes. */
export const sortFlag = {
  name: 'sort',
  value: 'BY',
  choices: ['receive', 'fastest', 'cheapest'],
  group: 'output',
  hint: 'Order of the table',
} as const satisfies Flag

export const chainFlag = {
  name: 'chain',
  value: 'CHAIN',
  values: 'chain',
  hint: 'Source chain, narrows the search',
} as const satisfies Flag

/** Where the key comes from (docs/safety.md K1). */
export const keyFlags = [
  {
    name: 'account',
    value: 'NAME',
    group: 'parties',
    values: 'account',
    hint: 'Account of `swaproute wallet list`',
  },
  { name: 'keystore', value: 'FILE', group: 'parties', values: 'file', hint: 'A V3 keystore file' },
  {
    name: 'password-file',
    value: 'FILE',
    group: 'parties',
    values: 'file',
    hint: 'File with the password of the keystore',
  },
  { name: 'key-stdin', group: 'parties', hint: 'Read the private key from standard input' },
  {
    name: 'signer',
    value: 'URL',
    group: 'parties',
    hint: 'Let a signer on this machine sign, such as clef',
  },
] as const satisfies readonly Flag[]

/** Accepts an unknown contract; `--yes` never does. */
export const acceptContractFlag = {
  name: 'accept-contract',
  value: 'ADDR',
  repeatable: true,
  group: 'safety',
  hint: 'Full address of an unknown contract; you can lose everything you send',
} as const satisfies Flag

/** Gas without a confirmed price is accepted by its cost in the coin (docs/safety.md E11). */
export const confirmGasFlag = {
  name: 'confirm-gas',
  value: 'N',
  group: 'safety',
  hint: 'Maximum gas cost in the native coin, if its price is unknown',
} as const satisfies Flag

/** A provider that no contract holds to its promise is named (docs/safety.md E17). */
export const trustFlag = {
  name: 'trust',
  value: 'NAME',
  values: 'provider',
  group: 'safety',
  hint: 'Trust this provider where no contract enforces its promise',
  read: readProvider,
} as const satisfies Flag

/** Runs a command of the user when a swap has ended. */
export const notifyFlag = {
  name: 'notify-command',
  value: 'CMD',
  group: 'output',
  hint: 'Command to run after the swap; details in $SWAPROUTE_…',
} as const satisfies Flag

/** Opens the explorer's page of the swap once the answer is printed. */
export const openFlag = {
  name: 'open',
  group: 'output',
  hint: "Open the swap's page in an explorer",
} as const satisfies Flag

export const yesFlag = {
  name: 'yes',
  short: 'y',
  group: 'safety',
  hint: 'Answer confirmations; alone it covers up to 100 USD',
} as const satisfies Flag

export const confirmAmountFlag = {
  name: 'confirm-amount',
  value: 'N',
  group: 'safety',
  hint: 'Repeat the amount if --yes is not enough',
} as const satisfies Flag

/** Flags of commands that move money or open an order. */
export const moneyFlags = [
  ...keyFlags,
  yesFlag,
  confirmAmountFlag,
  confirmGasFlag,
  trustFlag,
  acceptContractFlag,
  { name: 'dry-run', short: 'n', group: 'safety', hint: 'Check and simulate only; needs no key' },
  {
    name: 'min-receive',
    value: 'N',
    group: 'safety',
    hint: 'Refuse to receive less, in destination token units',
  },
  {
    name: 'max-fee-usd',
    value: 'N',
    group: 'safety',
    hint: 'Refuse higher fees on top',
    read: readMaxFee,
  },
  {
    name: 'idempotency-key',
    value: 'TEXT',
    group: 'safety',
    hint: 'Refuse a second swap with this key',
  },
  {
    name: 'force',
    group: 'safety',
    hint: 'Swap again even if the key or the same swap was just used',
  },
  { name: 'no-wait', group: 'output', hint: 'Return once the payment is sent' },
  notifyFlag,
  openFlag,
] as const satisfies readonly Flag[]

/** How the QR codes of a deposit card and of `--unsigned` are drawn. */
export const qrFlag = {
  name: 'qr',
  value: 'WHEN',
  choices: ['always', 'auto', 'never'],
  group: 'output',
  hint: 'QR code of the payment: always, where it fits (auto), or never',
} as const satisfies Flag

/** Two flags: an optional value of `--wait` would take the next word. */
export const waitFlags = [
  { name: 'wait', group: 'output', hint: 'Wait until the swap ends, at most 30m' },
  {
    name: 'wait-for',
    value: 'TIME',
    group: 'output',
    hint: '--wait with another limit: 90s, 10m, 2h; --wait=TIME is the same',
    read: readDuration,
  },
] as const satisfies readonly Flag[]

const defaultWaitMs = 30 * 60_000

/** How long to wait for a swap, in milliseconds; null if neither flag is given. */
export function waitMsOf({ wait, waitFor }: Values<typeof waitFlags>): number | null {
  return waitFor ?? (wait ? defaultWaitMs : null)
}

export type QuoteValues = Values<typeof quoteFlags>
export type KeyValues = Values<typeof keyFlags>
/** Flags that answer the questions of a swap without a person. */
export type AnswerValues = Pick<
  Values<typeof moneyFlags>,
  'yes' | 'confirmAmount' | 'confirmGas' | 'trust' | 'acceptContract'
>
