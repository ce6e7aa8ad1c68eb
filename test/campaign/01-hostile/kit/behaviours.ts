/** The 48 things a hostile provider, node or backend may do, and how each may end. */

/** Lines of the threat table that a party which answers us can bring about. */
export type Threat =
  | 'drained approvals'
  | 'foreign addresses'
  | 'shown is not signed'
  | 'hidden approval'
  | 'ruinous price'
  | 'false end'
  | 'provider text'
  | 'hostile transport'

/**
 * `refusals` are the only ways a case of it may end: a rule (`E3`: `error.details.check`), an
 * error's code (`NO_ROUTE`), `ignored` (the bytes signed are those of the honest run) or
 * `not endorsed` (reported as PENDING or NOT_FOUND, never as the end it claims).
 */
export type Behaviour = { threat: Threat; refusals: readonly string[] }

const ignored = 'ignored'
/** What a provider whose quote is refused leaves where no other was asked. */
const noQuote = ['NO_ROUTE', 'UPSTREAM_FAILED', 'UPSTREAM_REFUSED', 'TIMED_OUT', 'RATE_LIMITED']
const silence = [...noQuote, 'CHAIN_UNAVAILABLE', 'BACKEND_UNREACHABLE']

export const behaviours = {
  'foreign-spender': { threat: 'drained approvals', refusals: ['E3', 'E2', 'E10', ignored] },
  'spender-of-another-provider': {
    threat: 'drained approvals',
    refusals: ['T2', 'E3', 'E2', 'E10', ignored],
  },
  'unlimited-approval-data': {
    threat: 'drained approvals',
    refusals: ['E3', 'E2', 'E10', ignored],
  },
  'wrong-approval-token': {
    threat: 'drained approvals',
    refusals: ['T2', 'E10', 'E3', 'E4', ignored],
  },

  'foreign-target': {
    threat: 'foreign addresses',
    refusals: ['NO_ROUTE', 'D4', 'OUTCOME_UNKNOWN', 'E2', 'E8', 'T2', 'D3', ignored],
  },
  'target-without-code': {
    threat: 'foreign addresses',
    refusals: ['T2', 'D3', 'D4', 'OUTCOME_UNKNOWN', 'E2', 'E8', 'T4', ignored],
  },
  'token-as-target': {
    threat: 'foreign addresses',
    refusals: ['D3', 'D4', 'OUTCOME_UNKNOWN', 'E2', 'E4', 'T2', ignored],
  },
  'foreign-receiver': {
    threat: 'foreign addresses',
    refusals: ['E10', 'E8', 'T7', 'T3', 'D3', ignored],
  },
  'receiver-at-the-tail': {
    threat: 'foreign addresses',
    refusals: ['D3', 'E8', 'T3', 'T7', ignored],
  },
  'foreign-refund': {
    threat: 'foreign addresses',
    refusals: ['T7', 'E8', 'T3', 'D3', 'D9', ignored],
  },
  'wrong-chain': { threat: 'foreign addresses', refusals: ['T2', 'D3', 'E1', 'D6', 'T6', ignored] },
  'wrong-destination-chain': {
    threat: 'foreign addresses',
    refusals: ['T7', 'E1', 'E8', 'D3', 'D6', 'UPSTREAM_FAILED', ignored],
  },

  'other-amount': {
    threat: 'shown is not signed',
    refusals: ['NO_ROUTE', 'UPSTREAM_FAILED', 'E10', 'D3', 'E5', 'E2', 'T1', 'T3', 'D8', ignored],
  },
  'value-too-high': {
    threat: 'shown is not signed',
    refusals: ['E10', 'D3', 'OUTCOME_UNKNOWN', 'E5', 'T1', 'D8', ignored],
  },
  'fee-grown': {
    threat: 'shown is not signed',
    refusals: ['E5', 'E11', 'P2', 'T1', 'T5', 'PRICE_MOVED', 'CONFIRMATION_REQUIRED', ignored],
  },
  'less-in-the-call': {
    threat: 'shown is not signed',
    refusals: ['D3', 'PRICE_MOVED', 'E9', 'E10', 'T3', ignored],
  },
  'minimum-zero': {
    threat: 'shown is not signed',
    refusals: ['PRICE_MOVED', 'E9', 'T3', ...noQuote, ignored],
  },
  'less-than-quoted': {
    threat: 'shown is not signed',
    refusals: ['D3', 'E9', 'E10', 'PRICE_MOVED', 'QUOTE_MISMATCH', ignored],
  },
  'other-tokens': {
    threat: 'shown is not signed',
    refusals: ['T7', 'E10', 'D3', 'E8', 'T3', 'D6', 'QUOTE_MISMATCH', ...noQuote, ignored],
  },
  'altered-order': {
    threat: 'shown is not signed',
    refusals: [
      'T1',
      'OUTCOME_UNKNOWN',
      'E5',
      'D3',
      'D5',
      'D8',
      'E2',
      'E8',
      'E9',
      'E18',
      'QUOTE_MISMATCH',
      ...noQuote,
      ignored,
    ],
  },
  'expired-quote': {
    threat: 'shown is not signed',
    refusals: ['T6', 'E8', 'E10', 'D3', 'D7', 'QUOTE_EXPIRED', 'D6', ...noQuote, ignored],
  },

  'approve-call': { threat: 'hidden approval', refusals: ['T2', 'E10', 'E4', 'E8', 'T3', ignored] },
  'increase-allowance-call': {
    threat: 'hidden approval',
    refusals: ['E10', 'E4', 'E8', 'T3', ignored],
  },
  'transfer-from-call': {
    threat: 'hidden approval',
    refusals: ['T2', 'E10', 'E4', 'E8', 'T3', ignored],
  },
  'approval-for-all-call': {
    threat: 'hidden approval',
    refusals: ['T2', 'E10', 'E4', 'E8', 'T3', ignored],
  },
  'permit-call': { threat: 'hidden approval', refusals: ['T2', 'E10', 'E4', 'E8', 'T3', ignored] },
  'permit2-call': { threat: 'hidden approval', refusals: ['T2', 'E10', 'E4', 'E8', 'T3', ignored] },
  'signature-request': { threat: 'hidden approval', refusals: ['E4', 'E12', ignored, ...noQuote] },

  'price-tenfold': {
    threat: 'ruinous price',
    refusals: [
      'PRICE_MOVED',
      'P3',
      'P6',
      'D3',
      'E9',
      'E10',
      'CONFIRMATION_REQUIRED',
      'SIMULATION_FAILED',
      ...noQuote,
      ignored,
    ],
  },
  'price-millionfold': {
    threat: 'ruinous price',
    refusals: [
      'PRICE_MOVED',
      'P3',
      'P6',
      'E9',
      'E10',
      'CONFIRMATION_REQUIRED',
      'SIMULATION_FAILED',
      ...noQuote,
      ignored,
    ],
  },
  'ruinous-price': {
    threat: 'ruinous price',
    refusals: ['D3', 'P2', 'E9', 'CONFIRMATION_REQUIRED', 'PRICE_MOVED', ...noQuote, ignored],
  },

  'success-without-hash': { threat: 'false end', refusals: ['not endorsed'] },
  'success-with-foreign-hash': { threat: 'false end', refusals: ['not endorsed'] },
  'success-of-another-swap': { threat: 'false end', refusals: ['not endorsed'] },
  'false-failure': { threat: 'false end', refusals: ['not endorsed'] },
  'refund-elsewhere': { threat: 'false end', refusals: ['not endorsed'] },
  'unknown-word': { threat: 'false end', refusals: ['not endorsed'] },

  'terminal-text': {
    threat: 'provider text',
    refusals: [
      'E10',
      'SIMULATION_FAILED',
      'CONFIRMATION_REQUIRED',
      'AMOUNT_TOO_LOW',
      'AMOUNT_TOO_HIGH',
      'PRICE_MOVED',
      ...silence,
      ignored,
    ],
  },
  'look-alike-symbol': { threat: 'provider text', refusals: [...silence, 'D6', ignored] },

  redirect: { threat: 'hostile transport', refusals: [...silence, 'H2'] },
  'url-to-fetch': { threat: 'hostile transport', refusals: [ignored] },
  'oversized-body': { threat: 'hostile transport', refusals: [...silence, 'H3'] },
  'gzip-bomb': { threat: 'hostile transport', refusals: [...silence, 'H3'] },
  'deep-json': { threat: 'hostile transport', refusals: [...silence, 'H5'] },
  'polluting-keys': { threat: 'hostile transport', refusals: [...silence, 'H5'] },
  'odd-numbers': {
    threat: 'hostile transport',
    refusals: [...silence, 'E1', 'E5', 'E9', 'E11', ignored],
  },
  'error-in-2xx': { threat: 'hostile transport', refusals: [...silence, 'AMOUNT_TOO_LOW'] },
  'broken-or-endless-body': { threat: 'hostile transport', refusals: silence },
} as const satisfies Record<string, Behaviour>

export type BehaviourName = keyof typeof behaviours

export const behaviourNames = Object.keys(behaviours).filter(isBehaviourName)

function isBehaviourName(name: string): name is BehaviourName {
  return name in behaviours
}

/** Those before a signature, of each threat; lies about payments need payments first. */
export const fastNames: readonly BehaviourName[] = [
  'foreign-target',
  'foreign-receiver',
  'value-too-high',
  'approve-call',
  'less-than-quoted',
  'redirect',
]
export const fastTwins: readonly BehaviourName[] = ['foreign-target']
