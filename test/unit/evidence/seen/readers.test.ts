/** What each chain shows of a transaction, and what such answers could hide. */
import { describe, expect, test } from 'vitest'

import { SwaprouteError } from '../../../../src/core/errors.ts'
import type { SeenTransaction } from '../../../../src/evidence/seen/seen.ts'
import type { BlockchainId } from '../../../../src/core/blockchainIds.ts'
import { hex, seconds, type SeenCase } from './caseForm.ts'
import { chainCases } from './chainCases.ts'
import { esplora, utxoCases } from './utxoCases.ts'
import { first, second, see, type Told } from './support.ts'

const other = 'b2'.repeat(32)
const seenCases = Object.entries({ ...utxoCases, ...chainCases }) as [BlockchainId, SeenCase][]

describe.each(seenCases)('%s', (blockchain, it) => {
  test('shows who paid whom, how much and when', async () => {
    const { seen } = await see(blockchain, it.hash, it.answers)
    expect(seen).toMatchObject({ blockchain, hash: it.hash, ...it.seen })
  })

  test('does not know a hash', async () => {
    expect((await see(blockchain, it.hash, it.unknown)).seen).toBeNull()
  })

  test('with a record of another hash is not believed', async () => {
    const answers = structuredClone(it.answers)
    for (const { body } of Object.values(answers)) it.echo(body, other)
    const read = see(blockchain, it.hash, answers)
    const told = await read.then(
      ({ seen }) => seen,
      (thrown: unknown) => (thrown instanceof SwaprouteError ? thrown.code : thrown),
    )
    // An index that is asked for one hash and lists another does not list it.
    expect(told).toBe(blockchain === 'NEAR' ? null : 'CHAIN_UNAVAILABLE')
  })

  test.each([
    ['nothing', null],
    ['a text', 'ok'],
    ['a page', '<!doctype html><title>404</title>'],
    ['another shape', { result: { data: [] } }],
  ])('with %s in place of an answer is silent, never "unknown"', async (_what, body) => {
    for (const status of [200, 404, 502]) {
      if (blockchain === 'STARKNET' && status !== 200) continue
      if (status === 404 && typeof body !== 'string') continue
      if (status === 404 && body === 'ok') continue
      const answers = Object.fromEntries(
        Object.keys(it.answers).map((key) => [
          key,
          blockchain === 'STARKNET' ? { body } : { status, body },
        ]),
      )
      const read = see(blockchain, it.hash, answers)
      await expect(read, `HTTP ${status}`).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
    }
  })
})

describe('several addresses', () => {
  const path = `/tx/${hex}`
  const missing: Told = { status: 404, body: 'Transaction not found' }
  const at = (base: string): string => `GET ${base.replace(/\/$/, '')}${path}`
  const both = [first, second]

  test('the second is asked where the first is down, limited, or does not know it', async () => {
    for (const failing of ['down', missing, { status: 430, body: {} }] as const) {
      const answers = { [at(first)]: failing, [at(second)]: { body: esplora } }
      const { seen, asked } = await see('BITCOIN', hex, answers, both)
      expect(seen?.hash).toBe(hex)
      expect(asked.map(({ retries }) => retries)).toEqual([0, undefined])
    }
  })

  test('one that knows nothing of it is enough to say so, all that fail are not', async () => {
    const said = { [at(first)]: missing, [at(second)]: 'down' as const }
    expect((await see('BITCOIN', hex, said, both)).seen).toBeNull()
    const silent = { [at(first)]: 'down' as const, [at(second)]: { status: 503, body: '' } }
    await expect(see('BITCOIN', hex, silent, both)).rejects.toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
      message: expect.stringContaining('second.test'),
      hint: expect.stringContaining('SWAPROUTE_RPC_BITCOIN'),
    })
  })
})

describe('what an answer could hide', () => {
  const bitcoin = async (change: object): Promise<SeenTransaction | null> =>
    (
      await see('BITCOIN', hex, {
        [`GET ${first}/tx/${hex}`]: { body: { ...esplora, ...change } },
      })
    ).seen

  test.each(['bc1\u001b[2Jq', 'bc1q\u202eevil', 'x'.repeat(300), 'a\nb'])(
    'an address %j is none',
    async (evil) => {
      const vout = [{ scriptpubkey_address: evil, value: 700 }]
      const seen = await bitcoin({ vout, vin: [{ prevout: { scriptpubkey_address: evil } }] })
      expect(seen).toMatchObject({ sender: null })
      expect(JSON.stringify(seen?.payments.map(({ from, to }) => [from, to]))).not.toContain(evil)
    },
  )

  test.each([-1, 1.5, 2 ** 60, '1e18', `1${'0'.repeat(90)}`])(
    'an amount %s refuses the answer',
    async (value) => {
      const vout = [{ scriptpubkey_address: 'bc1qshop', value }]
      await expect(bitcoin({ vout })).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
    },
  )

  test.each([0, 4_000_000_000, seconds + 10 * 86_400])(
    'a block of the second %i has no time',
    async (time) => {
      const seen = await bitcoin({ status: { confirmed: true, block_time: time } })
      expect(seen).toMatchObject({ state: 'done', atMs: null })
    },
  )
})
