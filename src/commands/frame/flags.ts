import type { Flag } from './shapes.ts'

/** Flags of every command. */
export const commonFlags = [
  { name: 'json', hint: 'One JSON document on stdout, success or failure' },
  { name: 'ndjson', hint: 'One JSON line per event; the last is the document of --json' },
  { name: 'plain', hint: 'Tab-separated lines without frame or colour' },
  { name: 'no-color', hint: 'No colours' },
  { name: 'no-input', hint: 'Never ask; exit 10 where an answer is needed' },
  { name: 'quiet', short: 'q', hint: 'Only the answer; no progress, no warnings' },
  { name: 'verbose', short: 'v', hint: 'Error details and stack traces' },
  { name: 'config', value: 'FILE', hint: 'Use this configuration file' },
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

/** What to swap; equivalent to the positional form. */
export const assetFlags = [
  { name: 'amount', short: 'a', value: 'N', hint: 'Amount in token units, a plain decimal' },
  { name: 'from', short: 'f', value: 'ASSET', hint: 'Source, for example eth:USDC' },
  { name: 'to', short: 't', value: 'ASSET', hint: 'Destination, for example arb:USDC' },
  { name: 'raw-amount', value: 'N', hint: 'Amount in base units instead' },
] as const satisfies readonly Flag[]

/** Flags of the quote request; each is one field of the contract. */
export const quoteFlags = [
  ...assetFlags,
  { name: 'receiver', short: 'r', value: 'ADDR', hint: 'Recipient on the destination chain' },
  { name: 'from-address', value: 'ADDR', hint: 'Paying wallet, for exact numbers and --checks' },
  { name: 'refund-to', value: 'ADDR', hint: 'Where a failed deposit swap returns' },
  { name: 'referrer', value: 'ID', hint: 'Name of the integrating project' },
  { name: 'integrator', value: 'ADDR', hint: 'Registered integrator, decides the fee model' },
  { name: 'slippage', value: 'PERCENT', hint: 'Accepted price loss: 0.5% or 50bps' },
  { name: 'provider', value: 'ID', hint: 'Preferred provider; swap and deposit ask it alone' },
  { name: 'exclude', value: 'ID,…', repeatable: true, hint: 'Providers to leave out' },
  {
    name: 'exclude-foreign',
    value: 'OF=ID,…',
    repeatable: true,
    hint: 'Exchanges inside lifi, rango, zerox or dflow to leave out',
  },
  { name: 'timeout', value: 'SECONDS', hint: 'Seconds for the calculation, 2 to 60 (default 30)' },
  { name: 'testnets', hint: 'Allow test networks' },
  { name: 'checks', hint: 'Check balance and allowance of the paying wallet' },
  { name: 'skip-fee-providers', hint: 'Leave out providers that take a fee in the route' },
  { name: 'failed', hint: 'Show why providers have no route' },
  { name: 'dangerous', hint: 'Show dangerous routes too' },
  {
    name: 'deposits',
    value: 'WHICH',
    choices: ['all', 'only', 'none'],
    hint: 'Routes that are paid by a deposit',
  },
  { name: 'prefer-deposit', hint: 'Use a deposit where one is available' },
  {
    name: 'receiver-memo',
    value: 'TEXT',
    hint: "Memo or tag of the receiver's exchange account; none: it needs none",
  },
] as const satisfies readonly Flag[]

/** Where the key comes from (docs/safety.md K1). */
export const keyFlags = [
  { name: 'account', value: 'NAME', hint: 'Account of `swaproute wallet list`' },
  { name: 'keystore', value: 'FILE', hint: 'A V3 keystore file' },
  { name: 'password-file', value: 'FILE', hint: 'File with the password of the keystore' },
  { name: 'key-stdin', hint: 'Read the private key from standard input' },
  { name: 'signer', value: 'URL', hint: 'Let a signer on this machine sign, such as clef' },
] as const satisfies readonly Flag[]

/** Accepts an unknown contract; `--yes` never does. */
export const acceptContractFlag = {
  name: 'accept-contract',
  value: 'ADDR',
  repeatable: true,
  hint: 'Full address of an unknown contract; you can lose everything you send',
} as const satisfies Flag

/** Gas is accepted by its cost where no confirmed price values it (docs/safety.md E11). */
export const confirmGasFlag = {
  name: 'confirm-gas',
  value: 'N',
  hint: 'Most that gas may cost in the native coin, where its price is unknown',
} as const satisfies Flag

/** Told by a command of the user's own when a swap has ended. */
export const notifyFlag = {
  name: 'notify-command',
  value: 'CMD',
  hint: 'Run this when the swap has ended; facts are in $SWAPROUTE_…',
} as const satisfies Flag

/** Flags of commands that move money or open an order. */
export const moneyFlags = [
  ...keyFlags,
  { name: 'yes', short: 'y', hint: 'Answer confirmations; alone it covers up to 100 USD' },
  { name: 'confirm-amount', value: 'N', hint: 'Repeat the amount where --yes is not enough' },
  confirmGasFlag,
  acceptContractFlag,
  { name: 'dry-run', short: 'n', hint: 'Check and simulate only; needs no key' },
  { name: 'min-receive', value: 'N', hint: 'Refuse to receive less, in destination token units' },
  { name: 'max-fee-usd', value: 'N', hint: 'Refuse higher fees on top' },
  { name: 'idempotency-key', value: 'TEXT', hint: 'Refuse a second swap with this key' },
  { name: 'force', hint: 'Swap again even if the key or the same swap was just used' },
  { name: 'no-wait', hint: 'Return once the payment is sent' },
  notifyFlag,
] as const satisfies readonly Flag[]

/** How the QR code of a deposit card is drawn. */
export const qrFlag = {
  name: 'qr',
  value: 'WHEN',
  choices: ['always', 'auto', 'never'],
  hint: 'QR code of the payment: always, where it fits (auto), or never',
} as const satisfies Flag
