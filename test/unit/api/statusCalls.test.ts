import { describe, expect, test } from 'vitest'
import type { Contract } from '../../../src/api/contract.ts'
import { createHttpContract } from '../../../src/api/httpClient.ts'
import { lacksCallById } from '../../../src/api/missingCall.ts'

const id = 'd835d9b2-0000-4000-8000-000000000000'
const srcTxHash = `0x${'ab'.repeat(32)}`
const extended = '/api/info/statusExtended'
const info = '/api/info/status'
const routes = '/api/routes/status'
const found = { status: 200, body: { status: 'PENDING', destinationTxHash: null } }

/** What servers answer to a path they do not have. */
const noPaths = {
  nothing: { status: 404, body: null },
  text: { status: 404, body: 'Cannot GET' },
  nest: { status: 404, body: { statusCode: 404, message: 'Cannot GET /', error: 'Not Found' } },
  own: { status: 404, body: { error: { code: 1999, reason: 'there is nothing at this path' } } },
  bare: { status: 404, body: { code: 404, reason: 'Not Found' } },
  method: { status: 405, body: null },
  notBuilt: { status: 501, body: null },
}

type Answer = { status: number; body: unknown }

function service(paths: Readonly<Record<string, Answer>>, missing: Answer = noPaths.nothing) {
  const asked: string[] = []
  const told: string[] = []
  const api: Contract = createHttpContract({
    http: {
      send: async ({ url }) => {
        asked.push(url.replace('https://service.example', ''))
        const { status, body } = paths[new URL(url).pathname] ?? missing
        return { status, body, retryAfterSeconds: null }
      },
      close: async () => undefined,
    },
    baseUrl: 'https://service.example/',
    apiKey: null,
    sandbox: false,
    findToken: () => null,
    onInvalid: () => undefined,
    onMissing: (text) => told.push(text),
  })
  return { api, asked, told }
}

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (answer) => answer,
    (thrown: unknown) => thrown,
  )

describe('a swap with id and hash', () => {
  test('is asked for with both where the service takes them', async () => {
    const { api, asked, told } = service({ [extended]: found })
    await api.statusExtended({ id, srcTxHash, srcTokenBlockchain: 'ETH' })
    expect(asked).toEqual([`${extended}?id=${id}&srcTxHash=${srcTxHash}&srcTokenBlockchain=ETH`])
    expect(told).toEqual([])
  })

  test.each(Object.entries(noPaths))(
    'is asked for by its hash where the newer call is missing (%s), which is remembered and reported once',
    async (_, missing) => {
      const { api, asked, told } = service({ [info]: found }, missing)
      for (let again = 0; again < 3; again += 1) {
        const answer = await api.statusExtended({ id, srcTxHash, srcTokenBlockchain: 'ETH' })
        expect(answer.status).toBe('PENDING')
      }
      const plain = `${info}?srcTxHash=${srcTxHash}`
      expect(asked).toEqual([
        `${extended}?id=${id}&srcTxHash=${srcTxHash}&srcTokenBlockchain=ETH`,
        plain,
        plain,
        plain,
      ])
      expect(told).toEqual([
        'service.example does not have /api/info/statusExtended; the swap is followed by the hash of its source transaction.',
      ])
    },
  )

  test('is asked for at the older path where that is all there is', async () => {
    const { api, asked } = service({ [routes]: found })
    await api.statusExtended({ id, srcTxHash })
    await api.statusExtended({ id, srcTxHash })
    await api.status({ srcTxHash })
    expect(asked.map((url) => url.split('?')[0])).toEqual([extended, info, routes, routes, routes])
  })

  test('fails where a service has none of the calls, and nothing is remembered of it', async () => {
    const { api, asked } = service({})
    for (let again = 0; again < 2; again += 1) {
      const error = await failure(api.statusExtended({ id, srcTxHash }))
      expect(error).toMatchObject({ code: 'UPSTREAM_FAILED', context: { httpStatus: 404 } })
    }
    expect(asked.map((url) => url.split('?')[0])).toEqual([
      extended,
      info,
      routes,
      extended,
      info,
      routes,
    ])
  })

  test.each([
    [404, 3999],
    [404, 2001],
    [502, 2002],
  ])(
    'that the service itself refuses (%i, %i) is not asked for elsewhere',
    async (status, code) => {
      const refusal = { status, body: { error: { code, reason: 'It is not known.' }, id: 'x' } }
      const { api, asked, told } = service({ [extended]: refusal, [info]: found })
      expect(await failure(api.statusExtended({ id, srcTxHash }))).toMatchObject({
        serviceCode: code,
      })
      expect([asked.length, told]).toEqual([1, []])
    },
  )
})

describe('an order, which has an id alone', () => {
  test('is asked for by it', async () => {
    const { api } = service({ [extended]: found })
    expect((await api.statusExtended({ id })).status).toBe('PENDING')
  })

  test('cannot be followed where the newer call is missing, and the error explains it', async () => {
    const { api, asked } = service({ [info]: found })
    const first = await failure(api.statusExtended({ id }))
    expect(lacksCallById(first)).toBe(true)
    expect(first).toHaveProperty(
      'message',
      'service.example does not have /api/info/statusExtended: it cannot report the state of an order, which has no source hash until it is paid.',
    )
    // Known from then on: it is not asked for again.
    await api.statusExtended({ id, srcTxHash })
    asked.length = 0
    expect(lacksCallById(await failure(api.statusExtended({ id })))).toBe(true)
    expect(asked).toEqual([])
  })

  test('whose service is down is not reported as one that cannot be followed', async () => {
    const { api } = service({ [extended]: { status: 500, body: null } })
    expect(lacksCallById(await failure(api.statusExtended({ id })))).toBe(false)
  })
})
