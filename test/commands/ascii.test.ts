import { describe, expect, test } from 'vitest'
import { displayWidth } from '../../src/format/width.ts'
import { isUtf8, toAscii, toAsciiJson } from '../../src/format/ascii.ts'
import { routeItem } from '../support/fakeApi.ts'
import { documentOf, runCli } from '../support/runMain.ts'
import { swapServices } from '../support/swapScript.ts'

const ascii = /^[\0-\x7f]*$/
const env = { LC_ALL: 'C' }
const line = ['quote', '250', 'eth:USDC', 'to', 'arb:USDC']
const routes = [routeItem('across', '249.5'), routeItem('relay', '249')]

test.each([
  [{}, true],
  [{ LANG: 'en_GB.UTF-8' }, true],
  [{ LANG: 'de_DE.utf8' }, true],
  [{ LANG: 'C' }, false],
  [{ LANG: 'en_GB.UTF-8', LC_ALL: 'C' }, false],
  [{ LANG: 'C', LC_CTYPE: 'C.UTF-8' }, true],
  [{ LANG: 'en_US.ISO-8859-1', LC_ALL: '' }, false],
])('%o shows more than ASCII: %s', (variables, more) => {
  expect(isUtf8(variables)).toBe(more)
})

test('every sign keeps its column', () => {
  const text = '╭─ Best · a → b … ✓ ✗ ⠋ │ ’'
  expect(toAscii(text)).toMatch(ascii)
  expect(toAscii(text)).toHaveLength(displayWidth(text))
})

test('JSON has the same content', () => {
  const value = { a: 'Größe → 🪙', b: ['\u2028'] }
  const text = toAsciiJson(JSON.stringify(value))
  expect(text).toMatch(ascii)
  expect(JSON.parse(text)).toEqual(value)
})

describe('a locale without UTF-8', () => {
  test.each([60, 80, 120])(
    'gets a table, a card and errors in ASCII at %i columns',
    async (columns) => {
      const { services } = swapServices()
      for (const argv of [line, ['best', ...line.slice(1)], ['best', '1', 'eth:ETHX', 'eth']]) {
        const run = await runCli(argv, { routes, columns, env, services })
        expect(run.stdout).toMatch(ascii)
        expect(run.stderr).toMatch(ascii)
        expect(run.stdout + run.stderr).not.toContain('?  ')
      }
    },
  )

  test('and JSON that means the same', async () => {
    const { stdout } = await runCli([...line, '--json'], { routes, env })
    expect(stdout).toMatch(ascii)
    const plain = documentOf(await runCli([...line, '--json'], { routes }))
    expect(JSON.parse(stdout)).toEqual(plain)
  })
})
