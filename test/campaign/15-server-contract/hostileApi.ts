/** The service behind the server under test: counts what reaches it, now and then breaks. */
import type { Contract } from '../../../src/api/contract.ts'
import {
  type ErrorCode,
  errorCodes,
  isErrorCode,
  SwaprouteError,
} from '../../../src/core/errors.ts'
import type { Random } from '../support/random.ts'

export type WatchedApi = {
  api: Contract
  /** Calls that got through to the calculation since this was asked last; forgets what was to break. */
  takeCalls(): number
  /** The next call fails with something ugly; returns with what. */
  breakNext(random: Random): string
}

/** What a caller must never see. */
export const privatePath = '/srv/operator/.config/swaproute/config.json'

const codes = Object.keys(errorCodes).filter(isErrorCode)

export function watchApi(inner: Contract): WatchedApi {
  let calls = 0
  let next: (() => unknown) | null = null
  const api = new Proxy(inner, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name)
      if (typeof call !== 'function') return call
      return async (...given: unknown[]): Promise<unknown> => {
        calls += 1
        const fail = next
        next = null
        if (fail !== null) throw fail()
        return Reflect.apply(call, target, given)
      }
    },
  })
  return {
    api,
    takeCalls: () => {
      const count = calls
      calls = 0
      next = null
      return count
    },
    breakNext: (random) => {
      const [name, make] = random.pick(failures(random.pick(codes)))
      next = make
      return name
    },
  }
}

function failures(code: ErrorCode): readonly [name: string, make: () => unknown][] {
  const ownFault = errorCodes[code].http === 500
  return [
    [
      code,
      () =>
        new SwaprouteError(code, ownFault ? `The file ${privatePath} is bad.` : 'It is so.', {
          hint: `See ${privatePath}.`,
          context: ownFault ? { path: privatePath } : { minAmount: '1' },
          cause: new Error(privatePath),
        }),
    ],
    ['a TypeError', () => new TypeError(`cannot read ${privatePath}`)],
    ['a RangeError with its stack', () => new RangeError(new Error(privatePath).stack)],
    ['a text', () => privatePath],
    ['nothing', () => undefined],
    ['an object', () => ({ message: privatePath, stack: privatePath })],
    ['an abort', () => new DOMException(privatePath, 'AbortError')],
  ]
}
