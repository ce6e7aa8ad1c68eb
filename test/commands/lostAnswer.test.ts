/** A full disk behind stdout: a transaction that was sent must be reported all the same. */
import { expect, test } from 'vitest'
import { SwaprouteError } from '../../src/core/errors.ts'
import { routeItem } from '../support/fakeApi.ts'
import { runCli } from '../support/runMain.ts'
import { hashes, receiptId, step, type SwapScript, swapServices } from '../support/swapScript.ts'

const line = 'swap 250 eth:USDC to arb:USDC --yes --confirm-amount 250'.split(' ')
const events = [step('pay', 'sent', 'Payment sent', hashes.source)]
const full = 'could not write the answer to stdout: no space left on device.'

function run(
  argv: string[],
  script: SwapScript = {},
  stdoutFault = 'ENOSPC',
): ReturnType<typeof runCli> {
  const { services } = swapServices(script)
  return runCli(argv, { routes: [routeItem('across', '249.71234')], services, stdoutFault })
}

test.each([['--json'], ['--ndjson'], ['--plain'], ['--quiet']])(
  'a completed swap exits with 8 and stderr reports it (%s)',
  async (mode) => {
    const { exit, stderr, stdout } = await run([...line, mode], { events })
    expect(exit).toBe(8)
    expect(stdout).toBe('')
    const said = `${full} The swap was completed: do not repeat the command, see \`swaproute receipt ${receiptId}\`.\n`
    expect(stderr.endsWith(said)).toBe(true)
    if (mode.endsWith('json')) expect(stderr).toBe(said)
  },
)

test.each([
  ['sent', 'The payment was sent'],
  ['approved_only', 'An approval was sent, the payment was not'],
  ['unknown', 'The payment may have been sent'],
  ['refunding', 'The payment was sent and is on its way back'],
] as const)('an error with the money at "%s" keeps its exit code', async (funds, said) => {
  const fails = new SwaprouteError('OUTCOME_UNKNOWN', 'The node is silent.', {
    funds,
    context: { receiptId },
  })
  const { exit, stderr } = await run([...line, '--json'], { events, failure: fails })
  expect(exit).toBe(8)
  expect(stderr).toBe(
    `${full} OUTCOME_UNKNOWN: The node is silent. ${said}: do not repeat the command, see \`swaproute receipt ${receiptId}\`.\n`,
  )
})

test('an error before anything was sent keeps its exit code and is reported', async () => {
  const fails = new SwaprouteError('UNSAFE_ROUTE', 'It is not safe.')
  const { exit, stderr } = await run([...line, '--json'], { failure: fails })
  expect(exit).toBe(6)
  expect(stderr).toBe(`${full} UNSAFE_ROUTE: It is not safe.\n`)
})

test.each([
  [['tokens']],
  [['tokens', '--json']],
  [['--version']],
  [['--help']],
  [['explain', 'E9']],
])('%s sends nothing: exit 1, and a line on stderr', async (argv) => {
  expect(await run(argv)).toMatchObject({ exit: 1, stderr: `${full}\n` })
})

test.each([[['tokens']], [['--version']], [[...line, '--json']]])(
  'a reader that closes stdout early gets no failure: %s',
  async (argv) => {
    expect(await run(argv, { events }, 'EPIPE')).toMatchObject({ exit: 0, stderr: '' })
  },
)
