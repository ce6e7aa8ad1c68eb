import { describe, expect, test } from 'vitest'
import { catalog } from '../../src/program/catalog.ts'
import { topicNames } from '../../src/program/topicNames.ts'
import { offeredFlags } from '../../src/program/help/commandHelp.ts'
import { displayWidth } from '../../src/format/width.ts'
import { runCli } from '../support/runMain.ts'

describe('help', () => {
  test('of the program', async () => {
    const { stdout, stderr, exit } = await runCli(['--help'])
    expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 })
    expect(stdout).toMatchSnapshot()
    expect((await runCli([])).stdout).toBe(stdout)
  })

  test.each(catalog)('of $name has its flags and examples', async ({ name, load }) => {
    const command = await load()
    const { stdout, exit } = await runCli([...name.split(' '), '--help'])
    expect(exit).toBe(0)
    expect(command.name).toBe(name)
    expect(command.examples.length).toBeGreaterThan(0)
    for (const { name: flag } of offeredFlags(command)) expect(stdout).toContain(`--${flag}`)
    const pasted = stdout.replaceAll(/ \\\n +/g, ' ')
    for (const example of command.examples) {
      expect(pasted).toContain(example)
      expect(example).toContain(`swaproute ${name}`)
    }
    for (const text of stdout.split('\n')) expect(displayWidth(text)).toBeLessThanOrEqual(72)
  })

  test.each(topicNames)('of the topic %s fits 72 columns', async (topic) => {
    const { stdout, exit } = await runCli(['help', topic])
    expect(exit).toBe(0)
    expect(stdout.split('\n').length).toBeGreaterThan(5)
    for (const text of stdout.split('\n')) expect(displayWidth(text)).toBeLessThanOrEqual(72)
  })

  test.each([
    [['--bogus'], 'There is no flag --bogus, or it needs a command.', '`swaproute help flags`'],
    [['-V'], 'There is no flag -V, or it needs a command.', 'Did you mean --version?'],
    [['--json'], 'The command is missing.', '`swaproute help`'],
    [['version'], 'There is no command "version".', '`swaproute --version`'],
    [['balance'], 'There is no command "balance".', '`swaproute wallet balance`'],
    [['bridge'], 'There is no command "bridge".', '`swaproute swap` or `swaproute quote`'],
    [['wallet', 'exprot'], 'There is no command "wallet exprot".', '`swaproute wallet export`'],
    [['help', 'asets'], 'There is no command or topic "asets".', '`swaproute help assets`'],
  ])('%j is refused with a suggestion', async (argv, message, hint) => {
    const { exit, stdout, stderr } = await runCli(argv, { columns: 200 })
    expect(exit).toBe(2)
    expect(stdout + stderr).toContain(message)
    expect(stdout + stderr).toContain(hint)
  })

  test('no flag is named twice in a command', async () => {
    for (const { load } of catalog) {
      const { flags } = await load()
      const names = flags.flatMap(({ name, short }) =>
        short === undefined ? [name] : [name, short],
      )
      expect(new Set(names).size).toBe(names.length)
    }
  })

  test('version', async () => {
    expect((await runCli(['--version'])).stdout).toBe('0.0.0-test\n')
    expect((await runCli(['quote', '--version'])).stdout).toBe('0.0.0-test\n')
  })

  test('can be asked for by word', async () => {
    expect((await runCli(['help'])).stdout).toBe((await runCli(['--help'])).stdout)
    const quote = await runCli(['quote', '--help'])
    expect((await runCli(['help', 'quote'])).stdout).toBe(quote.stdout)
  })

  test('of a group of commands', async () => {
    expect((await runCli(['wallet', '--help'])).stdout).toMatchInlineSnapshot(`
      "Usage: swaproute wallet <command> [flags]

      Commands
        new <name>                 Create an account in an encrypted keystore
        import <name>              Import a key or keystore
        watch <address>            Watch an address without its key
        list                       Accounts of this machine
        address [name]             The address of the account that would pay
        balance [name or address]  Balances of the listed tokens
        default [name]             The account that pays by default
        rename <name> <new name>   Give an account another name
        export <name>              Write its encrypted keystore to a file
        remove <name>              Remove an account

      More: swaproute help wallet <command>
      "
    `)
  })
})

describe('explain', () => {
  test('without a code lists every kind of them', async () => {
    const { stdout, exit } = await runCli(['explain'], { columns: 80 })
    expect(exit).toBe(0)
    for (const code of ['NO_ROUTE', 'PENDING', 'AWAITING_DEPOSIT', 'approved_only', '130', 'E9']) {
      expect(stdout).toMatch(new RegExp(`^${code} `, 'm'))
    }
    for (const text of stdout.split('\n')) expect(displayWidth(text)).toBeLessThanOrEqual(80)
  })

  test.each([
    ['confirming', 'step of a deposit'],
    ['APPROVED_ONLY', 'where the money is'],
  ])('%s is a %s', async (code, kind) => {
    const { stdout } = await runCli(['explain', code], { columns: 80 })
    expect(stdout).toContain(` · ${kind}`)
  })
})
