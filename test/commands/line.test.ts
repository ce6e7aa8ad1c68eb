/** How a line is read: the positions of flags, what is a word, and the errors of wrong ones. */
import { describe, expect, test } from 'vitest'
import { catalog } from '../../src/program/catalog.ts'
import { commonFlags, moneyFlags, quoteFlags } from '../../src/commands/inputs/flags.ts'
import type { Flag } from '../../src/commands/inputs/input.ts'
import { routeItem } from '../support/fakeApi.ts'
import { documentOf, runCli } from '../support/runMain.ts'

const routes = [routeItem('across', '249.71234')]
const hash = `0x${'a'.repeat(64)}`
const key = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'

type Refusal = { command: string | null; code: string; message: string; hint: string }

async function refusalOf(line: string): Promise<Refusal> {
  const run = await runCli(line.split(' '))
  expect(run.stderr).toBe('')
  expect(run.exit).toBe(2)
  const { command, error } = documentOf(run)
  return { command, ...(error as object) } as Refusal
}

describe('flags', () => {
  test.each([
    'quote 250 eth:USDC to arb:USDC --slippage 1% --exclude lifi --timeout 9',
    'quote --slippage 1% --exclude lifi --timeout 9 250 eth:USDC to arb:USDC',
    'quote 250 --slippage=1% eth:USDC --exclude=lifi to arb:USDC --timeout=9',
    '--slippage 1% --exclude lifi --timeout 9 quote 250 eth:USDC to arb:USDC',
    '--timeout 9 quote --slippage 1% -a 250 -f eth:USDC --exclude lifi -t arb:USDC',
    'quote -a250 -feth:USDC -tarb:USDC --slippage 1% --exclude lifi --timeout 9',
    '-q quote 250 eth:USDC arb:USDC -v --slippage 1% --exclude lifi --timeout 9',
    '-qv quote 250 eth:USDC arb:USDC --slippage 1% --exclude lifi --timeout 9',
    'quote --slippage 1% --exclude lifi --timeout 9 -- 250 eth:USDC to arb:USDC',
  ])('may be at any position: %s', async (line) => {
    const { calls, exit } = await runCli(line.split(' '), { routes })
    expect(exit).toBe(0)
    expect(calls).toHaveLength(1)
    expect(calls[0]?.input).toMatchObject({
      srcTokenAmount: '250',
      slippage: 0.01,
      nativeBlacklist: ['lifi'],
      timeout: 9,
    })
  })

  test.each([
    ['--limit 0 history', 'history'],
    ['--account wallet swap', 'swap'],
    ['--idempotency-key quote swap', 'swap'],
    ['--nope wallet new', 'wallet new'],
    ['wallet --nope new', 'wallet new'],
    ['providers --nope check', 'providers check'],
  ])('before the command do not hide it: %s', async (line, command) => {
    expect(await refusalOf(`${line} --json`)).toMatchObject({ command })
  })

  test('have one arity in all commands: the value of one before the command is not the command', async () => {
    const known: readonly Flag[] = [...commonFlags, ...quoteFlags, ...moneyFlags]
    for (const { load } of catalog) {
      const { flags } = await load()
      for (const { name, value } of flags) {
        const same = known.find((flag) => flag.name === name)
        if (same !== undefined)
          expect([name, same.value !== undefined]).toEqual([name, value !== undefined])
      }
    }
  })

  test('that a command declares are all it takes', async () => {
    for (const [line, flag] of [
      ['history --slippage 1%', '--slippage'],
      ['quote --yes', '--yes'],
      ['quote -n', '-n'],
      ['quote --nope=1', '--nope'],
    ] as const) {
      const { code, message } = await refusalOf(`${line} --json`)
      expect([code, message]).toEqual([
        'INVALID_ARGUMENT',
        `\`${line.split(' ')[0]}\` has no flag ${flag}.`,
      ])
    }
  })

  test.each(['--slipage 1%', '--slip 1%', '--slippag=1%'])('misspelt: %s', async (flag) => {
    const { hint } = await refusalOf(`quote 1 eth:ETH arb:ETH ${flag} --json`)
    expect(hint).toBe('Did you mean --slippage? `swaproute quote --help` lists its flags.')
  })
})

