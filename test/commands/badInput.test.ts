import { describe, expect, test } from 'vitest'
import { type ErrorCode, errorCodes } from '../../src/core/errors.ts'
import { documentOf, runCli } from '../support/runMain.ts'

type Case = { name: string; argv: string[]; code: ErrorCode; says: RegExp; hints: RegExp }

// What is wrong | the line | code | text of the message | text of the hint
const table = `
  unknown chain | quote 1 etherium:USDC arb:USDC | UNKNOWN_CHAIN | etherium | ETH
  unknown token | quote 1 eth:USDZ arb:USDC | UNKNOWN_TOKEN | USDZ | USDC
  symbol without a chain | quote 1 USDC arb:USDC | UNKNOWN_CHAIN | USDC | [a-z]+:USDC
  look-alike symbol | quote 1 eth:USDС arb:USDC | UNKNOWN_TOKEN | resemble | address
  unknown flag | quote 250 eth:USDC to arb:USDC --slipage 1% | INVALID_ARGUMENT | no flag --slipage | --slippage
  unknown short flag | quote 250 eth:USDC to arb:USDC -x | INVALID_ARGUMENT | no flag -x | --help
  flag of another command | quote 250 eth:USDC to arb:USDC --yes | INVALID_ARGUMENT | no flag --yes | --help
  unknown provider | quote 250 eth:USDC to arb:USDC --provider acros | UNKNOWN_PROVIDER | acros | across
  provider in an unclear case | quote 250 eth:USDC to arb:USDC --provider Dln | UNKNOWN_PROVIDER | Dln | dln or DLN
  unknown excluded provider | quote 250 eth:USDC to arb:USDC --exclude lifi,nobody | UNKNOWN_PROVIDER | nobody | providers
  unknown owner of foreign exclusions | quote 250 eth:USDC to arb:USDC --exclude-foreign across=a | INVALID_ARGUMENT | across=a | zerox
  foreign exclusions without a list | quote 250 eth:USDC to arb:USDC --exclude-foreign lifi | INVALID_ARGUMENT | lifi | OWNER=a,b
  unknown command | qoute 1 eth:USDC to arb:USDC | INVALID_ARGUMENT | "qoute" | swaproute quote
  unknown subcommand | wallet lst | INVALID_ARGUMENT | "wallet lst" | wallet list
  command without its subcommand | wallet | INVALID_ARGUMENT | wallet | new, import
  test network | quote 1 sepolia:ETH arb:ETH | TESTNET_DISABLED | Sepolia | --testnets

  swap from Moonbeam | quote 1 moonbeam:GLMR to eth:USDC | NO_ROUTE | Moonbeam takes no swaps: shut down on 2026-07-31 | wallet balance --chain MOONBEAM.*status
  swap to Moonriver | quote 1 eth:ETH to moonriver | NO_ROUTE | Moonriver takes no swaps: shut down on 2026-07-31 | wallet balance
  payment to Harmony | swap 1 eth:ETH to harmony:0x5B38Da6a701c568545dCfcB03FcB875f56beddC4 | NO_ROUTE | Harmony takes no swaps: no blocks since 2026-08-13 | wallet balance
  deposit to Boba's BNB network | deposit 1 btc:BTC to boba_bsc | NO_ROUTE | lists it as ended since 2026-01-20 | status.*shows earlier swaps
  swap from a network without nodes | best 1 polygon_zkevm:ETH to eth:USDC | NO_ROUTE | sequencer stopped on 2026-07-01 | status

  flag given twice | quote 250 eth:USDC to arb:USDC --timeout 5 --timeout 6 | INVALID_ARGUMENT | --timeout was given more than once | --help
  switch given twice | quote 250 eth:USDC to arb:USDC --checks --checks | INVALID_ARGUMENT | --checks was given more than once | --help
  flag without its value | quote 250 eth:USDC to arb:USDC --slippage | INVALID_ARGUMENT | --slippage needs a value | --help
  flag in place of a value | quote 250 eth:USDC to arb:USDC --slippage --checks | INVALID_ARGUMENT | --slippage needs a value | --help
  value where there is none | quote 250 eth:USDC to arb:USDC --checks=yes | INVALID_ARGUMENT | --checks takes no value | --help
  value outside the choices | quote 250 eth:USDC to arb:USDC --sort biggest | INVALID_ARGUMENT | receive, fastest, cheapest | --help
  word too many | quote 250 eth:USDC to arb:USDC please now | INVALID_ARGUMENT | please | --help
  amount twice | quote 250 eth:USDC to arb:USDC --amount 5 | INVALID_ARGUMENT | given more than once | sentence
  amount in both units | quote -a 1 --raw-amount 1 eth:USDC to arb:USDC | INVALID_ARGUMENT | given more than once | sentence
  no amount | quote eth:USDC to arb:USDC | MISSING_FIELD | amount is missing | --amount
  no destination | quote 1 eth:USDC | MISSING_FIELD | destination asset is missing | --to
  nothing | quote | MISSING_FIELD | amount is missing | --amount

  negative amount | quote -5 eth:USDC to arb:USDC | INVALID_AMOUNT | -5 is negative | greater than zero
  negative amount by flag | quote --amount -0.5 eth:USDC to arb:USDC | INVALID_AMOUNT | negative | zero
  exponent | quote 1e3 eth:USDC to arb:USDC | INVALID_AMOUNT | exponent | all digits
  thousands separators | quote 1,000.5 eth:USDC to arb:USDC | INVALID_AMOUNT | thousands separators | digits
  too many decimals | quote 1.1234567 eth:USDC to arb:USDC | TOO_MANY_DECIMALS | 7 decimals; the token has 6 | 6 decimals
  zero | quote 0.0 eth:USDC to arb:USDC | INVALID_AMOUNT | zero | greater
  no number | quote ten eth:USDC to arb:USDC | INVALID_AMOUNT | "ten" | decimal
  plus sign | quote +5 eth:USDC to arb:USDC | INVALID_AMOUNT | "\\+5" | decimal
  raw amount with a point | quote --raw-amount 1.5 eth:USDC to arb:USDC | INVALID_AMOUNT | raw amount | whole
  infinity | quote Infinity eth:USDC to arb:USDC | INVALID_AMOUNT | Infinity | decimal

  bare slippage | quote 250 eth:USDC to arb:USDC --slippage 0.5 | INVALID_ARGUMENT | has no unit | 0\\.5%.*50bps
  slippage above half | quote 250 eth:USDC to arb:USDC --slippage 51% | INVALID_ARGUMENT | above 50% | 50%
  slippage finer than a basis point | quote 250 eth:USDC to arb:USDC --slippage 0.001% | INVALID_ARGUMENT | not a slippage | bps
  negative slippage | quote 250 eth:USDC to arb:USDC --slippage -1% | INVALID_ARGUMENT | not a slippage | bps
  timeout of 1 | quote 250 eth:USDC to arb:USDC --timeout 1 | INVALID_ARGUMENT | between 2 and 60 | --timeout 30
  timeout of 61 | quote 250 eth:USDC to arb:USDC --timeout 61 | INVALID_ARGUMENT | between 2 and 60 | --timeout 30
  timeout of 60.5 | quote 250 eth:USDC to arb:USDC --timeout 60.5 | INVALID_ARGUMENT | between 2 and 60 | --timeout 30
  timeout with a word | quote 250 eth:USDC to arb:USDC --timeout 2.x | INVALID_ARGUMENT | between 2 and 60 | --timeout 30
  checks of nobody's wallet | quote 250 eth:USDC to arb:USDC --checks | MISSING_FIELD | no wallet to check | --from-address
  checks of a deposit | deposit 0.01 btc:BTC to eth:USDC --receiver 0x8ba1f109551bD432803012645Ac136ddd64DBA72 --checks | INVALID_ARGUMENT | a deposit can be paid from any | --checks
  deposits without deposits | deposit 0.01 btc:BTC to eth:USDC --receiver 0x8ba1f109551bD432803012645Ac136ddd64DBA72 --deposits none | INVALID_ARGUMENT | leaves no deposit route | swaproute quote
  equal tokens | quote 1 eth:USDC ETHEREUM:usdc | EQUAL_TOKENS | same token | another
  equal coins | quote 1 eth eth:native | EQUAL_TOKENS | same token | another

  receiver of another chain | quote 250 eth:USDC to arb:USDC --receiver TJRabPrwbZy45sbavfcjinPJC18kjpRTv8 | INVALID_ADDRESS | Tron; Arbitrum One needs | Copy
  receiver with a wrong checksum | quote 250 eth:USDC to arb:USDC --receiver 0x8ba1f109551bd432803012645Ac136ddd64DBA72 | INVALID_ADDRESS | checksum | Copy
  receiver nobody owns | quote 250 eth:USDC to arb:USDC --receiver 0x0000000000000000000000000000000000000000 | INVALID_ADDRESS | 0x0000 | receiver
  sender of another chain | quote 250 eth:USDC to arb:USDC --from-address 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2 | INVALID_ADDRESS | Bitcoin; Ethereum needs | Copy
  short address | quote 250 eth:USDC to arb:USDC --refund-to 0x1234 | INVALID_ADDRESS | 0x1234 | address

  private key as an amount | quote 4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318 eth:USDC to arb:USDC | SECRET_IN_ARGUMENTS | private key | wallet import
  private key in place of a command | 0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318 | SECRET_IN_ARGUMENTS | private key | wallet import
  flag for a key | swap 1 eth:USDC to arb:USDC --private-key abc | SECRET_IN_ARGUMENTS | secret | key-stdin

  status of nothing | status | MISSING_FIELD | hash or id | hash
  status of nonsense | status abc | INVALID_ARGUMENT | Not a transaction hash | history
  waiting time without a unit | status HASH --wait=30 | INVALID_ARGUMENT | waiting time | 30m
  status on an unknown chain | status HASH --chain moon | UNKNOWN_CHAIN | moon | chains
  port out of range | serve --port 70000 | INVALID_ARGUMENT | from 0 to 65535 | config list
  number of lines | history --limit 0 | INVALID_ARGUMENT | "0" | 1000
  account without a name | wallet new | MISSING_FIELD | name | wallet new main
  unknown code | explain NO_ROUTES | INVALID_ARGUMENT | NO_ROUTES | NO_ROUTE
  unknown shell | completion tcsh | INVALID_ARGUMENT | shell | bash, zsh, fish
  schema of nothing there | schema qoute | INVALID_ARGUMENT | qoute | quote
  schema of what every object has | schema constructor | INVALID_ARGUMENT | no command "constructor" | schema
  unsigned and yes | swap 1 eth:USDC to arb:USDC --unsigned --yes | INVALID_ARGUMENT | --unsigned and --yes exclude each other | Use only one
  unsigned and dry | swap 1 eth:USDC to arb:USDC --unsigned --dry-run | INVALID_ARGUMENT | exclude each other | Use only one
  id and a file | swap --id abcd --quote ./missing.json | INVALID_ARGUMENT | --id and --quote exclude each other | Use only one
  quote file that is not there | swap --quote ./missing.json | INVALID_ARGUMENT | cannot be read | --json
  id and file | swap --id x --quote - | INVALID_ARGUMENT | --id and --quote | one
  unknown backend | quote 250 eth:USDC to arb:USDC --backend cloud | INVALID_ARGUMENT | embedded, remote | --help
  plain http to another machine | quote 250 eth:USDC to arb:USDC --url http://example.org | INVALID_ARGUMENT | https | config list
`

