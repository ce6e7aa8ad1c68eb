import { accountsScreen, plainAccounts } from '../../format/lists.ts'
import { defineCommand } from '../frame/command.ts'

export const walletListCommand = defineCommand({
  name: 'wallet list',
  summary: 'Accounts of this machine',
  usage: '',
  about: 'Keystores of this program and of Foundry. In a sandbox: its own accounts.',
  examples: ['swaproute wallet list', 'swaproute wallet list --sandbox --json'],
  flags: [],
  maxWords: 0,
  async run(_input, ctx) {
    const wallet = await ctx.services.wallet()
    const { accounts, warnings } = await wallet.list()
    return { data: accounts, view: accounts, warnings }
  },
  screen: (accounts, { width, paint }) => accountsScreen(accounts, width, paint),
  plain: (accounts) => plainAccounts(accounts),
})