describe('a mistake is a document', () => {
  test.each([
    ['qoute 1 eth:ETH arb:ETH', 'There is no command "qoute".'],
    ['wallet', '`wallet` needs one of its commands.'],
    // The value of a flag is not taken for a command.
    ['--backend remote', 'The command is missing.'],
    ['--slippage 1%', 'The command is missing.'],
    ['--url http://localhost:1 qoute', 'There is no command "qoute".'],
    ['wallet lst', 'There is no command "wallet lst".'],
    ['quote --nope', '`quote` has no flag --nope.'],
    ['quote --timeout 5 --timeout 6', '--timeout was given more than once.'],
    ['quote -r 0x1 --receiver 0x1', '--receiver was given more than once.'],
    ['quote --slippage', '--slippage needs a value: --slippage PERCENT.'],
    ['quote --slippage=', '--slippage needs a value: --slippage PERCENT.'],
    ['quote --checks=yes', '--checks takes no value.'],
    ['quote --sort odd', '--sort is one of receive, fastest, cheapest, not "odd".'],
    ['sandbox deposit --from', '--from needs a value: --from WHO.'],
    ['quote 1 2 3 4 5', 'Unexpected argument "5".'],
  ])('with --json at either end: %s', async (line, message) => {
    expect(await refusalOf(`--json ${line}`)).toMatchObject({ code: 'INVALID_ARGUMENT', message })
    expect(await refusalOf(`${line} --json`)).toMatchObject({ code: 'INVALID_ARGUMENT', message })
  })

  test('also where it is in --json itself', async () => {
    const { message } = await refusalOf('quote --json=yes')
    expect(message).toBe('--json takes no value.')
  })
})

describe('words that begin with a dash', () => {
  test.each(['-5', '-.5', '-1,000', '-1e3', '-5%', '-5x'])('%s is an amount', async (amount) => {
    const { code } = await refusalOf(`quote ${amount} eth:USDC to arb:USDC --json`)
    expect(code).toBe('INVALID_AMOUNT')
    const byFlag = await refusalOf(`quote --amount ${amount} eth:USDC to arb:USDC --json`)
    expect(byFlag.code).toBe('INVALID_AMOUNT')
  })

  test.each([
    ['--f3LzDVRgPMW8-npqDnPQX7VG6Ic', false],
    ['--f3LzDVRgPMW8-npqDnPQX7VG6Ic_uYVvy3TQ6TDBA', true],
    ['-ef3LzDVRgPMW8-npqDnPQX7VG6Ic_uYVvy3TQ6TDBA=', true],
    // 43 characters whose last two bits are not zero are no 32 bytes.
    ['--f3LzDVRgPMW8-npqDnPQX7VG6Ic_uYVvy3TQ6TDBB', false],
  ])('%s, a hash of TON or not', async (text, isHash) => {
    const { message } = await refusalOf(`explain --json ${text}`)
    expect(message).toMatch(isHash ? /^There is no code / : /has no flag --f/)
  })

  test('are accepted after --, whatever they begin with', async () => {
    const { message } = await refusalOf('quote --json 1 eth:ETH to arb:ETH -- --json=1')
    expect(message).toBe('Unexpected argument "--json=1".')
    const code = await refusalOf('explain --json -- --wait=5')
    expect(code.message).toBe('There is no code "--WAIT=5".')
  })

  test('a lone - is a value', async () => {
    const { message } = await refusalOf('swap --json --quote - --id x')
    expect(message).toMatch(/^--id and --quote/)
  })
})

describe('a secret is refused before anything is repeated', () => {
  test.each([
    `--nope=${key}`,
    `--nope ${key}`,
    `wallet ${key}`,
    `wallet list ${key}`,
    `quote --nope=${key}`,
    `quote --sort ${key}`,
    `quote --sort=${key} --help`,
    `wallet new main --password=hunter2`,
  ])('%s', async (line) => {
    for (const extra of ['--json', '--verbose']) {
      const { stdout, stderr, exit } = await runCli([...line.split(' '), extra])
      expect(exit).toBe(2)
      expect(stdout + stderr).toContain('SECRET_IN_ARGUMENTS')
      expect(stdout + stderr).not.toMatch(/4c0883a69102937d|hunter2/)
    }
  })
})

