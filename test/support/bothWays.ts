/** The contract in process, through HTTP, and through a service that has nothing of ours. */
import { afterEach, describe } from 'vitest'
import type { Contract } from '../../src/api/contract.ts'
import type { BackendServices } from '../../src/backend/services.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { Provider } from '../../src/providers/types.ts'
import { type Clock, embedded, fakeServices, serve, type Served } from './backend.ts'
import { fivePathService } from './fivePathService.ts'
import { type FakeProvider, fakeProvider, quote } from './routing.ts'

export const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

export const v2 = (): FakeProvider =>
  fakeProvider('UNISWAP_V2', [quote('UNISWAP_V2', 2980_000000n)])
export const v3 = (): FakeProvider =>
  fakeProvider('UNI_SWAP_V3', [quote('UNI_SWAP_V3', 2990_000000n)])

export const kinds = ['embedded', 'http', 'five paths'] as const
type Kind = (typeof kinds)[number]

/** The backend as a way sees it; null: in process. */
export async function serveWay(kind: Kind, api: Contract): Promise<Served | null> {
  if (kind === 'embedded') return null
  return await (kind === 'http' ? serve(api) : serve(api, {}, fivePathService))
}

export type Way = {
  kind: Kind
  /** Whether calls and members of ours are there: what is expected of them is left out where not. */
  hasOurs: boolean
  /** A service over these providers; the one before it is stopped. */
  open(providers: Provider[], overrides?: Partial<BackendServices>): Promise<Contract>
  /** Of the service that was opened last. */
  clock(): Clock
}

export function describeBothWays(suite: (way: Way) => void): void {
  describe.each(kinds)('%s', (kind) => {
    let served: Served | null = null
    let clock: Clock = { now: 0 }

    afterEach(async () => {
      await served?.stop()
      served = null
    })
    suite({
      kind,
      hasOurs: kind !== 'five paths',
      clock: () => clock,
      open: async (providers, overrides = {}) => {
        clock = { now: Date.parse('2026-11-21T12:00:00Z') }
        const api = embedded(fakeServices(providers, clock, overrides))
        await served?.stop()
        served = await serveWay(kind, api)
        return served?.api ?? api
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
