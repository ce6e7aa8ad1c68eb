type Text = { meaning: string; action: string }

/**
 * Error codes of the service contract (service-facts section 8.3) and the router's own warnings.
 */
export const serviceTexts: Readonly<Record<string, Text>> = {
  '1001': { meaning: 'This route needs a receiver.', action: 'Give it with --receiver.' },
  '1002': { meaning: 'Source and destination token are the same.', action: 'Change one of them.' },
  '1003': { meaning: 'The swap differs from its quote.', action: 'Get a new quote.' },
  '1004': {
    meaning: 'The id of the quote is missing, unknown or expired.',
    action: 'Get a new quote.',
  },
  '1005': { meaning: 'A required field is missing.', action: 'Add it.' },
  '1006': { meaning: 'An address does not fit its chain.', action: 'Check the address.' },
  '1999': {
    meaning: 'A field of the request is malformed.',
    action: 'Read the reason and fix the field.',
  },
  '2001': { meaning: 'No route was found.', action: 'Try another amount, token or chain.' },
  '2002': { meaning: 'The chain cannot be reached at the moment.', action: 'Try again later.' },
  '2003': { meaning: 'The provider limits our requests.', action: 'Try again in a minute.' },
  '2004': { meaning: 'The amount is above the provider’s limit.', action: 'Decrease the amount.' },
  '2005': { meaning: 'The amount is below the provider’s limit.', action: 'Increase the amount.' },
  '2006': { meaning: 'The amount has too many decimals.', action: 'Shorten it.' },
  '2007': {
    meaning: 'The provider requires wallet verification.',
    action: 'Choose another route.',
  },
  '2999': { meaning: 'The provider failed for another reason.', action: 'Try again later.' },
  '3001': {
    meaning: 'An approval is missing.',
    action: '`swaproute swap` sends it automatically.',
  },
  '3002': { meaning: 'A Permit2 approval is missing.', action: 'Choose another route.' },
  '3003': {
    meaning: 'The balance of the token is too small.',
    action: 'Decrease the amount, or add tokens.',
  },
  '3004': { meaning: 'Gas and fees cannot be paid.', action: 'Add some of the chain’s own coin.' },
  '3005': { meaning: 'The transaction fails in simulation.', action: 'Get a new quote.' },
  '3006': {
    meaning: 'This route cannot pay a different receiver.',
    action: 'Choose another route.',
  },
  '3007': {
    meaning: 'The provider returned no data.',
    action: 'Get a new quote or choose another route.',
  },
  '3008': {
    meaning: 'The token takes a fee on transfers and the slippage is too low.',
    action: 'Increase --slippage if you trust the token.',
  },
  '3999': { meaning: 'The swap failed for another reason.', action: 'Read the reason.' },
  '4001': {
    meaning: 'The provider works only through the router contract.',
    action: 'Choose another route.',
  },
  '4002': {
    meaning: 'The router contract does not know the method.',
    action: 'Choose another route.',
  },
  '4003': {
    meaning: 'The router contract does not know the contract.',
    action: 'Choose another route.',
  },
  '7001': {
    meaning: 'Dangerous: at least 10% below market price, by independent prices.',
    action: 'Choose another route; --dangerous shows such routes.',
  },
  '7002': {
    meaning: 'Dangerous: a token is not on any list; it was read from its chain only.',
    action: 'Check the token address with a source you trust.',
  },
  '7003': {
    meaning: 'Dangerous: fewer than two independent price sources know the tokens or answered.',
    action: 'Compare the price yourself before you swap; after an outage, try again later.',
  },
  '7004': {
    meaning: 'Dangerous: over 20% better than the median of all offers, where a price is missing.',
    action: 'Offers that are too good are usually mistakes; choose another route.',
  },
  '7005': {
    meaning: 'Dangerous: over 20% above market price, by independent prices.',
    action: 'Offers that are too good are usually mistakes; choose another route.',
  },
  '7010': {
    meaning: 'The preferred provider’s route yields over 2% less than the best other route.',
    action: 'Choose the other route, or swap this one by its id or with --provider.',
  },
  '7011': {
    meaning: 'The preferred provider was not picked; see the reason.',
    action: 'Nothing to do, unless you want that provider: `swap --provider` uses it alone.',
  },
  '7014': {
    meaning:
      'The contract only measures that your balance grows; the route is not picked automatically.',
    action: 'Choose another route, or name the provider with --provider and type the amount.',
  },
  '7015': {
    meaning:
      'No contract enforces the promise, and a remote backend built the call; not picked automatically.',
    action: 'Run the command without --backend and --url, or choose another route.',
  },
  '7013': {
    meaning:
      'No contract enforces this promise of over 3% above the market; not picked automatically.',
    action: 'Choose another route, or name the provider with --provider and type the amount.',
  },
  '7012': {
    meaning: 'A token takes a fee on every transfer; the amounts shown are after it.',
    action: 'Check with a source you trust what fee the token takes when you sell it again.',
  },
  '7101': {
    meaning: 'Cost of a refund, or of the payout itself, as the provider states it.',
    action: 'Nothing to do: it is taken from what comes back, or from the payout.',
  },
  '7103': {
    meaning: 'The order of this route cannot be opened without an address for refunds.',
    action: 'Give one of your own with --refund-to (`refundAddress` of the swap request).',
  },
  '7102': {
    meaning: 'A name in `nativeBlacklist` is not a provider, so it excludes nothing.',
    action: 'Correct the name: `swaproute providers` lists all of them.',
  },
}

/** Exit codes of the program (cli contract, section 4). */
export const exitTexts: Readonly<Record<string, Text>> = {
  '0': {
    meaning: 'Done; with --no-wait: sent, or the order is open, and its end is not known yet.',
    action:
      'Nothing to do; after --no-wait, `swaproute status <id> --wait --exit-status` follows it.',
  },
  '1': { meaning: 'An unexpected fault; nothing was sent.', action: 'Report it.' },
  '2': { meaning: 'Bad arguments or input.', action: 'Fix the command.' },
  '3': { meaning: 'Configuration, key or password.', action: 'Fix the set-up.' },
  '4': { meaning: 'No route, or the balance is too small.', action: 'Change the request.' },
  '5': {
    meaning: 'Backend, provider or network failed; nothing was sent.',
    action: 'Try again later.',
  },
  '6': { meaning: 'Refused before signing.', action: 'Get a new quote.' },
  '7': { meaning: 'Sent and failed.', action: 'Never repeat blindly; check the receipt.' },
  '8': {
    meaning: 'Sent, or possibly sent; the outcome is not known yet.',
    action: 'Track it; do not repeat.',
  },
  '9': {
    meaning: 'A duplicate was refused; nothing was sent.',
    action: 'Add --force to repeat it on purpose.',
  },
  '10': {
    meaning: 'A confirmation is needed; nothing was sent.',
    action: 'Add the flag it names.',
  },
  '11': { meaning: 'Declined by you.', action: 'Nothing to do.' },
  '12': { meaning: 'The tokens are waiting to be claimed.', action: 'Claim them.' },
  '13': { meaning: 'No such swap was found in time.', action: 'Check the hash and chain.' },
  '14': { meaning: 'The journal is damaged; nothing was sent.', action: 'Follow the hint.' },
  '130': {
    meaning: 'Interrupted.',
    action: 'What was sent was printed; continue with `swaproute resume`.',
  },
}
