import { expect, test } from 'vitest'
import { routeItem } from '../support/fakeApi.ts'
import { runCli } from '../support/runMain.ts'
import { hashes, swapServices } from '../support/swapScript.ts'

const line = ['250', 'eth:USDC', 'to', 'arb:USDC']
const routes = [routeItem('across', '249.5'), routeItem('relay', '249')]

test.each([
  ['swap', ['swap', ...line, '--yes', '--confirm-amount', '250'], `${hashes.source}\n`],
  ['best', ['best', ...line], '249.5 USDC across\n'],
])('--quiet: %s prints what a script would cut out', async (_, argv, stdout) => {
  const { services } = swapServices()
  const run = await runCli([...argv, '-q'], { routes, services, columns: 80 })
  expect(run).toMatchObject({ exit: 0, stdout, stderr: '' })
})

test('--quiet: quote prints its rows alone', async () => {
  const { stdout } = await runCli(['quote', ...line, '-q'], { routes, columns: 60 })
  const rows = stdout.trimEnd().split('\n')
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatch(/^1 {2}across/)
})
