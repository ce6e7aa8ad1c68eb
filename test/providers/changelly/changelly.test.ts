import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'

import { createChangellyProvider } from '../../../src/providers/changelly.ts'
import { baseUrl, keys, list, quote, request } from '../changelly.case.ts'
import { play, refusal } from '../depositSupport.ts'

const pkcs8 = keys.privateKey.export({ type: 'pkcs8', format: 'der' })
const pem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const number = createHash('sha256')
  .update(keys.publicKey.export({ type: 'pkcs1', format: 'der' }))
  .digest('base64')

describe('requests are signed', () => {
  test('with a number of its own for the key', async () => {
    const apiSecret = pkcs8.toString('hex')
    const provider = createChangellyProvider({ baseUrl, apiKey: 'number-1', apiSecret })
    const tape = play(baseUrl, [list, ...quote])
    await provider.quote(request, new Set(['changelly']), tape.context)
    expect(tape.asked.map(({ headers }) => headers?.['x-api-key'])).toEqual(
      tape.asked.map(() => 'number-1'),
    )
  })

  test.each([
    ['in hexadecimal', pkcs8.toString('hex')],
    ['in Base64', pkcs8.toString('base64')],
    ['as PEM', pem],
    ['as PEM on one line', pem.replaceAll('\n', String.raw`\n`)],
  ])('with a key %s, over the very text that is sent', async (_form, apiKey) => {
    const provider = createChangellyProvider({ baseUrl, apiKey })
    const tape = play(baseUrl, [list, ...quote])
    await provider.quote(request, new Set(['changelly']), tape.context)
    expect(tape.asked).toHaveLength(3)
    for (const { headers = {}, body } of tape.asked) {
      const signature = Buffer.from(headers['x-api-signature'] ?? '', 'base64')
      const text = Buffer.from(JSON.stringify(body))
      expect(verify('sha256', text, keys.publicKey, signature)).toBe(true)
      expect(headers['x-api-key']).toBe(number)
    }
  })
})

test.each([
  ['no key', 'not a key at all'],
  ['half a key', pkcs8.toString('hex').slice(0, 400)],
  ['a damaged PEM', pem.replace('A', '!')],
  [
    'a key of another kind',
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  ],
])('%s is refused, and nothing of it is shown', async (_name, apiKey) => {
  const error = await refusal(
    Promise.resolve().then(() => createChangellyProvider({ baseUrl, apiKey })),
  )
  expect(error.code).toBe('CONFIG_INVALID')
  const shown = JSON.stringify([error.message, error.hint, error.context, String(error.cause)])
  expect(shown).not.toContain(apiKey.slice(0, 12))
  expect(error.cause).toBeUndefined()
})
