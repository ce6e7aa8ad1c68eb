/** A safety rule: what it requires, and what to do after it refused something. */
type RuleText = { meaning: string; action: string }

const another = 'Nothing was signed. Get a new quote, or choose another provider with --provider.'
const report =
  'Nothing was signed. Report it: a provider, backend or node returned what it must not.'
const notPaid =
  'The address was not shown. Do not pay; open a new order, or choose another provider.'
const repair = 'Fix what the error names, then run the command again.'
const later = 'Nothing is wrong on your side. Try again later, or exclude the provider.'
const wait = 'Wait: `swaproute status <id> --wait` keeps checking.'
const packager = 'Install the package again from its registry.'

const families = {
  H: {
    action: later,
    rules: [
      'Only https is used; plain http only to this machine, private addresses and hosts you configured.',
      'Redirects are errors, hosts are fixed, and a URL from an answer is never fetched.',
      'An answer may have at most 2 MiB (token lists 8), counted while it arrives.',
      'One deadline holds from the command down to the socket.',
      'Answers that are too deep or too long, or that have polluting keys, are refused.',
      'Money in an answer must be an exact decimal, never a rounded number.',
      'Reads are retried at most twice, with pauses; orders and payments never.',
      'A provider that keeps failing is not asked for a while.',
      'An error inside a successful answer is an error.',
    ],
  },
  X: {
    action: 'Nothing to do: the text was sanitized before it was shown.',
    rules: [
      'Control, escape, direction and zero-width characters are removed from foreign text.',
      'Foreign text has a maximum length.',
      'Reasons of providers are quoted on one line, without links, never as an instruction.',
      'Symbols that look like a known token are marked and shown with their address.',
      'Links come only from the built-in table of explorers; the clipboard is never written.',
      'Keys pressed before a question is on the screen never answer it; a wrong answer is asked again.',
      'A quote file never decides the receiver, the amount or the tokens: you type or confirm them.',
    ],
  },
  A: {
    action: 'Copy the whole address again, compare both ends, and check which chain it belongs to.',
    rules: [
      'The checksum of an address must be valid for its chain.',
      'An address without a checksum is shown in its checksum form, to compare.',
      'An address must fit the kind and network of its chain.',
      'Zero, burn, precompile, token, router and sample addresses are never paid.',
      'Addresses are shown in full before anything is signed.',
      'Addresses that only begin and end like a known one are refused.',
      'A token is identified by chain and address, never by its symbol.',
    ],
  },
  E: {
    action: another,
    rules: [
      'The chain of the plan, the node and the signed bytes must be the same.',
      'The payment goes only to contracts that are pinned for this provider and chain and have code.',
      'Only pinned contracts of the provider may get an approval.',
      'An approval, token transfer or permit made by a provider is never signed.',
      'The value sent is the amount plus a fee known for this provider, nothing more.',
      'Approvals are built by this program, for the exact amount.',
      'A left-over allowance is revoked, however the swap ends.',
      'The calldata must pay your receiver, expire soon, and not reserve the order for one relayer for long.',
      'The calldata must guarantee at least the expected amount less your slippage.',
      'A simulation must show that nothing else leaves your account.',
      'The gas price is at most five times that of recent blocks, and gas costs no more than you accepted.',
      'Messages and typed data of providers are never signed.',
      'The signed bytes are decoded by independent code and compared with the plan, field by field.',
      'While a key is loaded, only the node of the plan is contacted.',
    ],
  },
  T: {
    action: another,
    rules: [
      'The number and amounts of the messages match the plan; this program sets their send modes.',
      'Messages go only to contracts that are pinned or derived from pinned ones.',
      'The instruction must be known; jetton amount, destination and response address are decoded.',
      'The StateInit of a message must match its address.',
      'The balance must cover the messages and a reserve before anything is signed.',
      'A signature is valid for 360s of chain time; a clock more than 30s off is refused.',
      'The instruction must pay your receiver.',
    ],
  },
  D: {
    action: notPaid,
    rules: [
      'The program’s own reference is on disk before an order is requested.',
      'Each swap has one payment instruction.',
      'The order is read back and every field compared before any of it is shown.',
      'The deposit address must fit the source chain and have no other known role.',
      'A memo is shown before the address and must be confirmed; QR codes include it or are left out.',
      'The instruction includes network, token, exact amount and deadline.',
      'The address is shown again only after a new read-back, and never after its deadline.',
      'The amount to pay is the accepted amount.',
      'A refund address is sent wherever the provider accepts one.',
    ],
  },
  P: {
    action:
      'Nothing was signed. Get a new quote; compare with the other routes and with --dangerous.',
    rules: [
      'A price counts when two independent sources agree; otherwise the token is unpriced.',
      'A loss of 10%, fees and gas included, must be confirmed by typing; 50% or above maxLossBps is refused.',
      'A route over 20% better than independent prices, or than the median of all, is never picked automatically; twice the value is refused.',
      'Slippage above 3% must be confirmed by typing; above 10% it is refused.',
      'Quotes older than 60s are not executed.',
      'A price that is off by a power of ten is a unit error; the quote is dropped.',
    ],
  },
  S: {
    action: wait,
    rules: [
      'An unknown status, a missing answer or a timeout never means that a swap failed.',
      'SUCCESS is reported when the arrival was read on the chain itself.',
      'A state never moves back, except after a recorded reorg.',
      'A failure reported before the payment is confirmed stays pending.',
      'A refund counts when it reached your address.',
      'Disabled providers are not used; their earlier swaps are still followed.',
      'NOT_FOUND is reported only when every chain and provider that could know has answered.',
      'Statements about the money come from the journal or the chain, never from an outage.',
      'A hash counts for a swap only if its transaction pays the contract and the amount of that swap.',
      'A payout far below the agreed amount is reported as INDETERMINATE, never as a success.',
    ],
  },
  V: {
    action: repair,
    rules: [
      'The server has no keys and signs nothing.',
      'The server listens on loopback; any other address needs a token and allowed host names.',
      'Requests from other web origins, and requests that are not JSON, are refused.',
      'Requests are limited in size and time, and connections in number.',
      'At most 32 calculations run and 64 wait; beyond that the answer is 503 with Retry-After.',
      'Ids are random and bound to their request; a repeated request gets the stored answer.',
      'Server errors show no path and no stack.',
      'The server shuts down cleanly within 10s.',
    ],
  },
  L: {
    action: packager,
    rules: [
      'Every package has one exact version, and there are few of them.',
      'Installation runs no package scripts and uses no git or URL dependency.',
      'New package releases wait seven days.',
      'No code is loaded from outside the package at run time.',
      'Signing libraries change only with known test signatures.',
      'The same sources build the same package.',
      'Nothing is signed while NODE_OPTIONS loads foreign code or opens a debugger.',
    ],
  },
  K: {
    action: repair,
    rules: [
      'A key comes from one source: --account, --keystore, --key-stdin, --signer or the environment.',
      'Secrets are refused on the command line, where other programs can read them.',
      'Passwords are typed at a hidden prompt or read from --password-file.',
      'Secret files must be owned and readable by you alone; links and pipes are refused.',
      'Keystores are opened within limits of memory and work.',
      'New keystores are written with strong settings.',
      'TON secrets use the same kind of file, with the wallet version.',
      'The key is opened in a separate process that signs one checked plan and ends.',
      'All output passes a filter that knows every loaded secret.',
      'Secrets in the environment are removed after reading.',
      'A dry run needs no key, and the journal holds addresses only.',
      'Alone, --yes covers 100 USD of amount, fees and gas; above that, repeat the amount with --confirm-amount.',
    ],
  },
} as const satisfies Record<string, { action: string; rules: readonly string[] }>

