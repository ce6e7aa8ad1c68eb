import { resolve } from 'node:path'
import { SwaprouteError } from '../../core/errors.ts'
import { ownText, plain } from '../../format/plain.ts'
import { type Ctx, defineCommand } from '../frame/command.ts'
import { changeConfig } from '../frame/writeConfig.ts'
import { requiredWord } from '../config/knownSetting.ts'
import type { Account } from '../../wallet/types.ts'

export const walletRemoveCommand = defineCommand({
  name: 'wallet remove',
  summary: 'Remove an account; its keystore is moved aside',
  usage: '<name>',
  about:
    'The keystore is moved to the folder "removed" beside the others: it is the only copy of the key.\n' +
    'An account with an unfinished swap is removed only with --force.',
  examples: ['swaproute wallet remove old', 'swaproute wallet remove old --confirm old'],
  flags: [
    { name: 'confirm', value: 'NAME', hint: 'Repeat the name instead of typing it' },
    { name: 'force', group: 'safety', hint: 'Even with an unfinished swap' },
  ],
  maxWords: 1,
  wordValues: ['account'],
  async run(input, ctx: Ctx<'assets' | 'journal' | 'keystores' | 'wallet'>) {
    const name = requiredWord(input.words[0], 'name', 'wallet remove old')
    const account = await ownAccount(name, ctx)
    // Without a key nothing is lost.
    const isWatched = account.watchOnly === true
    if (!isWatched && !input.force) await refuseUnfinished(account, ctx)
    if (!isWatched) await confirmName(account.name, input.confirm, ctx)
    const keystores = await ctx.services.keystores()
    const keptAt = await keystores.remove(account.name)
    await changeDefault(account.name, null, ctx)
    const view = { name: account.name, address: account.address, keptAt }
    return { data: view, view }
  },
  screen: ({ name, keptAt }) =>
    keptAt === null
      ? [`${plain(name)} is no longer watched.`]
      : [
          `${plain(name)} is removed.`,
          `Its keystore is now in ${ownText(keptAt)}`,
          'Restore it with `swaproute wallet import <name> --keystore <file>`.',
        ],
  plain: ({ name, keptAt }) => [['name', 'keptAt'].join('\t'), [name, keptAt ?? ''].join('\t')],
})

export const walletRenameCommand = defineCommand({
  name: 'wallet rename',
  summary: 'Give an account another name',
  usage: '<name> <new name>',
  about: 'Swaps in the journal belong to the address and are not affected.',
  examples: ['swaproute wallet rename main trading'],
  flags: [],
  maxWords: 2,
  wordValues: ['account', null],
  async run(input, ctx: Ctx<'keystores' | 'wallet'>) {
    const usage = 'wallet rename main trading'
    const account = await ownAccount(requiredWord(input.words[0], 'name', usage), ctx)
    const next = requiredWord(input.words[1], 'new name', usage)
    const keystores = await ctx.services.keystores()
    await keystores.rename(account.name, next)
    await changeDefault(account.name, next, ctx)
    const view = { name: next, was: account.name, address: account.address }
    return { data: view, view }
  },
  screen: ({ name, was }) => [`${plain(was)} is now ${plain(name)}.`],
  plain: ({ name, was }) => [['was', 'name'].join('\t'), [was, name].join('\t')],
})

export const walletExportCommand = defineCommand({
  name: 'wallet export',
  summary: 'Write an encrypted keystore for another program or machine',
  usage: '<name>',
  about:
    'The file stays encrypted with the password of the account; MetaMask, Foundry, geth and others\n' +
    'read it. A TON account is read by this program only. The key itself is never printed.',
  examples: ['swaproute wallet export main', 'swaproute wallet export main --out ./main.json'],
  flags: [
    {
      name: 'out',
      value: 'FILE',
      values: 'file',
      hint: 'File to write (default ./<name>.keystore.json)',
    },
  ],
  maxWords: 1,
  wordValues: ['account'],
  async run(input, ctx: Ctx<'keystores' | 'wallet'>) {
    const account = await ownAccount(
      requiredWord(input.words[0], 'name', 'wallet export main'),
      ctx,
    )
    const file = resolve(ctx.io.cwd, input.out ?? `${account.name}.keystore.json`)
    await (await ctx.services.keystores()).export(account.name, file)
    const view = { name: account.name, address: account.address, file }
    return { data: view, view }
  },
  screen: ({ name, file }) => [
    `The encrypted keystore of ${plain(name)} is in ${ownText(file)}`,
    'It opens with the password of the account.',
  ],
  plain: ({ name, file }) => [['name', 'file'].join('\t'), [name, file].join('\t')],
})

