import { getEventListeners } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import type { Api } from '../../../src/api/api.ts'
import { createBackend } from '../../../src/backend/backend.ts'
import { budgetMs } from '../../../src/status/providersAsked.ts'
import type { BackendServices } from '../../../src/backend/services.ts'
import { allChains, isEvmChain } from '../../../src/chains/chains.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { SwapStatus } from '../../../src/core/status.ts'
import type { Provider } from '../../../src/providers/types.ts'
import { fakeServices } from '../../support/backend.ts'
import {
  type FakeNodes,
  fakeNodes,
  type NodeBehaviour,
  type NodeTransaction,
} from '../../support/chainNodes.ts'
import { warningsDuring } from '../../support/warnings.ts'
import { fakeProvider } from '../../support/routing.ts'

const hash = `0x${'ab'.repeat(32)}`
const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const swap: NodeTransaction = {
  hash,
  from: `0x${'11'.repeat(20)}`,
  to: router.toLowerCase(),
  input: '0x01',
  value: '0x0',
}
const missing: SwapStatus = { status: 'NOT_FOUND', destinationTxHash: null }
const delivered: SwapStatus = { status: 'SUCCESS', destinationTxHash: hash }
const outage = new SwaprouteError('UPSTREAM_FAILED', 'It does not answer.')

const exchange = (answer: SwapStatus = delivered): Provider =>
  fakeProvider('UNI_SWAP_V3', [], {
    blockchains: () => ['ETH', 'POLYGON'],
    pinned: () => ({ targets: [router], spenders: [] }),
    status: async () => answer,
  })

const bridge = (status: () => Promise<SwapStatus>): Provider =>
  fakeProvider('across', [], {
    capabilities: { recipient: true, chargesFee: false, deposit: false, crossChain: true },
    blockchains: () => ['ETH', 'POLYGON'],
    status,
  })

type World = {
  eth?: NodeBehaviour
  polygon?: NodeBehaviour
  /** What ETH knows. */
  known?: readonly NodeTransaction[]
  providers?: Provider[]
  overrides?: Partial<BackendServices>
}

function world({ eth = 'answers', polygon = 'answers', known = [], ...rest }: World): {
  api: Api
  nodes: FakeNodes
} {
  const nodes = fakeNodes({
    ETH: { behaviour: eth, transactions: known },
    POLYGON: { behaviour: polygon, transactions: [] },
  })
  const providers = rest.providers ?? [exchange(), bridge(async () => missing)]
  const services = fakeServices(providers, { now: 0 }, { rpc: nodes, ...rest.overrides })
  return { api: createBackend(services), nodes }
}

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (answer) => answer,
    (thrown: unknown) => thrown,
  )

describe('a hash that was never seen here', () => {
  test('is NOT_FOUND once everybody who could know has answered', async () => {
    const { api, nodes } = world({})
    expect(await api.status({ srcTxHash: hash })).toMatchObject({
      status: 'NOT_FOUND',
      note: 'No chain or provider knows this hash.',
    })
    expect(nodes.asked.toSorted()).toEqual(['ETH', 'POLYGON'])
  })

  test.each(['eth', 'polygon'] as const)('is not denied while %s fails', async (chain) => {
    const error = await failure(world({ [chain]: 'fails' }).api.status({ srcTxHash: hash }))
    expect(error).toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
      serviceCode: 2002,
      exit: 5,
      context: { notAsked: { chains: [chain.toUpperCase()], providers: [] } },
    })
    expect(error).toHaveProperty('message', expect.stringContaining(chain.toUpperCase()))
  })

  test('is asked of the bridges as one of a chain that answers', async () => {
    const asked: (string | null)[] = []
    const tells = fakeProvider('across', [], {
      capabilities: { recipient: true, chargesFee: false, deposit: false, crossChain: true },
      blockchains: () => ['ETH', 'POLYGON'],
      status: async (_id, { srcBlockchain }) => {
        asked.push(srcBlockchain)
        return missing
      },
    })
    for (const eth of ['fails', 'answers'] as const) {
      await failure(world({ eth, providers: [tells] }).api.status({ srcTxHash: hash }))
    }
    expect(asked).toEqual(['POLYGON', 'ETH'])
  })

  test('is not denied while a bridge fails', async () => {
    const providers = [exchange(), bridge(() => Promise.reject(outage))]
    const error = await failure(world({ providers }).api.status({ srcTxHash: hash }))
    expect(error).toMatchObject({
      code: 'UPSTREAM_FAILED',
      context: { notAsked: { chains: [], providers: ['across'] } },
    })
  })

  test('is denied without a provider that has no key here: it knows nothing to be asked for', async () => {
    const providers = [exchange(), bridge(() => Promise.reject(outage))]
    const stateOf: BackendServices['stateOf'] = (id) =>
      id === 'across' ? { state: 'needs_key', variable: 'X' } : { state: 'ready' }
    const { api } = world({ providers, overrides: { stateOf } })
    expect((await api.status({ srcTxHash: hash })).status).toBe('NOT_FOUND')
  })

  test('is looked for on the named chain alone, and an outage elsewhere does not matter', async () => {
    const { api, nodes } = world({ polygon: 'fails' })
    const query = { srcTxHash: hash, srcTokenBlockchain: 'ETH' } as const
    expect(await api.status(query)).toMatchObject({
      status: 'NOT_FOUND',
      note: 'Neither ETH nor a provider knows this hash.',
    })
    expect(nodes.asked).toEqual(['ETH'])
  })

  test('is looked for on many chains at once without a word of Node on the terminal', async () => {
    const chains = allChains().filter(
      (chain) => isEvmChain(chain) && !chain.testnet && chain.status !== 'dead',
    )
    const ids = chains.slice(0, 20).map(({ id }) => id)
    const nodes = fakeNodes(
      Object.fromEntries(ids.map((id) => [id, { behaviour: 'answers', transactions: [] }])),
    )
    const served = fakeProvider('UNI_SWAP_V3', [], { blockchains: () => ids })
    const api = createBackend(fakeServices([served], { now: 0 }, { rpc: nodes }))
    const { signal } = new AbortController()
    const warnings = await warningsDuring(async () => {
      expect((await api.status({ srcTxHash: hash }, { signal })).status).toBe('NOT_FOUND')
    })
    expect(nodes.asked).toHaveLength(20)
    expect(warnings).toEqual([])
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('is not denied for a named chain that has no node here', async () => {
    const query = { srcTxHash: hash, srcTokenBlockchain: 'BASE' } as const
    expect(await failure(world({}).api.status(query))).toMatchObject({
      context: { notAsked: { chains: ['BASE'] } },
    })
  })
})

