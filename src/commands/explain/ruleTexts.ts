/** A rule of safety: what it demands, and what to do when it refused something. */
type RuleText = { meaning: string; action: string }

const another = 'Nothing was signed. Quote again, or take another provider with --provider.'
const report =
  'Nothing was signed. Report it: a provider, backend or node answered what it must not.'
const notPaid = 'The address was not shown. Do not pay; open a new order, or take another provider.'
const repair = 'Put right what the error names, then run the command again.'
const later = 'Nothing is wrong on your side. Try again later, or exclude the provider.'
const wait = 'Nothing to do but wait: `swaproute status <id> --wait` goes on looking.'
const packager = 'Install the package again from its registry.'

const families = {
  H: {
    action: later,
    rules: [
      'Only https is spoken; http to this machine alone, and only when it is configured.',
      'Redirects are errors, hosts are fixed, and no address out of an answer is ever called.',
      'An answer may have at most 2 MiB (token lists 8), counted while it arrives.',
      'One deadline holds from the command down to the socket.',
      'Answers with absurd depth, length or polluting names are refused whole.',
      'Money in an answer has to be an exact decimal, never a rounded number.',
      'Questions are repeated at most twice and with pauses; orders and payments never.',
      'A provider that keeps failing is left alone for a while.',
      'An error inside a successful answer is an error.',
    ],
  },
  X: {
    action: 'Nothing to do: the text was made harmless before it was shown.',
    rules: [
      'Foreign text loses control, escape, direction and zero-width characters before it is shown.',
      'Foreign text is cut to a length.',
      'Reasons of providers are quoted on one line, without links, never as an instruction.',
      'Symbols that look like a known token are marked and shown with their address.',
      'Links come from our own table of explorers only, and nothing is put on the clipboard.',
      'Keys pressed before a question is on the screen never answer it; a wrong answer is asked for again.',
      'A quote file never decides the receiver, the amount or the tokens: you type or confirm them.',
    ],
  },
  A: {
    action: 'Copy the whole address again, compare both ends, and check which chain it belongs to.',
    rules: [
      'The checksum of an address has to be right for its kind of chain.',
      'An address without a checksum is repeated in its checksum form, so that it can be compared.',
      'An address has to be of the kind and network of its chain.',
      'Nobody pays zero, burn, precompiled, token, exchange or sample addresses.',
      'Addresses are shown in full before anything is signed.',
      'Addresses that begin and end like a known one, but are another, are refused.',
      'A token is a chain and an address; a symbol decides nothing.',
    ],
  },
  E: {
    action: another,
    rules: [
      'The chain of the plan, of the node and of the signed bytes has to be the same.',
      'The payment goes only to contracts that are pinned for this provider and chain, and have code.',
      'Only pinned contracts of the provider may take tokens by an approval.',
      'A provider never gets an approval, a transfer of your tokens or a permit signed.',
      'The coins sent along are the amount plus a fee that the provider is known to take, nothing more.',
      'Approvals are made here, and for the exact amount.',
      'An allowance that is left over is taken away at the end, however the swap ends.',
      'The receiver inside the call data has to be yours, its deadline near, and no relayer alone for long.',
      'The call data has to promise at least the expected amount less your slippage.',
      'A simulation must show that nothing else leaves your account.',
      'A unit of gas costs at most five times its price in recent blocks, and gas no more than was accepted.',
      'Messages and typed data of providers are never signed.',
      'The signed bytes are read back by other code and compared with the plan, field by field.',
      'While a key is loaded only the node of the plan is reached.',
    ],
  },
  T: {
    action: another,
    rules: [
      'The messages to be signed are as many and as large as planned, and sent in our own modes.',
      'Messages go only to contracts that are pinned, or proved on the chain to belong there.',
      'The instruction has to be known; jetton amount, destination and answer address are read.',
      'The code that a message carries has to belong to its address.',
      'The balance has to cover the messages and a reserve before anything is signed.',
      'A signature is valid for 360 s of the chain’s time; a clock that is 30 s off is refused.',
      'The receiver inside the instruction has to be yours.',
    ],
  },
  D: {
    action: notPaid,
    rules: [
      'Our own reference is on disk before an order is asked for.',
      'There is one instruction to pay for each swap.',
      'The order is read back, and every field compared, before anything of it is shown.',
      'The deposit address has to fit the source chain and be nobody’s we know in another role.',
      'A memo stands in front of the address and has to be confirmed; codes carry it or are left out.',
      'Network, token, exact amount and deadline belong to the instruction.',
      'It is shown again only after it was read back again, and never after its deadline.',
      'The amount to pay is the amount that was accepted.',
      'A refund address is given wherever the provider takes one.',
    ],
  },
  P: {
    action: 'Nothing was signed. Quote again; compare with the other routes and with --dangerous.',
    rules: [
      'A price counts when two independent sources agree; otherwise the token is unpriced.',
      'A loss of 10 %, fees and gas included, has to be typed out; one of 50 % or above maxLossBps is refused.',
      'A route more than 20 % better than the middle of all, or than independent prices, is never chosen by itself; one of twice the value is refused.',
      'Slippage above 3 % has to be typed out, above 10 % it is refused.',
      'Quotes older than 60 s are not executed.',
      'A price that is off by a power of ten is an error of units; the quote is dropped.',
    ],
  },
  S: {
    action: wait,
    rules: [
      'An unknown word, a missing answer or a timeout never means that a swap failed.',
      'SUCCESS is said when the arrival was read on the chain itself.',
      'A state does not go back, except after a recorded reorganization of the chain.',
      'A failure told before our own payment is confirmed stays pending.',
      'A refund counts when it reached your address.',
      'Providers on the local list are not used any more; their swaps are still followed.',
      'NOT_FOUND is said only when every chain and provider that could know was asked and answered.',
      'What is said about the money comes from the journal or the chain, never from an outage.',
      'A hash counts for a swap only if its transaction pays the contract and the amount of that swap.',
      'A payout far below the agreed amount ends the wait under its own name, never as a success.',
    ],
  },
  V: {
    action: repair,
    rules: [
      'The server has no keys and signs nothing.',
      'The server listens on this machine only; anything else needs a token and known host names.',
      'A request of a browser page from elsewhere, or one that is not JSON, is refused.',
      'Requests are limited in size and time, and connections in number.',
      'At most 32 calculations run, 64 wait; then the answer is 503 with a time to come back.',
      'Ids are random and bound to their request; the same request gets the stored answer.',
      'Faults of the server show no path and no stack.',
      'The server ends in order, within 10 s.',
    ],
  },
  L: {
    action: packager,
    rules: [
      'Every package has one exact version, and there are few of them.',
      'The installation runs no scripts of packages and takes nothing from elsewhere.',
      'New releases of packages wait seven days.',
      'No code is loaded from outside the package while it runs.',
      'Libraries that sign change only together with known signatures.',
      'The same sources give the same package.',
      'Nothing is signed while NODE_OPTIONS loads foreign code or opens a debugger.',
    ],
  },
  K: {
    action: repair,
    rules: [
      'A key comes from one source: --account, --keystore, --key-stdin or the environment.',
      'Nothing secret may stand on the command line, where other programs can read it.',
      'Passwords are typed unseen or read from --password-file.',
      'Secret files belong to you and are readable by you alone; links and pipes are refused.',
      'Keystores are opened within limits of memory and work.',
      'New keystores are written with strong settings.',
      'Secrets of TON lie in the same kind of file, with the version of the wallet.',
      'The key lives in a process of its own that signs one checked plan and ends.',
      'Everything that is printed passes a filter that knows every loaded secret.',
      'Secrets in the environment are removed once they were read.',
      'A dry run needs no key, and the journal holds addresses only.',
      'Alone, --yes covers 100 USD of amount, fees and gas; above that the amount is given again with --confirm-amount.',
    ],
  },
} as const satisfies Record<string, { action: string; rules: readonly string[] }>

