import { withoutLinks } from './foreignReason.ts'

/**
 * The one table of error codes. `exit` is the exit code of the process (cli contract, section 4),
 * `http` the status when the service returns the error, `serviceCode` the error number of the
 * service contract (1xxx parameters, 2xxx calculation, 3xxx swap), `retry` what a caller may do.
 */
export const errorCodes = {
  INTERNAL: { exit: 1, http: 500, serviceCode: 2999, retry: 'never' },

  INVALID_ARGUMENT: { exit: 2, http: 400, serviceCode: 1999, retry: 'changed' },
  MISSING_FIELD: { exit: 2, http: 400, serviceCode: 1005, retry: 'changed' },
  INVALID_ADDRESS: { exit: 2, http: 400, serviceCode: 1006, retry: 'changed' },
  RECEIVER_REQUIRED: { exit: 2, http: 400, serviceCode: 1001, retry: 'changed' },
  EQUAL_TOKENS: { exit: 2, http: 400, serviceCode: 1002, retry: 'changed' },
  INVALID_AMOUNT: { exit: 2, http: 400, serviceCode: 1999, retry: 'changed' },
  TOO_MANY_DECIMALS: { exit: 2, http: 400, serviceCode: 2006, retry: 'changed' },
  UNKNOWN_CHAIN: { exit: 2, http: 400, serviceCode: 1999, retry: 'changed' },
  UNKNOWN_TOKEN: { exit: 2, http: 400, serviceCode: 1999, retry: 'changed' },
  AMBIGUOUS_TOKEN: { exit: 2, http: 400, serviceCode: 1999, retry: 'changed' },
  UNKNOWN_PROVIDER: { exit: 2, http: 400, serviceCode: 1999, retry: 'changed' },
  TESTNET_DISABLED: { exit: 2, http: 400, serviceCode: 1999, retry: 'changed' },
  SECRET_IN_ARGUMENTS: { exit: 2, http: 400, serviceCode: 1999, retry: 'changed' },

  CONFIG_INVALID: { exit: 3, http: 500, serviceCode: 2999, retry: 'changed' },
  KEY_UNAVAILABLE: { exit: 3, http: 500, serviceCode: 3999, retry: 'changed' },
  SANDBOX_UNAVAILABLE: { exit: 3, http: 500, serviceCode: 2999, retry: 'changed' },

  NO_ROUTE: { exit: 4, http: 404, serviceCode: 2001, retry: 'changed' },
  AMOUNT_TOO_LOW: { exit: 4, http: 422, serviceCode: 2005, retry: 'changed' },
  AMOUNT_TOO_HIGH: { exit: 4, http: 422, serviceCode: 2004, retry: 'changed' },
  NOT_ENOUGH_BALANCE: { exit: 4, http: 422, serviceCode: 3003, retry: 'changed' },
  NOT_ENOUGH_NATIVE: { exit: 4, http: 422, serviceCode: 3004, retry: 'changed' },
  NEED_APPROVE: { exit: 4, http: 422, serviceCode: 3001, retry: 'changed' },
  UNSUPPORTED_RECEIVER: { exit: 4, http: 422, serviceCode: 3006, retry: 'changed' },

  UPSTREAM_FAILED: { exit: 5, http: 502, serviceCode: 2999, retry: 'later' },
  UPSTREAM_REFUSED: { exit: 5, http: 502, serviceCode: 3007, retry: 'later' },
  CHAIN_UNAVAILABLE: { exit: 5, http: 502, serviceCode: 2002, retry: 'later' },
  RATE_LIMITED: { exit: 5, http: 502, serviceCode: 2003, retry: 'later' },
  BACKEND_UNREACHABLE: { exit: 5, http: 502, serviceCode: 2999, retry: 'later' },
  TIMED_OUT: { exit: 5, http: 504, serviceCode: 2999, retry: 'later' },
  OVERLOADED: { exit: 5, http: 503, serviceCode: 2999, retry: 'later' },
  STORE_UNAVAILABLE: { exit: 5, http: 503, serviceCode: 2999, retry: 'later' },

  UNSAFE_ROUTE: { exit: 6, http: 422, serviceCode: 3999, retry: 'changed' },
  SIMULATION_FAILED: { exit: 6, http: 422, serviceCode: 3005, retry: 'changed' },
  QUOTE_MISMATCH: { exit: 6, http: 422, serviceCode: 1003, retry: 'changed' },
  QUOTE_EXPIRED: { exit: 6, http: 422, serviceCode: 1004, retry: 'changed' },
  PRICE_MOVED: { exit: 6, http: 422, serviceCode: 3999, retry: 'changed' },

  SWAP_FAILED: { exit: 7, http: 422, serviceCode: 3999, retry: 'never' },
  OUTCOME_UNKNOWN: { exit: 8, http: 409, serviceCode: 3999, retry: 'never' },
  DUPLICATE: { exit: 9, http: 409, serviceCode: 3999, retry: 'never' },
  CONFIRMATION_REQUIRED: { exit: 10, http: 422, serviceCode: 3999, retry: 'changed' },
  DECLINED: { exit: 11, http: 422, serviceCode: 3999, retry: 'changed' },
  ACTION_REQUIRED: { exit: 12, http: 409, serviceCode: 3999, retry: 'never' },
  SWAP_NOT_FOUND: { exit: 13, http: 404, serviceCode: 3999, retry: 'changed' },
  STORE_DAMAGED: { exit: 14, http: 500, serviceCode: 3999, retry: 'never' },
  INTERRUPTED: { exit: 130, http: 503, serviceCode: 3999, retry: 'never' },
} as const satisfies Record<
  string,
  { exit: number; http: number; serviceCode: number; retry: 'same' | 'later' | 'changed' | 'never' }
