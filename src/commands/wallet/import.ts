import { SwaprouteError, toSwaprouteError } from '../../core/errors.ts'
import { renderCard } from '../../format/card.ts'
import { plainAccounts } from '../../format/lists.ts'
import type { Account, AccountChoice } from '../../wallet/types.ts'
import type { KeyImport, WalletTools } from '../frame/services.ts'
import { type Ctx, defineCommand } from '../frame/command.ts'
import { accountCard, accountChoice, accountFlags, chainOfKind } from './account.ts'
import { requireName } from './new.ts'

export const walletImportCommand = defineCommand({
  name: 'wallet import',
  summary: 'Import a key or keystore under a name',
  usage: '<name>',
  about:
    'Type the private key or seed phrase (it is not echoed), pipe it in with --key-stdin, or name the\n' +
    'keystore of another program. Keys are never accepted on the command line. A seed phrase gives\n' +
    "account m/44'/60'/0'/0/0, or another with --index. A TON account is read from\n" +
    'its 24 words or its secret key; the wallet version determines its address.',
  examples: [
    'swaproute wallet import main',
    'swaproute wallet import ton --kind ton --wallet-version v4r2',
    'swaproute wallet import old --keystore ./UTC--2024-01-01.json',
    'pass show key | swaproute wallet import ci --key-stdin --password-file ./password',
  ],
  flags: [
    ...accountFlags,
    {
      name: 'keystore',
      value: 'FILE',
      group: 'parties',
      values: 'file',
      hint: 'A V3 keystore of another program',
    },
    {
      name: 'key-stdin',
      group: 'parties',
      hint: 'Read the key or seed phrase from standard input',
    },
    { name: 'index', value: 'N', hint: 'Account of an EVM seed phrase (default 0)' },
    {
      name: 'password-file',
      value: 'FILE',
      group: 'parties',
      values: 'file',
      hint: 'File with the password',
    },
  ],
  conflicts: [['keystore', 'key-stdin']],
  maxWords: 1,
  async run(input, ctx: Ctx<'assets' | 'wallet'>) {
    const name = requireName(input.words[0])
    const choice = withIndex(accountChoice(input), input.index)
    const path = input.keystore
    const source: KeyImport =
      path !== undefined
        ? { kind: 'keystore', path }
        : input.keyStdin
          ? { kind: 'stdin' }
          : { kind: 'prompt' }
    if (source.kind === 'prompt' && !ctx.ask.possible) {
      throw new SwaprouteError('KEY_UNAVAILABLE', 'There is no key to import.', {
        hint: 'Name a keystore with --keystore, pipe the key in with --key-stdin, or run in a terminal.',
      })
    }
    const wallet = await ctx.services.wallet()
    const account = await wallet.import(name, source, choice, ctx.config.passwordFile)
    await warnOfUnpaid(account, ctx)
    await warnOfWatched(account, wallet, ctx)
    return { data: account, view: account }
  },
  screen: (account, { width, paint }) => renderCard(accountCard('Imported', account), width, paint),
  plain: (account) => plainAccounts([account]),
})

/** An account that is never paid (A4): its key is in every developer's tools. */
async function warnOfUnpaid({ kind, address }: Account, ctx: Ctx<'assets'>): Promise<void> {
  if (address === null) return
  const assets = await ctx.services.assets()
  try {
    assets.receiver(chainOfKind(kind), address, [])
  } catch (error) {
    const { message } = toSwaprouteError(error)
    ctx.warn('UNPAYABLE', `${message} No swap outside the sandbox pays to it.`)
  }
}

/** A name that watched the address before its key was here. */
async function warnOfWatched(
  { kind, address }: Account,
  wallet: WalletTools,
  ctx: Ctx<'assets'>,
): Promise<void> {
  if (address === null) return
  const [assets, { accounts }] = await Promise.all([ctx.services.assets(), wallet.list()])
  for (const { name, watchOnly, ...one } of accounts) {
    if (watchOnly !== true || one.address === null || one.kind !== kind) continue
    if (!assets.isSameAccount(chainOfKind(kind), one.address, address)) continue
    ctx.warn(
      'WATCHED',
      `${name} watches the same address; \`swaproute wallet remove ${name}\` ends that.`,
    )
  }
}

/** @throws SwaprouteError INVALID_ARGUMENT */
function withIndex(choice: AccountChoice, text: string | undefined): AccountChoice {
  if (text === undefined) return choice
  if (choice.kind === 'evm' && /^\d{1,6}$/.test(text)) return { ...choice, index: Number(text) }
  throw new SwaprouteError('INVALID_ARGUMENT', `"${text.slice(0, 20)}" is not an index.`, {
    hint: 'Write the number of an EVM account of the seed phrase, from 0.',
  })
}
