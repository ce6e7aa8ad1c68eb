/** The tour on real local chains, as a newcomer runs it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataSchemas, documentSchema } from '../../src/commands/schema/documents.ts'
import { type CliHome, createCliHome } from '../support/cliHome.ts'

let home: CliHome

beforeAll(() => {
  home = createCliHome()
})

afterAll(async () => {
  await home.run(['sandbox', 'stop'])
  await home.remove()
})

test('asks before each step unless --yes is given', async () => {
  const { code, document } = await home.json(['tour'])
  expect([code, document.error.code]).toEqual([10, 'CONFIRMATION_REQUIRED'])
})

test('three swaps arrive, from nothing, unattended', async () => {
  const { code, document } = await home.json(['tour', '--yes'])
  expect(document.error).toBeUndefined()
  expect(code).toBe(0)
  documentSchema('tour', dataSchemas['tour'] as never).parse(document)
  const { chapters } = document.data
  expect(chapters).toHaveLength(3)
  const ends = chapters.map(({ steps }: { steps: { data: unknown }[] }) => steps.at(-1)?.data)
  expect(ends).toMatchObject([
    { status: 'SUCCESS', destinationTxHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
    { status: 'SUCCESS', destinationTxHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
    { status: { status: 'SUCCESS' }, received: { symbol: 'USDT' } },
  ])
  expect(document.meta.sandbox).toBe(true)
})
