import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallOptions } from '../../../src/api/api.ts'
import { createBackend } from '../../../src/backend/backend.ts'
import type { ProviderId } from '../../../src/core/providerIds.ts'
import type { RouteRequest } from '../../../src/core/routeRequest.ts'
import type { SwapStatus } from '../../../src/core/status.ts'
import type { Provider } from '../../../src/providers/types.ts'
import { fakeServices } from '../../support/backend.ts'
import { fakeNodes } from '../../support/chainNodes.ts'
import { arbUsdc, ether, fakeProvider, quote, usdc } from '../../support/routing.ts'

const ids: ProviderId[] = [
  'across',
  'lifi',
  'rango',
  'dln',
  'relay',
  'mayan',
  'exolix',
  'squidrouter',
]
const silences = { none: 0, one: 1, three: 3, half: 4, all: 8 } as const
const hash = `0x${'ab'.repeat(32)}`
const missing: SwapStatus = { status: 'NOT_FOUND', destinationTxHash: null }

const answerMs = 300

/** Of the eight, the first `silent` never answer; the others take 300 ms. */
function providers(silent: number): Provider[] {
  const answer = async (at: number): Promise<void> => {
    await new Promise<void>((resolve) => {
      if (at >= silent) setTimeout(resolve, answerMs)
    })
  }
  return ids.map((id, at) =>
    fakeProvider(
      id,
      async () => {
        await answer(at)
        return [quote(id, 2980_000000n)]
      },
      {
        capabilities: { recipient: true, chargesFee: false, deposit: false, crossChain: true },
        status: async () => {
          await answer(at)
          return missing
        },
      },
    ),
  )
}

const onChain: RouteRequest = {
  srcToken: ether,
  dstToken: usdc,
  srcAmount: 10n ** 18n,
  srcAmountText: '1',
  referrer: 'test',
}
const asked = { ...onChain, showFailedRoutes: true }

/** Each call, and which providers its answer names as silent. */
const calls = {
  quote: async (api, call) => late(await api.quoteAll(asked, call)),
  'quote, streamed': async (api) => {
    const failed: string[] = []
    await api.quoteAll(asked, {
      onEvent: (event) => {
        if (event.type === 'failed') failed.push(event.failed.providerType)
      },
    })
    return failed
  },
  best: async (api, call) => {
    const { id } = await api.quoteBest(onChain, call)
    expect(id).toEqual(expect.any(String))
    return null
  },
  'cross-chain': async (api, call) =>
    late(await api.quoteAll({ ...asked, dstToken: arbUsdc }, call)),
  status: async (api, call) => {
    const answer = await api.status({ srcTxHash: hash }, call)
    expect(answer.status).toBe('NOT_FOUND')
    return []
  },
} satisfies Record<
  string,
  (api: ReturnType<typeof createBackend>, call: CallOptions) => Promise<string[] | null>
>

function late({ failed = [] }: { failed?: readonly { providerType: string }[] }): string[] {
  return failed.map(({ providerType }) => providerType)
}

// Loaded on use, which takes real time.
await import('../../../src/backend/status.ts')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const scenes = Object.keys(calls).flatMap((name) =>
  Object.keys(silences).map((silent) => ({ name, silent })),
) as { name: keyof typeof calls; silent: keyof typeof silences }[]

test.each(scenes)('$name with $silent silent', async ({ name, silent }) => {
  const count = silences[silent]
  const rpc = fakeNodes({ ETH: { behaviour: 'answers', transactions: [] } })
  const pause = async (ms: number): Promise<void> => {
    await new Promise((resolve) => {
      setTimeout(resolve, ms)
    })
  }
  const api = createBackend(fakeServices(providers(count), { now: 0 }, { rpc, pause }))
  const startedAtMs = performance.now()
  let afterMs = 0
  const answer = calls[name](api, {}).then(
    (named) => ({ named, error: null }),
    (error: unknown) => ({ named: null, error }),
  )
  void answer.then(() => (afterMs = performance.now() - startedAtMs))
  await vi.advanceTimersByTimeAsync(40_000)
  const { named, error } = await answer
  const isEverybody = count === ids.length
  if (name === 'status') {
    // ETH answered, so that even with every provider silent others have.
    expect(afterMs).toBeLessThanOrEqual(answerMs + 2_500)
    // S7: no claim while one that could know it is silent, and each is named.
    const notAsked = { chains: [], providers: ids.slice(0, count) }
    if (count === 0) expect([named, error]).toEqual([[], null])
    else expect(error).toMatchObject({ code: 'UPSTREAM_FAILED', context: { notAsked } })
    return
  }
  // Without any route there is nothing to show: the request's own 30 s are the limit.
  expect(afterMs).toBeLessThanOrEqual(isEverybody ? 30_000 : answerMs + 2_500)
  if (count === 0) expect(afterMs).toBe(answerMs)
  if (name === 'best' && isEverybody) expect(error).toMatchObject({ code: 'UPSTREAM_FAILED' })
  else expect(error).toBeNull()
  if (named !== null) expect(named.toSorted()).toEqual(ids.slice(0, count).toSorted())
})
