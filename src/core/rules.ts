const another = 'Nothing was signed. Get a new quote, or choose another provider with --provider.'
const report =
  'Nothing was signed. Report it: a provider, backend or node returned what it must not.'
const repair = 'Fix what the error names, then run the command again.'
const confirm =
  'Nothing was signed. Read the review in a terminal and type what it asks for, or choose another route.'

/**
 * Every safety rule, by subject. docs/safety.md section 2 is printed from this table and `explain` reads it;
 * a refusal carries the code in `context.check`. `action`: what to do after a rule of the family refused.
 */
const families = [
  {
    title: '**HTTP** (`src/http`)',
    action: 'Nothing is wrong on your side. Try again later, or exclude the provider.',
    rules: {
      H1: 'Only https is used; plain http only to this machine, private addresses and single-label hosts that you configured.',
      H2: 'Redirects are errors, hosts are constants of the adapter, and a URL from an answer is never fetched.',
      H3: 'A decoded answer has at most 2 MiB (token lists 8), counted while it arrives.',
      H4: 'One deadline and one signal hold from the command to the socket.',
      H5: 'Answers that are too deep or too long, or that have the keys `__proto__`, `constructor` or `prototype`, are refused.',
      H6: 'Money in an answer is a strict decimal, a declared hex string or a safe integer, never a rounded number.',
      H7: 'Reads are repeated at most twice, with random pauses, Retry-After and a request budget per host; orders and broadcasts are resumed, never repeated.',
      H8: 'A provider that fails repeatedly is not asked for a while.',
      H9: 'An error inside a successful answer is an error.',
    },
  },
  {
    title: '**Facts from nodes** (`src/http`, `src/backend`)',
    action:
      'Nothing was signed. Set a node that you trust with SWAPROUTE_RPC_<CHAIN>, or choose another route.',
    rules: {
      N1: 'A fact that decides where money goes or what a number means is read from two nodes on different hosts, which must agree: decimals and metadata of unlisted tokens, ENS names, pools, jetton wallets, registries and entries of contracts, and the simulation. If only one host answers, the review shows it and the amount must be typed. A node that you configured for the chain counts as agreed.',
      N2: 'Decimals of a token are compared with those a price source reports; a difference is refused.',
      N3: 'A simulation runs with the gas price and limit of the payment and the base fee of the block, so that no contract can distinguish it from the payment. Whether a pool that a router relies on belongs to the exchange is read from two hosts; pools that a call names are confirmed right before it is signed, each at the factory of an exchange of the chain.',
    },
  },
  {
    title: '**Text** (`src/format`)',
    action: 'Nothing to do: the text was sanitized before it was shown.',
    rules: {
      X1: 'Control, escape, direction and zero-width characters are removed from foreign text.',
      X2: 'Foreign text has a maximum length.',
      X3: 'Reasons of providers are quoted on one line, without links, never as an instruction.',
      X4: 'Symbols that resemble a known token are marked and shown with their address.',
      X5: 'Links come only from the built-in table of explorers, and a page is opened only by `--open` or the key for it; the clipboard is written only when you press the key for it; the filter for foreign text never cuts hints of this program.',
      X6: 'Keys pressed before a question is on the screen never answer it; after a wrong answer the question is repeated (three times).',
      X7: 'A quote file or an id never decides the receiver, the amount or the tokens: you type or confirm them. A quote made by a client of `serve` or by an agent is not available to the command line.',
    },
  },
  {
    title: '**Addresses** (`src/chains`)',
    action: 'Copy the whole address again, compare both ends, and check which chain it belongs to.',
    rules: {
      A1: 'The checksum of an address must be valid for its chain.',
      A2: 'An address without a checksum is shown in its checksum form, to compare.',
      A3: 'An address must fit the kind and network of its chain.',
      A4: 'Zero, burn, precompile, token, router and sample addresses are never paid, nor, outside the sandbox, accounts whose key is public. In the sandbox, addresses of chains that have a test form are written in that form.',
      A5: 'Addresses are shown in full before anything is signed.',
      A6: 'Addresses with the first four and last four characters of a known one are refused as receiver, refund or deposit address; known are your accounts, earlier receivers, orders and your book.',
      A7: 'A token is identified by chain and address, never by its symbol.',
      A8: 'A name is shown together with its address on the review and in the question, and a name that resolves to a different address than in your last swap to it must be typed. A book entry that is a contract on its own chain is valid for another chain only if a contract is at that address too.',
      A9: 'A paying account that is a contract is never the default receiver on another chain. The same address typed in full is accepted; the amount must be typed if no contract is at that address.',
    },
  },
  {
    title: '**EVM** (`src/wallet`, on every plan, whichever backend made it)',
    action: another,
    rules: {
      E1: 'The chain of the plan, the node and the signed bytes must be the same.',
      E2: 'The payment goes only to contracts that are pinned for this provider and chain, have code and are not disabled. A provider that is paid at changing addresses (a solver, a deposit address) gets only a plain transfer of exactly the accepted amount, to the address confirmed by reading its order back.',
      E3: 'Only pinned contracts of the provider may get an approval; the called contract itself only if the adapter declares it.',
      E4: 'An approval, transferFrom, permit, setApprovalForAll or Permit2 call made by a provider is never signed; the source token itself is called only for a decoded deposit transfer.',
      E5: 'The value sent is the native amount plus a fee known for this provider (for a token: the fee only), at most 2% above the quoted fee. The fee counts in P2, K12 and the typed reasons, whichever backend made the plan.',
      E6: 'Approvals are built by this program, for the exact amount.',
      E7: 'A leftover allowance is revoked, however the swap ends.',
      E8: 'Every provider declares how its promise is proved: `calls` (decoded completely: receiver, tokens, chain, minimum, deadline, who may cancel), `order` (read back), `ton`, or `opaque`. A call that crosses chains is decoded completely or refused; `opaque` exists on one chain only and needs a simulation that shows the arrival. Deadlines are in the future and near; an order is not reserved for anyone but a relayer named in the quote. A router that pays whatever pool a call names (1inch’s `unoswap`, which takes no deadline) gets only pools confirmed as N3 says: pairs with the fee that their exchange’s own router computes, and V3 pools. It holds the minimum against what the last pool computes, so tokens that take a part of each transfer do not go this way.',
      E9: 'The calldata guarantees at least the accepted minimum, which is computed here: expected × (1 − slippage), with your slippage or the default of this program, never a number of the provider or backend.',
      E10: 'A simulation must show that nothing else leaves your account, that no other approval is given, and that what arrives is within 20% of the expectation, on both sides; without a simulation, `--yes` alone is not enough. For an unlisted token the review shows base units beside the amount. A simulation filters; it does not prove.',
      E11: 'Transactions have type 0 or 2. The gas price is at most five times the median of the last 20 blocks and the cost, with what a rollup charges for data, counts in K12; if the coin has no confirmed price, the cost in the coin must be typed. A tip that rose since the review is cut to the accepted amount, and refused if less than half of it fits. Gas that a node reports as 0 or leaves out is estimated.',
      E12: 'Messages and typed data of providers are never signed.',
      E13: 'The signed bytes are decoded by independent code and compared with the plan, field by field; the summary is printed from them.',
      E14: 'While a key is loaded, only the nodes of the plan’s chain are contacted.',
      E15: 'If a router measures the growth of the receiver’s balance and runs an executor at any address, the executor is pinned, or the amount must be typed and `--yes` refuses. The route is refused while the journal has an open payout of the same token to the receiver that anyone could trigger.',
      E16: 'The minimum of a refund is read like the minimum of a payout: an order that may end with a refund of less than 97% is not guaranteed; it ranks like a deposit, and the amount must be typed. The cost of a refund, of a call or of a deposit whose provider states it, is on the review and counts in P2 and K12; from 3% of the payment the amount must be typed, and a call whose refund costs above 5 USD is refused. An order may be reserved only for the provider’s own solver, or for a relayer named in the quote for a short time; exclusivity and deadlines are read as the contract reads them, as a period or a moment. A fee, a leftover or a referrer’s share goes only to the provider’s own account or to an integrator that you named. Gas that a call pays onward is sufficient at the price of the chain where it arrives, and no coins are sent that the call does not use.',
      E17: 'A provider that no contract holds to its promise, or whose call cannot be read to its end, is trusted by name, like a custodial exchange: this machine itself asked the provider’s own host for the call, never a remote backend; the contract is pinned and has code, and only the accepted amount can leave; the answer names receiver, token, chain and least amount, and what of the call can be read agrees with it. The review says whom you trust, and what a failed last step pays to whom; the route ranks like a deposit, the amount is typed, and `--yes` needs `--trust` with the name. Messages and typed data stay refused.',
      E18: 'A call that refers to an off-chain order is signed only after this machine has read that order from the provider’s own host, or has checked the counterparty’s signature over it.',
    },
  },
  {
    title: '**TON** (`src/wallet`)',
    action: another,
    rules: {
      T1: 'The number and amounts of the messages match the plan; this program sets their send modes (flag 2 set; never 32, 64 or 128).',
      T2: 'Messages go only to contracts that are pinned or derived from pinned ones.',
      T3: 'The operation must be known; jetton amount, destination and response address are decoded.',
      T4: 'The StateInit of a message must match its address.',
      T5: 'The balance must cover the messages and a reserve before anything is signed.',
      T6: 'A signature is valid for 360s of chain time; a clock more than 30s off is refused.',
      T7: 'The receiver must be in the message, or in the order read back.',
    },
  },
  {
    title: '**Deposits** (`src/providers`, `src/commands`)',
    action: 'The address was not shown. Do not pay; open a new order, or choose another provider.',
    rules: {
      D1: 'The program’s own reference is on disk before an order is requested.',
      D2: 'Each swap has one payment instruction.',
      D3: 'The order is read back and every field compared before any of it is shown.',
      D4: 'The deposit address must fit the source chain and must not be known in another role.',
      D5: 'A memo is shown before the address and must be confirmed; payment links and QR codes are built here and include it or are left out. An order without the memo that the exchange’s own list requires is not shown.',
      D6: 'The instruction includes network, token address, exact amount and deadline.',
      D7: 'The address is shown again only after a new read-back, and never after its deadline.',
      D8: 'The amount to pay is the accepted amount.',
      D9: 'A refund address is sent wherever the provider accepts one.',
    },
  },
  {
    title: '**Price** (`src/router`, `src/execution`)',
    action:
      'Nothing was signed. Get a new quote; compare with the other routes and with --dangerous.',
    rules: {
      P1: 'A price counts when two independent sources agree; otherwise the token is unpriced and its route is never chosen automatically. Two sources that may both read the same pool are not independent: a second pool must confirm the price.',
      P2: 'A loss of 10% or more, fees and gas included, must be typed; 50%, or above `maxLossBps` (a setting), is refused, also with `--yes`. The minimum counts as well as the expectation. For a claim, gas from 10% of the claimed value must be typed.',
      P3: 'A route over 20% better than independent prices is never chosen automatically; where a price is missing, the median of at least three offers counts. Twice the value is refused. A price source that is down is reported as an outage, never as “no route”.',
      P4: 'Slippage above 3% must be typed; above 10% it is refused.',
      P5: 'Quotes older than 60s or expired are not executed.',
      P6: 'A price that is off by a power of ten is a unit error; the quote is dropped.',
      P7: 'What is signed is what was shown. A plan that replaces an accepted one is compared with it in every member of the review: amounts, fees, gas, confirmations, simulation, reasons, receiver, spender, contract. Anything worse is shown and asked again; with `--yes`, and for agents, it is refused with both reviews.',
      P8: 'A route whose payout no contract enforces (deposit, floating) and that promises over 3% more than confirmed prices, or than the best enforced route, is never chosen automatically: the amount must be typed, and `--yes` refuses it. With a remote backend, this machine compares the routes of the answer.',
      P9: 'An expected amount more than 3% below confirmed prices must be typed, whatever price impact a provider reports. With a remote backend the minimum is also at least the confirmed price less slippage less 2%.',
    },
  },
  {
    title: '**Status** (`src/status`, `src/evidence`)',
    action: 'Wait: `swaproute status <id> --wait` keeps checking.',
    rules: {
      S1: 'An unknown status, a missing answer or a timeout never means that a swap failed.',
      S2: 'SUCCESS needs the arrival read on the chain itself on EVM and TON; elsewhere a valid hash, 1/3 to 3 times the quote and a plausible time. Otherwise it is a claim and polling continues.',
      S3: 'A state never moves back, except after a recorded reorg.',
      S4: 'A failure reported before the payment is confirmed stays pending.',
      S5: 'A refund counts when it reached your address.',
      S6: 'Settings disable providers and contracts; the status of their earlier swaps still works.',
      S7: 'NOT_FOUND is reported only when every chain and provider that could know has answered; otherwise the answer lists what could not be asked and claims nothing.',
      S8: 'Statements about the money (`funds`) come from the journal or the chain, never from an outage, and never contradict what was printed before.',
      S9: 'A hash counts for a swap only if its transaction pays the contract and the amount of that swap; nothing unproved is stored.',
      S10: 'A payout far below the agreed amount is reported as INDETERMINATE, never as a success, and never waited for indefinitely.',
    },
  },
  {
    title: '**Server** (`src/server`)',
    action: repair,
    rules: {
      V1: 'The server has no wallet code and signs nothing.',
      V2: 'The server listens on loopback; any other address needs a token and allowed host names.',
      V3: 'Requests from other web origins, and requests that are not JSON, are refused. A password that a browser keeps for the page counts only for requests of the page itself.',
      V4: 'A body has at most 64 KiB, headers arrive in 5s and a request in 15s; at most 512 connections are open.',
      V5: 'Quotes, swaps and statuses have limits of their own: at most 256, 64 and 128 are open and 128 of each wait; beyond that the answer is 503 with Retry-After, also for GETs that ask upstreams. Work ends with the last caller who waits for it. Callers who ask for the same at the same time share what providers answer, never an id or an order. `Sec-Fetch-Site: cross-site` is refused, and only fills in the form of the page; an unknown hash is remembered for seconds. A request that is refused early is still read and answered. A service started in the sandbox marks every answer as such. Stored quotes expire and have a size limit.',
      V6: 'Ids are random and bound to their request; only a repeat of the whole request, with the same receiver, payer and refund address, gets the stored answer. A service does not reveal the id of a route for a hash or an address.',
      V7: 'Server errors are only the declared ones and show no path and no stack.',
      V8: 'The server shuts down cleanly within 10s after the time to drain. A remote backend can never relax a rule.',
      V9: 'What makes a route of a remote backend dangerous is judged on this machine, whatever its warnings say: without --dangerous such a route is refused. Pools that can be read from here are read once before signing, and a minimum that they do not explain is refused.',
    },
  },
  {
    title: '**Packages**',
    action: 'Install the package again from its registry.',
    rules: {
      L1: 'Every package has one exact version; at most 10 are direct and 60 in all, besides those for logs, metrics and PostgreSQL, which `serve` alone loads.',
      L2: 'Installation runs no package scripts and uses no git or URL dependency.',
      L3: 'New package releases wait seven days.',
      L4: 'No code is loaded from outside the package at run time; cached compiled code is checked before use, is at an absolute path in a folder of yours, is never deleted through links, and a damaged piece is replaced, not run.',
      L5: 'Signing libraries change only with known test signatures.',
      L6: 'The same sources build the same package.',
      L7: 'Nothing is signed under `NODE_OPTIONS` or exec arguments that are not on a short list of harmless ones (memory, warnings, DNS order).',
    },
  },
  {
    title: '**Keys and settings** (`src/wallet`, `src/commands`)',
    action: repair,
    rules: {
      K1: 'A key comes from one source: `--account` or `--keystore` (V3, also Foundry’s folder), `--key-stdin`, `--signer` (another program of this machine that signs without sending), the environment (for CI, warned), or the key store of the system.',
      K2: 'Secrets are refused on the command line, where other programs can read them.',
      K3: 'Passwords are typed at a hidden prompt or read from `--password-file`; where neither is possible, the program stops.',
      K4: 'Folders have mode 0700 and files 0600 from creation; plain secrets that others can read, links, pipes and foreign owners are refused (the tokens of a server may be mounted: a link, or a file of root that only root and a group of the server can read), encrypted keystores that others can read are warned about.',
      K5: 'Keystores are opened within limits of memory and work (scrypt N ≤ 2^20, ≤ 1 GiB); their address field is optional.',
      K6: 'New keystores are written with scrypt N 2^18, r 8, p 1.',
      K7: 'TON secrets use the same kind of file, with the wallet version.',
      K8: 'The key is opened in a separate process that signs one checked plan and ends; only its exit really erases the key.',
      K9: 'All output passes a filter that removes every loaded secret, its encoded forms included.',
      K10: 'Secrets in the environment are removed after reading and never inherited; `serve` and `sandbox` refuse to start with one.',
      K11: 'A dry run needs no key, and the journal holds addresses only.',
      K12: 'Alone, `--yes` covers up to 100 USD of amount, fees and gas together; above that, or where the value is unknown, repeat the amount with `--confirm-amount` (a policy file with pairs, receivers and limits may grant more).',
      K13: 'A configuration file with its book of receivers, or a token list, that another user could change or replace (by its owner, its mode or a folder above it) is refused, with the command that fixes it. Changes are atomic and locked: none is lost.',
      K14: 'The limit of an agent over 24 hours is checked and reserved in the one transaction of the journal that records the swap, for all processes. An agent cannot answer what a person has to type: it is refused, or the person is prompted through the agent’s client; `--max-usd` replaces the amount limits of K12 only.',
    },
  },
] as const satisfies readonly Family[]

