import { expect, test } from 'vitest'
import { type ErrorCode, errorCodes } from '../../../src/core/errors.ts'

/** The error numbers of the contract (service facts 8.3), as clients of the public service know them. */
const contract: Readonly<Partial<Record<ErrorCode, number>>> = {
  RECEIVER_REQUIRED: 1001,
  EQUAL_TOKENS: 1002,
  QUOTE_MISMATCH: 1003,
  QUOTE_EXPIRED: 1004,
  MISSING_FIELD: 1005,
  INVALID_ADDRESS: 1006,
  NO_ROUTE: 2001,
  CHAIN_UNAVAILABLE: 2002,
  RATE_LIMITED: 2003,
  AMOUNT_TOO_HIGH: 2004,
  AMOUNT_TOO_LOW: 2005,
  TOO_MANY_DECIMALS: 2006,
  NEED_APPROVE: 3001,
  NOT_ENOUGH_BALANCE: 3003,
  NOT_ENOUGH_NATIVE: 3004,
  SIMULATION_FAILED: 3005,
  UNSUPPORTED_RECEIVER: 3006,
  UPSTREAM_REFUSED: 3007,
}
/** Numbers of the contract that name nothing: a malformed field, and what is unknown by its family. */
const unnamed = [1999, 2999, 3999]

test('every error has the number of the contract, or one that names nothing', () => {
  const numbers = Object.entries(errorCodes).map(([code, { serviceCode }]) => [code, serviceCode])
  expect(
    Object.fromEntries(numbers.filter(([, number]) => !unnamed.includes(Number(number)))),
  ).toEqual(contract)
})
