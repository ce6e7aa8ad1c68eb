import { expect, test } from 'vitest'
import { SwaprouteError } from '../../../src/core/errors.ts'
import type { Observation } from '../../../src/core/observation.ts'
import { observed } from '../../../src/http/observed.ts'
import type { HttpClient, HttpResponse } from '../../../src/http/types.ts'

const signal = new AbortController().signal

async function observe(url: string, send: () => Promise<HttpResponse>): Promise<Observation[]> {
  const seen: Observation[] = []
  const http: HttpClient = { send, close: async () => undefined }
  const nodes = { ETH: ['https://rpc.example/secret-of-a-path'] }
  const watched = observed(http, nodes, (observation) => seen.push(observation))
  await watched.send({ url, effect: 'read', signal }).catch(() => undefined)
  return seen
}

const answer = (status: number) => async (): Promise<HttpResponse> => ({
  status,
  retryAfterSeconds: null,
  body: null,
})

test('a node is named by its chain, a service by its host; no path and no query', async () => {
  expect(await observe('https://rpc.example/secret-of-a-path', answer(200))).toEqual([
    {
      kind: 'request',
      host: 'rpc.example',
      chain: 'ETH',
      outcome: 'answered',
      status: 200,
      ms: expect.any(Number),
    },
  ])
  const [service] = await observe('https://api.example:8443/v1?key=secret', answer(404))
  expect(service).toMatchObject({ host: 'api.example:8443', chain: null, outcome: 'answered' })
  expect(JSON.stringify(service)).not.toContain('secret')
})

test('failures count by their kind, and reach the caller', async () => {
  const url = 'https://api.example/'
  expect(await observe(url, answer(502))).toMatchObject([{ outcome: 'failed', status: 502 }])
  const late = new SwaprouteError('TIMED_OUT', 'It did not answer.')
  expect(await observe(url, () => Promise.reject(late))).toMatchObject([
    { outcome: 'timed_out', status: null },
  ])
  const http: HttpClient = { send: () => Promise.reject(late), close: async () => undefined }
  const watched = observed(http, {}, () => undefined)
  await expect(watched.send({ url, effect: 'read', signal })).rejects.toBe(late)
})
