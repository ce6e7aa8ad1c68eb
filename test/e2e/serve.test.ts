/** `serve` as a process: every call answers, a generated client works, a signal ends it in order. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../src/api/endpoints.ts'
import { type CliSandbox, nativeAddress, startCliSandbox } from '../support/cliSandbox.ts'
import { type ServeProgram, serveProgram } from '../support/serveProgram.ts'
import { type GeneratedClient, generateClient } from './support/generatedClient.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const unknownHash = `0x${'00'.repeat(32)}`
const request = {
  srcTokenAddress: nativeAddress,
  srcTokenBlockchain: 'ETH',
  srcTokenAmount: '1',
  dstTokenAddress: usdc,
  dstTokenBlockchain: 'ETH',
  referrer: 'integrator',
}

let sandbox: CliSandbox
let server: ServeProgram

beforeAll(async () => {
  sandbox = await startCliSandbox()
  server = await serveProgram(sandbox, ['--sandbox'])
})

afterAll(async () => {
  await server.stop()
  await sandbox.remove()
})

type Answer = { status: number; body: unknown }

async function post(path: string, body: unknown): Promise<Answer> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

async function get(path: string): Promise<Answer> {
  const response = await fetch(`${server.url}${path}`)
  return { status: response.status, body: await response.json() }
}

async function getText(path: string): Promise<string> {
  const response = await fetch(`${server.url}${path}`)
  expect(response.status).toBe(200)
  return response.text()
}

describe('every call answers as documented', () => {
  const quoteCalls = ['quoteAll', 'quoteBest'] as const
  test.each(quoteCalls)('%s', async (name) => {
    const { status, body } = await post(endpoints[name].paths[0], request)
    expect(status).toBe(200)
    expect(endpoints[name].output.safeParse(body).error).toBeUndefined()
  })

  test('quoteDepositTrades has no deposit route among these providers', async () => {
    const receiver = sandbox.account('bob').address
    const { status, body } = await post(endpoints.quoteDepositTrades.paths[0], {
      ...request,
      receiver,
    })
    expect([status, body]).toMatchObject([200, { routes: [] }])
  })

  test('swap, by the id of a quote, and swapBest', async () => {
    const fromAddress = sandbox.account('alice').address
    const quoted = await post(endpoints.quoteBest.paths[0], { ...request, fromAddress })
    const { id } = endpoints.quoteBest.output.parse(quoted.body)
    const built = await post(endpoints.swap.paths[0], { ...request, fromAddress, id })
    const { transaction } = endpoints.swap.output.parse(built.body)
    expect(transaction).toMatchObject({ to: expect.any(String), value: '1000000000000000000' })
    const best = await post(endpoints.swapBest.paths[0], { ...request, fromAddress })
    expect(endpoints.swapBest.output.parse(best.body).id).not.toBe(id)
    const refused = await post(endpoints.swapDepositTrade.paths[0], { ...request, fromAddress, id })
    expect(refused.status).toBeGreaterThanOrEqual(400)
  })

  test('status at both paths, statusExtended', async () => {
    const paths = [...endpoints.status.paths, ...endpoints.statusExtended.paths]
    expect(paths).toHaveLength(3)
    for (const path of paths) {
      // On a busy machine some providers fall behind the others: then it is asked again.
      await expect
        .poll(() => get(`${path}?srcTxHash=${unknownHash}`), { timeout: 30_000 })
        .toMatchObject({ status: 200, body: { status: 'NOT_FOUND' } })
    }
  })

  test('chains and providers', async () => {
    for (const name of ['chains', 'providers'] as const) {
      const { status, body } = await get(endpoints[name].paths[0])
      expect([name, status]).toEqual([name, 200])
      expect(endpoints[name].output.safeParse(body).error).toBeUndefined()
    }
  })

  test('health, docs, document and metrics', async () => {
    expect(JSON.parse(await getText('/healthz'))).toMatchObject({ status: 'ok' })
    expect(await getText('/docs')).toContain('/openapi.json')
    const { openapi, paths } = JSON.parse(await getText('/openapi.json'))
    expect(openapi).toMatch(/^3\.1\./)
    const documented = Object.values(endpoints).flatMap((endpoint) => [...endpoint.paths])
    expect(Object.keys(paths).toSorted()).toEqual(documented.toSorted())
    const metrics = await getText('/metrics')
    expect(metrics).toContain(
      'swaproute_http_request_duration_seconds_count{route="/api/routes/swap",method="POST",status="2xx"} 1',
    )
  })

  test('errors in both envelopes, with the status of their kind', async () => {
    const path = endpoints.quoteAll.paths[0]
    const missing = await post(path, { ...request, srcTokenAmount: undefined })
    expect(missing).toMatchObject({ status: 400, body: { errors: [{ code: 1005 }] } })
    // No bridge of the sandbox takes it for another coin.
    const lonely = { srcTokenAddress: dai, dstTokenAddress: nativeAddress }
    const none = await post(endpoints.quoteBest.paths[0], {
      ...request,
      ...lonely,
      dstTokenBlockchain: 'POLYGON',
      depositTradeParams: 'noDeposits',
    })
    expect(none).toMatchObject({ status: 404, body: { error: { code: 2001 } } })
  })
})

/** What an integrator writes; `./schema.d.ts` is generated from the running server. */
const program = `
import createClient from 'openapi-fetch'
import type { paths } from './schema.d.ts'

const [baseUrl = '', fromAddress = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl })
const request = {
  srcTokenAddress: '${nativeAddress}',
  srcTokenBlockchain: 'ETH',
  srcTokenAmount: '1',
  dstTokenAddress: '${usdc}',
  dstTokenBlockchain: 'ETH',
  referrer: 'integrator',
  slippage: 0.01,
} as const

const all = await client.POST('/api/routes/quoteAll', { body: request })
const best = await client.POST('/api/routes/quoteBest', { body: request })
if (all.error !== undefined || best.error !== undefined) throw new Error('no quote')
const receives: string = best.data.estimate.destinationTokenAmount
const id = best.data.id
const swap = await client.POST('/api/routes/swap', { body: { ...request, id, fromAddress } })
if (swap.error !== undefined) throw new Error(JSON.stringify(swap.error))
const once = await client.POST('/api/routes/swapBest', { body: { ...request, fromAddress } })
const status = await client.GET('/api/info/status', {
  params: { query: { srcTxHash: '${unknownHash}' } },
})
const chains = await client.GET('/api/info/chains', { params: { query: {} } })
const refused = await client.POST('/api/routes/quoteAll', {
  body: { ...request, srcTokenAmount: '-1' },
})
console.log(
  JSON.stringify({
    providers: all.data.routes.map((route) => route.providerType),
    receives,
    to: swap.data.transaction.to,
    onceId: once.data?.id,
    status: status.data?.status,
    chains: chains.data?.length,
    refused: [refused.response.status, refused.error],
  }),
)
`

