/** The contract in process and through HTTP: one suite for both. */
import { afterEach, describe } from 'vitest'
import type { Contract } from '../../src/api/contract.ts'
import type { BackendServices } from '../../src/backend/services.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { Provider } from '../../src/providers/types.ts'
import { type Clock, embedded, fakeServices, serve, type Served } from './backend.ts'
import { type FakeProvider, fakeProvider, quote } from './routing.ts'

export const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

export const v2 = (): FakeProvider =>
  fakeProvider('UNISWAP_V2', [quote('UNISWAP_V2', 2980_000000n)])
export const v3 = (): FakeProvider =>
  fakeProvider('UNI_SWAP_V3', [quote('UNI_SWAP_V3', 2990_000000n)])

export type Way = {
  kind: 'embedded' | 'http'
  /** A service over these providers; the one before it is stopped. */
  open(providers: Provider[], overrides?: Partial<BackendServices>): Promise<Contract>
  /** Of the service that was opened last. */
  clock(): Clock
}

export function describeBothWays(suite: (way: Way) => void): void {
  describe.each(['embedded', 'http'] as const)('%s', (kind) => {
    let served: Served | null = null
    let clock: Clock = { now: 0 }

    afterEach(async () => {
      await served?.stop()
      served = null
    })
    suite({
      kind,
      clock: () => clock,
      open: async (providers, overrides = {}) => {
        clock = { now: Date.parse('2026-11-21T12:00:00Z') }
        const api = embedded(fakeServices(providers, clock, overrides))
        if (kind === 'embedded') return api
        await served?.stop()
        served = await serve(api)
        return served.api
      },
    })
  })
}

/** The error of a call that must fail. */
export async function failure(promise: Promise<unknown>): Promise<SwaprouteError> {
  const thrown: unknown = await promise.then(
    () => new Error('it did not fail'),
    (error: unknown) => error,
  )
  if (thrown instanceof SwaprouteError) return thrown
  throw thrown
}
