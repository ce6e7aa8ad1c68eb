import { accountsScreen, plainAccounts } from '../../format/lists.ts'
import { type Ctx, defineCommand } from '../frame/command.ts'

export const walletListCommand = defineCommand({
  name: 'wallet list',
  summary: 'Accounts of this machine',
  usage: '',
  about: 'Keystores of this program and of Foundry. In a sandbox: its own accounts.',
  examples: ['swaproute wallet list', 'swaproute wallet list --sandbox --json'],
  flags: [],
  maxWords: 0,
  async run(_input, ctx: Ctx<'wallet'>) {
    const wallet = await ctx.services.wallet()
    const { accounts, warnings } = await wallet.list()
    const preferred = ctx.config.account
    const rows = accounts.map((account) => ({ ...account, isDefault: account.name === preferred }))
    return { data: accounts, view: rows, warnings }
  },
  screen: (accounts, { width, paint }) => accountsScreen(accounts, width, paint),
  plain: (accounts) => plainAccounts(accounts),
})