export const walletDefaultCommand = defineCommand({
  name: 'wallet default',
  summary: 'The account that pays by default',
  usage: '[name]',
  about: 'Without a name: shows it. The same as the setting `account`.',
  examples: ['swaproute wallet default main', 'swaproute wallet default'],
  flags: [],
  maxWords: 1,
  wordValues: ['account'],
  async run(input, ctx: Ctx<'wallet'>) {
    const [name] = input.words
    if (name === undefined) return { data: { name: ctx.config.account }, view: ctx.config.account }
    const account = await ownAccount(name, ctx)
    await changeConfig(ctx.config.file, { account: account.name })
    return { data: { name: account.name }, view: account.name }
  },
  screen: (name) => [
    name === null ? 'No default account is set.' : `${plain(name)} pays where no account is named.`,
  ],
  plain: (name) => [name ?? ''],
})

/** In the configuration file or the profile that names it. */
async function changeDefault(name: string, next: string | null, { config }: Ctx): Promise<void> {
  if (config.account !== name) return
  const row = config.origins.find(({ key }) => key === 'account')
  const isFile = row?.origin === 'file' || row?.origin === 'profile'
  await changeConfig(isFile ? row.from : config.file, { account: next })
}

/** @throws SwaprouteError KEY_UNAVAILABLE */
async function ownAccount(name: string, ctx: Ctx<'wallet'>): Promise<Account> {
  const wallet = await ctx.services.wallet()
  const { accounts } = await wallet.list()
  const found = accounts.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (found !== undefined) return found
  throw new SwaprouteError('KEY_UNAVAILABLE', `There is no account "${name.slice(0, 64)}".`, {
    hint:
      accounts.length === 0
        ? 'This machine has none yet; `swaproute wallet new main` creates one.'
        : `Known accounts: ${accounts.map((one) => one.name).join(', ')}.`,
  })
}

/** The key may still be needed for a due payment or an expected refund. */
async function refuseUnfinished(
  { name, address }: Account,
  ctx: Ctx<'assets' | 'journal'>,
): Promise<void> {
  if (address === null) return
  const journal = await ctx.services.journal()
  const assets = await ctx.services.assets()
  const open = journal.openSwaps().find(({ receiptId, send }) => {
    const { fromAddress } = journal.receipt(receiptId)
    return fromAddress !== null && assets.isSameAccount(send.token.blockchain, fromAddress, address)
  })
  if (open === undefined) return
  throw new SwaprouteError(
    'ACTION_REQUIRED',
    `${name} has an unfinished swap: ${open.receiptId}.`,
    {
      hint: `End it with \`swaproute resume ${open.receiptId}\`, or add --force.`,
      funds: open.funds,
    },
  )
}

async function confirmName(name: string, given: string | undefined, ctx: Ctx): Promise<void> {
  if (given === name) return
  if (given !== undefined || !ctx.ask.possible) {
    throw new SwaprouteError('CONFIRMATION_REQUIRED', `Removing ${name} is not confirmed.`, {
      hint: `Add --confirm ${name}.`,
    })
  }
  const accepted = await ctx.ask.typed(`Type "${name}" to remove this account:`, {
    accepts: (text) => text === name,
    mismatch: 'That is not the name. Type it, or "no" to keep the account.',
  })
  if (!accepted) throw new SwaprouteError('DECLINED', 'Cancelled. The account was not removed.')
}
