/** What a 401 or 403 means: a matter of the key, or a connection that is not served at all. */
import { describe, expect, test } from 'vitest'

import { play, quoteOf, refusal, requestOf, tokenOf } from './depositSupport.ts'
import { answerError, type ProviderName, quoteError } from '../../src/providers/kits/errors.ts'
import { createAcrossProvider } from '../../src/providers/across/across.ts'

const withKeys: ProviderName = { name: 'Exolix', keyVariable: 'SWAPROUTE_EXOLIX_API_KEY' }
const withoutKeys: ProviderName = { name: 'STON.fi', keyVariable: null }
const request = requestOf(tokenOf('ETH', 'USDC'), tokenOf('BASE', 'USDC'), 5_000_000n)

/** As Cloudflare answers a client it does not trust. */
const challenge =
  '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title></head></html>'

const keyAnswers: [name: string, status: number, body: unknown][] = [
  ['a 401', 401, { message: 'Unauthorized' }],
  ['an empty 401', 401, null],
  ['a 401 in plain text', 401, 'Unauthorized'],
  ['a 403 that names the key', 403, { error: 'Invalid API key' }],
  ['a 403 that names the token', 403, { message: 'The token has expired' }],
]
const wallAnswers: [name: string, status: number, body: unknown, said: string][] = [
  ['a page of HTML', 403, challenge, ''],
  ['a page of HTML with 401', 401, `\n ${challenge}`, ''],
  ['a country block', 403, { message: 'Not available in your region' }, 'in your region'],
  ['an empty 403', 403, null, ''],
  ['a 403 in plain text', 403, 'error code: 1020', 'error code: 1020'],
]

describe.each([
  [
    'deposit',
    async (status: number, body: unknown, hasKey: boolean) =>
      answerError(withKeys, status, body, hasKey),
    'Exolix',
    'SWAPROUTE_EXOLIX_API_KEY',
  ],
  [
    'across',
    (status: number, body: unknown, hasKey: boolean) => {
      const { context } = play('https://nowhere.invalid', [])
      const http = {
        ...context.http,
        send: async () => ({ status, body, retryAfterSeconds: null }),
      }
      const across = createAcrossProvider({ apiKey: hasKey ? 'k-1' : null })
      return refusal(quoteOf(across, request, { ...context, http }))
    },
    'Across',
    'SWAPROUTE_ACROSS_API_KEY',
  ],
] as const)('%s', (_family, read, name, variable) => {
  test.each(keyAnswers)('%s is about the key', async (_name, status, body) => {
    expect(await read(status, body, false)).toMatchObject({
      code: 'UPSTREAM_REFUSED',
      message: `${name} needs a key: ${variable}.`,
      context: { status },
    })
    expect((await read(status, body, true)).message).toBe(`${name} refuses the key in ${variable}.`)
  })

  test.each(wallAnswers)('%s is not about the key', async (_name, status, body, said) => {
    for (const hasKey of [false, true]) {
      const error = await read(status, body, hasKey)
      expect(error).toMatchObject({ code: 'UPSTREAM_REFUSED', context: { status } })
      expect(error.message).toContain(
        `${name} does not serve this connection: it answered ${status}.`,
      )
      expect(error.message).toContain(said)
      expect(`${error.message} ${error.hint}`).not.toMatch(/key|API_KEY|<|DOCTYPE|moment/i)
    }
  })
})

test('a wall in front of a service that speaks in plain text is not a missing pool', () => {
  expect(quoteError(withoutKeys, 403, challenge)).toMatchObject({ code: 'UPSTREAM_REFUSED' })
  expect(quoteError(withoutKeys, 404, '1010: Could not find pool address')).toMatchObject({
    code: 'NO_ROUTE',
    message: expect.stringContaining('1010: Could not find pool address'),
  })
  expect(quoteError(withoutKeys, 404, challenge).message).not.toContain('moment')
})

test('a provider without keys never asks for one', () => {
  for (const [, status, body] of keyAnswers) {
    const error = answerError(withoutKeys, status, body)
    expect(error.message).toContain('STON.fi does not serve this connection')
    expect(error.hint).not.toContain('key')
  }
})