describe('a swap that is there', () => {
  const known = [swap]

  test.each<NodeBehaviour>(['fails', 'hangs'])(
    'is reported at once while another chain %s',
    async (polygon) => {
      const startedAt = Date.now()
      const { api } = world({ polygon, known })
      const answer = await api.status({ srcTxHash: hash })
      expect(answer).toMatchObject({ status: 'SUCCESS', provider: 'UNI_SWAP_V3', srcTxHash: hash })
      expect(Date.now() - startedAt).toBeLessThan(2_000)
    },
  )

  test('is found without its 0x', async () => {
    const answer = await world({ known }).api.status({ srcTxHash: hash.slice(2) })
    expect(answer).toMatchObject({ status: 'SUCCESS', srcTxHash: hash })
  })

  test('is found after a hiccup of its node and of its provider', async () => {
    let failures = 2
    const hiccups = fakeProvider('UNI_SWAP_V3', [], {
      pinned: () => ({ targets: [router], spenders: [] }),
      status: async () => {
        failures -= 1
        if (failures >= 0) throw outage
        return delivered
      },
    })
    const { api } = world({ eth: 2, known, providers: [hiccups] })
    expect((await api.status({ srcTxHash: hash })).status).toBe('SUCCESS')
  })

  test('of no known provider is reported with its chain, whatever the other chains do', async () => {
    const providers = [exchange(missing), bridge(async () => missing)]
    const { api } = world({ polygon: 'fails', known, providers })
    expect(await api.status({ srcTxHash: hash })).toMatchObject({
      status: 'NOT_FOUND',
      sourceNetworkTitle: 'ETH',
    })
  })

  test('at a provider that does not answer is not denied', async () => {
    const providers = [exchange(missing), bridge(() => Promise.reject(outage))]
    const { api } = world({ known, providers })
    expect(await failure(api.status({ srcTxHash: hash }))).toMatchObject({
      context: { notAsked: { providers: ['across'] } },
    })
  })

  test('is not taken from a node that returns a different transaction', async () => {
    const { api, nodes } = world({})
    nodes.call = async () => ({ ...swap, hash: `0x${'cd'.repeat(32)}` })
    expect(await failure(api.status({ srcTxHash: hash }))).toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
      context: { notAsked: { chains: ['ETH', 'POLYGON'] } },
    })
  })
})

test.each<[string, NodeBehaviour, number, string[]]>([
  ['2s where another chain answers', 'answers', 2_000, ['POLYGON']],
  ['its own budget where none does', 'hangs', budgetMs, ['ETH', 'POLYGON']],
])('a hanging chain costs %s, and then it is named', async (_, eth, costMs, chains) => {
  vi.useFakeTimers()
  try {
    const { api } = world({ eth, polygon: 'hangs' })
    let isOver = false
    const ended = failure(api.status({ srcTxHash: hash })).finally(() => (isOver = true))
    await vi.advanceTimersByTimeAsync(costMs - 1)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await ended).toMatchObject({ context: { notAsked: { chains } } })
  } finally {
    vi.useRealTimers()
  }
})

test('an interrupt is an interrupt, not an outage', async () => {
  const controller = new AbortController()
  const { api } = world({ polygon: 'hangs' })
  const ended = failure(api.status({ srcTxHash: hash }, { signal: controller.signal }))
  controller.abort()
  expect(await ended).toMatchObject({ code: 'INTERRUPTED' })
})