type Family = { title: string; action: string; rules: Readonly<Record<string, string>> }
type KeysOf<T> = T extends unknown ? keyof T : never

/** The code of a safety rule, such as `E9`. */
export type RuleCode = Extract<KeysOf<(typeof families)[number]['rules']>, string>

/** Actions of rules that differ from those of their family. */
const ownActions: Readonly<Record<string, string>> = {
  E1: 'Nothing was signed. Check which node is configured for the chain: `swaproute doctor`.',
  E2: report,
  E3: report,
  E4: report,
  E8: report,
  E13: report,
  E15: confirm,
  E16: report,
  E17: 'Nothing was signed. Run the command without --backend and --url, so that this machine asks the provider itself, or choose another provider with --provider.',
  E18: report,
  K13: 'Nothing was signed. Check the contents of the file, then run the command in the error, which removes access for other users.',
  K14: 'Nothing was signed. Swap in a terminal, or prepare a route that needs no extra confirmation.',
  P7: 'Nothing was signed. Compare both reviews and run the command again to accept the new one.',
  P8: confirm,
  P9: confirm,
  S7: 'Ask again later, or name the chain with --chain.',
  T2: report,
  T5: 'Nothing was signed. Add TON to the account, or swap less.',
  T6: 'Nothing was signed. Correct the clock of this machine.',
  V9: 'Nothing was signed. Choose another route, or ask the providers from here with --backend embedded.',
  X7: 'Nothing was signed. Check what the file or the route contains and write it on the command line yourself.',
} satisfies Partial<Record<RuleCode, string>>

export type Rule = { code: string; rule: string; action: string }

const table: readonly Family[] = families

/** All rules in the order of docs/safety.md, by family. */
export const ruleFamilies: ReadonlyArray<{ title: string; rules: readonly Rule[] }> = table.map(
  ({ title, action, rules: texts }) => ({
    title,
    rules: Object.entries(texts).map(([code, rule]) => ({
      code,
      rule,
      action: ownActions[code] ?? action,
    })),
  }),
)

export const rules: readonly Rule[] = ruleFamilies.flatMap((family) => family.rules)
