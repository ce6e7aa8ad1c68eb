import type { ErrorCode } from '../../core/errors.ts'

/** Meaning and action of each error code; one row per code of the table in core. */
export const errorTexts: Record<ErrorCode, { meaning: string; action: string }> = {
  INTERNAL: {
    meaning: 'A bug in this program; nothing was sent.',
    action: 'Report it with the output of the same command under --verbose.',
  },
  INVALID_ARGUMENT: {
    meaning: 'An argument or flag on the command line is not valid.',
    action: 'Read the error message; `swaproute <command> --help` lists what is accepted.',
  },
  MISSING_FIELD: {
    meaning: 'A required argument is missing.',
    action: 'Add what the error names.',
  },
  INVALID_ADDRESS: {
    meaning: 'An address does not fit its chain, has a wrong checksum, or must not be paid.',
    action: 'Copy the whole address again and compare both ends; check which chain it belongs to.',
  },
  RECEIVER_REQUIRED: {
    meaning: 'The destination chain uses a different kind of address than the paying account.',
    action: 'Give the receiver with --receiver.',
  },
  EQUAL_TOKENS: {
    meaning: 'Source and destination are the same token on the same chain.',
    action: 'Choose another token or chain on one side.',
  },
  INVALID_AMOUNT: {
    meaning: 'The amount is not a plain decimal greater than zero.',
    action: 'Write digits and one point, such as 0.5 or 1000.25.',
  },
  TOO_MANY_DECIMALS: {
    meaning: 'The amount has more decimals than the token.',
    action: 'Shorten it to the number of decimals the error names.',
  },
  UNKNOWN_CHAIN: {
    meaning: 'No chain has this name, alias or number.',
    action: '`swaproute chains` lists all of them.',
  },
  UNKNOWN_TOKEN: {
    meaning: 'No token list has this symbol on that chain, or the address is not a token.',
    action: '`swaproute tokens <chain>` lists the known ones; use the address for any other.',
  },
  AMBIGUOUS_TOKEN: {
    meaning: 'Several tokens of the chain have this symbol.',
    action: 'Give the address of the one you mean; the error lists them.',
  },
  UNKNOWN_PROVIDER: {
    meaning: 'No provider has this name.',
    action: '`swaproute providers` lists all of them.',
  },
  TESTNET_DISABLED: {
    meaning: 'The chain is a test network, where coins are worth nothing.',
    action: 'Add --testnets if that is what you want.',
  },
  SECRET_IN_ARGUMENTS: {
    meaning:
      'An argument looks like a private key or seed phrase; other programs can read arguments.',
    action: 'Treat that secret as exposed and move its funds; use `swaproute wallet import`.',
  },
  CONFIG_INVALID: {
    meaning: 'A setting in the environment, the file or a flag is not valid.',
    action: '`swaproute config list --origin` shows where each one comes from.',
  },
  KEY_UNAVAILABLE: {
    meaning: 'No signing key is available, or it cannot be opened.',
    action: 'Choose an account with --account; `swaproute wallet list` shows them.',
  },
  SANDBOX_UNAVAILABLE: {
    meaning: 'The sandbox cannot be started or reached.',
    action: 'Run `swaproute sandbox start` and read its output.',
  },
  NO_ROUTE: {
    meaning: 'No provider offers this swap at the moment.',
    action: 'See the reasons with `quote … --failed`; try another amount, token or chain.',
  },
  AMOUNT_TOO_LOW: {
    meaning: 'The amount is below the provider’s minimum.',
    action: 'Use at least the amount the error names.',
  },
  AMOUNT_TOO_HIGH: {
    meaning: 'The amount is above the provider’s maximum.',
    action: 'Use at most the amount the error names, or split it.',
  },
  NOT_ENOUGH_BALANCE: {
    meaning: 'The account has less of the token than would be sent.',
    action: '`swaproute wallet balance` shows the balances.',
  },
  NOT_ENOUGH_NATIVE: {
    meaning: 'The account cannot pay the network fee and the fixed fees.',
    action: 'Add some of the chain’s own coin.',
  },
  NEED_APPROVE: {
    meaning: 'The spender has no allowance for the token yet.',
    action: '`swaproute swap` approves exactly the amount automatically.',
  },
  UNSUPPORTED_RECEIVER: {
    meaning: 'This route pays the sending account only.',
    action: 'Leave out --receiver or choose another route.',
  },
  UPSTREAM_FAILED: {
    meaning: 'A provider or service failed; nothing was sent.',
    action: 'Try again in a minute, or exclude it with --exclude.',
  },
  UPSTREAM_REFUSED: {
    meaning: 'A provider had no data for the route it had offered.',
    action: 'Get a new quote or choose another route.',
  },
  CHAIN_UNAVAILABLE: {
    meaning: 'No node of the chain responds.',
    action: 'Set your own node with SWAPROUTE_RPC_<CHAIN>; `swaproute doctor` tests it.',
  },
  RATE_LIMITED: {
    meaning: 'A service asks for fewer requests.',
    action: 'Wait a minute, or set an API key.',
  },
  BACKEND_UNREACHABLE: {
    meaning: 'The remote service cannot be reached.',
    action: 'Check --url and your network, or use --backend embedded.',
  },
  TIMED_OUT: {
    meaning: 'The calculation timed out.',
    action: 'Allow more time with --timeout, up to 60 seconds.',
  },
  OVERLOADED: {
    meaning: 'The service is busy.',
    action: 'Try again after the time it names.',
  },
  STORE_UNAVAILABLE: {
    meaning: 'The database of the service does not answer or takes no writes.',
    action: 'Try again in a few seconds; the operator starts PostgreSQL or corrects its address.',
  },
  UNSAFE_ROUTE: {
    meaning: 'A safety rule refused the route before anything was signed.',
    action: 'Choose another route; the details name the rule.',
  },
  SIMULATION_FAILED: {
    meaning: 'The transaction failed in simulation, so it was not signed.',
    action: 'Get a new quote or choose another route.',
  },
  QUOTE_MISMATCH: {
    meaning: 'The request differs from the one the route was quoted for.',
    action: 'Get a new quote with the current values.',
  },
  QUOTE_EXPIRED: {
    meaning: 'The route is too old or its id is not known.',
    action: 'Get a new quote; a route holds for 60 seconds.',
  },
  PRICE_MOVED: {
    meaning: 'The route now yields less than what was accepted.',
    action: 'Get a new quote, or accept less with --min-receive or --slippage.',
  },
  SWAP_FAILED: {
    meaning: 'The swap was sent and failed.',
    action: 'Run `swaproute receipt <id>`: it shows whether the payment came back.',
  },
  OUTCOME_UNKNOWN: {
    meaning: 'The payment may have been sent and its outcome is not known yet.',
    action: 'Do not pay again; continue with `swaproute resume`.',
  },
  DUPLICATE: {
    meaning: 'A swap with this idempotency key already exists.',
    action: 'See it with `swaproute receipt <id>`; add --force to make a second one.',
  },
  CONFIRMATION_REQUIRED: {
    meaning: 'The swap was shown but not confirmed.',
    action: 'Add the flag the error names, or run it in a terminal.',
  },
  DECLINED: {
    meaning: 'You declined; nothing was signed.',
    action: 'Nothing to do.',
  },
  ACTION_REQUIRED: {
    meaning: 'The tokens are waiting to be claimed on the destination chain.',
    action: 'Claim them with the receiving account.',
  },
  SWAP_NOT_FOUND: {
    meaning: 'No chain or provider that was checked knows this hash or id.',
    action: 'Check it, and name the chain with --chain.',
  },
  STORE_DAMAGED: {
    meaning: 'The journal of this machine is damaged; nothing is sent until it is fixed.',
    action: 'Follow the hint of the error; `swaproute status <hash>` works without the journal.',
  },
  INTERRUPTED: {
    meaning: 'You interrupted the program.',
    action: 'If something was sent, continue it with `swaproute resume`.',
  },
}
