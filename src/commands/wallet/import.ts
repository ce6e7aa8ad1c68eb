import { SwaprouteError } from '../../core/errors.ts'
import { renderCard } from '../../format/card.ts'
import { plainAccounts } from '../../format/lists.ts'
import type { KeyImport } from '../frame/services.ts'
import { defineCommand } from '../frame/command.ts'
import { accountCard, accountChoice, accountFlags } from './account.ts'
import { requireName } from './new.ts'

export const walletImportCommand = defineCommand({
  name: 'wallet import',
  summary: 'Import a key or keystore under a name',
  usage: '<name>',
  about:
    'The private key is typed without being shown, or piped in with --key-stdin, or comes from a\n' +
    'keystore of another program. It is never accepted on the command line. A TON account is read\n' +
    'from its 24 words or its secret key; the wallet version decides which address they have.',
  examples: [
    'swaproute wallet import main',
    'swaproute wallet import ton --kind ton --wallet-version v4r2',
    'swaproute wallet import old --keystore ./UTC--2024-01-01.json',
    'pass show key | swaproute wallet import ci --key-stdin --password-file ./password',
  ],
  flags: [
    ...accountFlags,
    { name: 'keystore', value: 'FILE', hint: 'A V3 keystore of another program' },
    { name: 'key-stdin', hint: 'Read the private key from standard input' },
    { name: 'password-file', value: 'FILE', hint: 'File with the password' },
  ],
  maxWords: 1,
  async run(input, ctx) {
    const name = requireName(input.words[0])
    const { flags } = input
    const choice = accountChoice(flags)
    const path = flags.text('keystore')
    if (path !== undefined && flags.on('key-stdin')) {
      throw new SwaprouteError(
        'INVALID_ARGUMENT',
        '--keystore and --key-stdin exclude each other.',
        {
          hint: 'Keep one of them.',
        },
      )
    }
    const source: KeyImport =
      path !== undefined
        ? { kind: 'keystore', path }
        : flags.on('key-stdin')
          ? { kind: 'stdin' }
          : { kind: 'prompt' }
    if (source.kind === 'prompt' && !ctx.ask.possible) {
      throw new SwaprouteError('KEY_UNAVAILABLE', 'There is no key to import.', {
        hint: 'Name a keystore with --keystore, pipe the key in with --key-stdin, or run in a terminal.',
      })
    }
    const wallet = await ctx.services.wallet()
    const account = await wallet.import(name, source, choice, ctx.config.passwordFile)
    return { data: account, view: account }
  },
  screen: (account, { width, paint }) => renderCard(accountCard('Imported', account), width, paint),
  plain: (account) => plainAccounts([account]),
})
