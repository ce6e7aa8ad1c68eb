import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createShownQuotes } from '../../../src/store/shownQuotes.ts'

const folder = mkdtempSync(join(tmpdir(), 'swaproute-shown-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('each shell has its own last quote, and old ones go', () => {
  const now = (): number => Date.now()
  const [one, other] = [11, 22].map((shell) => createShownQuotes(folder, shell, now))
  expect(one?.read()).toBeNull()
  one?.remember({ ids: ['a', null], again: null })
  other?.remember({ ids: ['b'], again: 'swaproute quote' })
  expect(one?.read()).toMatchObject({ ids: ['a', null], again: null })
  expect(other?.read()).toMatchObject({ ids: ['b'], again: 'swaproute quote' })
  const twoDaysAgo = Date.now() / 1000 - 2 * 86_400
  utimesSync(join(folder, 'shown', 'shell-22.json'), twoDaysAgo, twoDaysAgo)
  one?.remember({ ids: ['c'], again: null })
  expect(readdirSync(join(folder, 'shown'))).toEqual(['shell-11.json'])
})