/** Rules whose action differs from their family's. */
const ownActions: Readonly<Record<string, string>> = {
  E1: 'Nothing was signed. Check which node is configured for the chain: `swaproute doctor`.',
  E2: report,
  E3: report,
  E4: report,
  E8: report,
  E13: report,
  S7: 'Ask again later, or name the chain with --chain.',
  T2: report,
  T5: 'Nothing was signed. Add TON to the account, or swap less.',
  T6: 'Nothing was signed. Correct the clock of this machine.',
  X7: 'Nothing was signed. Check what the file says and repeat it on the command line.',
}

/** The rule of a code such as `E9`; null for an unknown code. */
export function ruleText(code: string): RuleText | null {
  const [, letter, number] = /^([A-Z])([1-9]\d?)$/.exec(code) ?? []
  if (!isFamily(letter)) return null
  const { action, rules } = families[letter]
  const meaning: string | undefined = rules[Number(number) - 1]
  return meaning === undefined ? null : { meaning, action: ownActions[code] ?? action }
}

/** All rule codes. */
export const ruleCodes: readonly string[] = Object.entries(families).flatMap(
  ([letter, { rules }]) => rules.map((_, index) => `${letter}${index + 1}`),
)

function isFamily(letter: string | undefined): letter is keyof typeof families {
  return letter !== undefined && Object.hasOwn(families, letter)
}