describe('a client generated from /openapi.json', () => {
  let client: GeneratedClient

  beforeAll(async () => {
    client = await generateClient(await getText('/openapi.json'))
  })
  afterAll(() => client.remove())

  test('works', async () => {
    const printed = await client.run(program, [server.url, sandbox.account('alice').address])
    const answer = JSON.parse(printed)
    expect(answer.providers.length).toBeGreaterThanOrEqual(3)
    expect(Number(answer.receives)).toBeGreaterThan(2_500)
    expect(answer).toMatchObject({
      to: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      onceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'NOT_FOUND',
      chains: expect.any(Number),
      refused: [400, { errors: [{ code: 1999 }] }],
    })
  })

  test('compiles against the types, which accept right uses and reject wrong ones', () => {
    const wrong = program
      .replace(`dstTokenBlockchain: 'ETH'`, `dstTokenBlockchain: 'MARS'`)
      .replace('const id =', 'const id: number =')
    const [right, complaints] = client.check([program, wrong])
    expect(right).toEqual([])
    expect(complaints?.join('\n')).toMatch(/'"MARS"' is not assignable to type/)
    expect(complaints?.join('\n')).toMatch(/'string' is not assignable to type 'number'/)
  })
})

test('SIGTERM: a running call is answered, a new one is not taken, the port is free again', async () => {
  const own = await serveProgram(sandbox, ['--sandbox'])
  await sandbox.fault('across', 'delay', '2')
  const crossChain = {
    ...request,
    dstTokenBlockchain: 'ARBITRUM',
    dstTokenAddress: nativeAddress,
  }
  const running = fetch(`${own.url}/api/routes/quoteAll`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(crossChain),
  })
  await expect
    .poll(async () => (await fetch(`${own.url}/metrics`)).text(), { timeout: 5_000 })
    .toContain('swaproute_calculations{lane="quotes",state="running"} 1')
  const stopped = own.stop()
  const response = await running
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ routes: expect.any(Array) })
  expect(await stopped).toBe(0)
  expect(own.output()).toContain('Stopping; finishing open requests.')
  await expect(fetch(`${own.url}/healthz`)).rejects.toThrow('fetch failed')
  await sandbox.fault('--clear')
})