/** Where another action than the family's helps more. */
const ownActions: Readonly<Record<string, string>> = {
  E1: 'Nothing was signed. Check which node is configured for the chain: `swaproute doctor`.',
  E2: report,
  E3: report,
  E4: report,
  E8: report,
  E13: report,
  S7: 'Ask again later, or name the chain with --chain.',
  T2: report,
  T5: 'Nothing was signed. Bring more coins to the account, or swap less.',
  T6: 'Nothing was signed. Set this machine’s clock right.',
  X7: 'Nothing was signed. Check what the file says and repeat it on the command line.',
}

/** The rule of a code such as `E9`, as it stands behind a refusal; null for what is no rule. */
export function ruleText(code: string): RuleText | null {
  const [, letter, number] = /^([A-Z])([1-9]\d?)$/.exec(code) ?? []
  if (!isFamily(letter)) return null
  const { action, rules } = families[letter]
  const meaning: string | undefined = rules[Number(number) - 1]
  return meaning === undefined ? null : { meaning, action: ownActions[code] ?? action }
}

/** Every code there is. */
export const ruleCodes: readonly string[] = Object.entries(families).flatMap(
  ([letter, { rules }]) => rules.map((_, index) => `${letter}${index + 1}`),
)

function isFamily(letter: string | undefined): letter is keyof typeof families {
  return letter !== undefined && Object.hasOwn(families, letter)
}