>

/** Stable identifier of an error, part of the command-line contract. */
export type ErrorCode = keyof typeof errorCodes

/** Whether a value from outside is one of the codes. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCodes, value)
}

/** Whether a caller may repeat the call: unchanged, later, with other input, or not at all. */
export type RetryAdvice = (typeof errorCodes)[ErrorCode]['retry']

/** Where the user's money is when an answer or an error is printed (cli contract, section 3). */
export type FundsState =
  | 'none_moved'
  | 'approved_only'
  | 'sent'
  | 'delivered'
  | 'refunding'
  | 'unknown'

export type ErrorOptions = {
  /** What to do next, one sentence, usually with a command. */
  hint?: string
  /** Facts for machines; every value must be JSON. Printed as `details`. */
  context?: Record<string, unknown>
  /** The contract's error number, if more exact than the code's own. */
  serviceCode?: number
  /** Where the money is. Set only by code that knows: the journal, or a process before it signs. */
  funds?: FundsState
  /** The sentence about the money if `funds` alone is too coarse. */
  money?: string
  cause?: unknown
}

/** The only error class: `message` says what happened in one sentence, `hint` what to do next. */
export class SwaprouteError extends Error {
  readonly code: ErrorCode
  readonly hint: string | undefined
  readonly context: Record<string, unknown>
  readonly serviceCode: number
  /** Null if the failing code does not know about the money (S8). */
  readonly funds: FundsState | null
  readonly money: string | undefined

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'SwaprouteError'
    this.code = code
    this.hint = options.hint
    this.context = options.context ?? {}
    this.serviceCode = options.serviceCode ?? errorCodes[code].serviceCode
    this.funds = options.funds ?? null
    this.money = options.money
  }

  get exit(): number {
    return errorCodes[this.code].exit
  }

  get http(): number {
    return errorCodes[this.code].http
  }

  get retry(): RetryAdvice {
    return errorCodes[this.code].retry
  }
}

/** A copy of the error with `message`, `funds` or `hint` replaced. */
export function changedError(
  error: SwaprouteError,
  {
    message = error.message,
    ...change
  }: Pick<ErrorOptions, 'funds' | 'hint'> & { message?: string },
): SwaprouteError {
  const { code, hint, context, serviceCode, funds, money, cause } = error
  return new SwaprouteError(code, message, {
    ...(hint === undefined ? {} : { hint }),
    context,
    serviceCode,
    ...(funds === null ? {} : { funds }),
    ...(money === undefined ? {} : { money }),
    cause,
    ...change,
  })
}

/** Wraps whatever was thrown; a SwaprouteError passes through unchanged. */
export function toSwaprouteError(thrown: unknown): SwaprouteError {
  if (thrown instanceof SwaprouteError) return thrown
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return new SwaprouteError('INTERNAL', `Unexpected fault: ${withoutLinks(message)}`, {
    hint: 'Please report this with the output of the same command under --verbose.',
    cause: thrown,
  })
}

/** Hint for a chain whose nodes do not respond. */
export function otherNodeHint(blockchain: string): string {
  return blockchain === 'TON'
    ? 'Try again, or set another address with SWAPROUTE_TONCENTER_URL=https://….'
    : `Try again, or set another node with SWAPROUTE_RPC_${blockchain}=https://….`
}

/** Hint for a host that refuses further requests. */
export const limitHint = 'Wait a little and try again, or set your own API key for this provider.'

/**
 * The operating system's message without the code before it and the call after it: "no space left
 * on device" of `ENOSPC: no space left on device, write`.
 */
export function systemFault(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  return /^[A-Z0-9]+: ([^,]+)/.exec(text)?.[1] ?? text
}