const cases: Case[] = table
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => {
    const [name = '', argv = '', code = '', says = '', hints = ''] = line.trim().split(' | ')
    if (!isCode(code)) throw new Error(`no code in: ${line}`)
    const words = argv.split(' ').map((word) => (word === 'HASH' ? `0x${'a'.repeat(64)}` : word))
    return { name, argv: words, code, says: new RegExp(says), hints: new RegExp(hints) }
  })

describe('bad input', () => {
  test.each(cases)('$name', async ({ argv, code, says, hints }) => {
    // Every call of the service would throw: nothing is asked before the line is understood.
    const person = await runCli(argv, { api: {} })
    expect(person.stderr.replace(/\n +/g, ' ')).toContain(`✗ ${code}: `)
    expect(person.stdout).toBe('')
    expect(person.calls).toEqual([])
    expect(person.exit).toBe(errorCodes[code].exit)

    const machine = await runCli([...argv, '--json'])
    const { error, funds, ok } = documentOf(machine)
    // About swaps made before nothing is known without the journal (S8).
    const follows = ['status', 'history', 'receipt', 'resume'].includes(argv[0] ?? '')
    expect({ ok, funds }).toEqual({ ok: false, funds: follows ? 'unknown' : 'none_moved' })
    expect(error).toMatchObject({
      code,
      message: expect.stringMatching(says),
      hint: expect.stringMatching(hints),
      retry: errorCodes[code].retry,
    })
    expect(machine.stderr).toBe('')
    expect(machine.exit).toBe(person.exit)
  })

  test('a secret is never repeated', async () => {
    for (const { argv } of cases.filter(({ code }) => code === 'SECRET_IN_ARGUMENTS')) {
      for (const extra of [[], ['--json'], ['--verbose']]) {
        const { stdout, stderr } = await runCli([...argv, ...extra])
        expect(stdout + stderr).not.toContain('4c0883a69102937d')
      }
    }
  })

  test('every sentence is its own', async () => {
    const sentences = new Set<string>()
    for (const { argv } of cases.filter((entry) => entry.argv[0] === 'quote')) {
      sentences.add((await runCli(argv)).stderr)
    }
    expect(sentences.size).toBeGreaterThan(40)
  })
})

test('a hash is not a secret where a command takes hashes', async () => {
  const hash = `0x${'4c'.repeat(32)}`
  const run = await runCli(['status', hash], {
    status: { status: 'NOT_FOUND', destinationTxHash: null },
  })
  expect(run.exit).toBe(0)
})

test('two formats exclude each other', async () => {
  const run = await runCli(['quote', '250', 'eth:USDC', 'arb:USDC', '--json', '--plain'])
  expect(run.exit).toBe(2)
  expect(documentOf(run)['error']).toMatchObject({
    message: '--json and --plain exclude each other.',
  })
})

function isCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCodes, text)
}