describe('the time of --wait', () => {
  const waitedMs = async (flags: string): Promise<number> => {
    let nowMs = 0
    const run = await runCli(['status', ...flags.split(' ')], {
      status: { status: 'PENDING', destinationTxHash: null },
      now: () => nowMs,
      services: {
        sleep: async (ms) => {
          nowMs += ms
        },
      },
    })
    expect(run.exit).toBe(8)
    expect(run.calls[0]?.input).toEqual({ srcTxHash: hash })
    return nowMs
  }

  test.each([
    `${hash} --wait=90s`,
    `--wait=90s ${hash}`,
    `${hash} --wait --wait-for 90s`,
    `${hash} --wait-for 90s`,
    `--wait-for=90s ${hash}`,
  ])('%s', async (flags) => {
    expect(await waitedMs(flags)).toBe(await waitedMs(`--wait-for 90s ${hash}`))
    expect(await waitedMs(flags)).toBeLessThanOrEqual(90_000)
  })

  test.each([`--wait ${hash}`, `${hash} --wait`, `--wait= ${hash}`])(
    'is half an hour by default: %s',
    async (flags) => {
      const ms = await waitedMs(flags)
      expect(ms).toBeGreaterThan(29 * 60_000)
      expect(ms).toBeLessThanOrEqual(30 * 60_000)
    },
  )

  test.each([
    [`status ${hash} --wait=soon`, '"soon" is not a waiting time.'],
    [`status ${hash} --wait-for 30`, '"30" is not a waiting time.'],
    [`status ${hash} --wait-for`, '--wait-for needs a value: --wait-for TIME.'],
    [`status ${hash} --wait --wait=5m`, '--wait was given more than once.'],
    [`status ${hash} --wait=5m --wait-for 5m`, '--wait-for was given more than once.'],
    ['quote --wait=5m', '`quote` has no flag --wait.'],
  ])('%s', async (line, message) => {
    expect(await refusalOf(`${line} --json`)).toMatchObject({ message })
  })
})

describe('help', () => {
  test('of a command, on a terminal of 72 columns', async () => {
    const { stdout, exit } = await runCli(['status', '--help'], { columns: 72 })
    expect(exit).toBe(0)
    expect(stdout).toMatchInlineSnapshot(`
      "Where a swap is, in plain words.

      Usage: swaproute status <hash, order id, receipt id, address or link>...
             [flags]

      Works for swaps made elsewhere, for explorer links, and for several at
      once. An address lists the swaps of this machine that use it. --wait
      blocks until the swap ends, at most 30 minutes or the time of
      --wait-for; --exit-status maps the state to the exit code (0 delivered,
      7 failed, 8 not known yet, 12 to be claimed, 13 not found). "Not found"
      needs an answer from every chain and provider; otherwise the exit code
      is 5.

      Flags
            --chain CHAIN         Source chain, narrows the search
            --watch               Refresh until the swap ends
            --wait                Wait until the swap ends, at most 30m
            --wait-for TIME       --wait with another limit: 90s, 10m, 2h;
                                  --wait=TIME is the same
            --notify-command CMD  Command to run after the swap; details in
                                  $SWAPROUTE_…
            --open                Open the swap's page in an explorer
            --exit-status         Map the state to the exit code
            --report              A report for a support ticket, without
                                  secrets

      Examples
        swaproute status \\
          0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060
        swaproute status 0x5c50…2060 --chain arb --wait-for 10m \\
          --exit-status
        swaproute status 2f6c1c38-93a7-4a0f-8d5c-1be0f2d7c604 --report

      Flags of every command: swaproute help flags
      "
    `)
  })

  test.each(catalog)(
    'of $name fits 60 columns, but for its usage and examples',
    async ({ name }) => {
      const { stdout } = await runCli([...name.split(' '), '--help'], { columns: 60 })
      const [flags = ''] = stdout.replace(/^Usage: .*\n/m, '').split('\nExamples\n')
      const [, ...lines] = flags.split('\n')
      for (const text of lines) expect(text.length, text).toBeLessThanOrEqual(60)
    },
  )

  test('comes before any mistake in the line', async () => {
    const { stdout } = await runCli(['quote', '--help'])
    for (const line of ['quote --nope -h', 'quote 1 2 3 4 5 6 --help', '-h quote --timeout']) {
      expect(await runCli(line.split(' '))).toMatchObject({ exit: 0, stdout, stderr: '' })
    }
  })
})
