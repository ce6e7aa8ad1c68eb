import { accountCard, accountChoice, accountFlags } from './account.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { renderCard } from '../../format/card.ts'
import { plainAccounts } from '../../format/lists.ts'
import { defineCommand } from '../frame/command.ts'

export const walletNewCommand = defineCommand({
  name: 'wallet new',
  summary: 'Create an account in an encrypted keystore',
  usage: '<name>',
  about:
    'The key is made here and encrypted with your password before its address is shown. It cannot\n' +
    'be used or recovered without the password.',
  examples: [
    'swaproute wallet new main',
    'swaproute wallet new ton --kind ton --wallet-version v4r2',
    'swaproute wallet new ci --password-file ./password',
  ],
  flags: [
    ...accountFlags,
    { name: 'password-file', value: 'FILE', hint: 'File with the new password' },
  ],
  maxWords: 1,
  async run(input, ctx) {
    const name = requireName(input.words[0])
    const wallet = await ctx.services.wallet()
    const account = await wallet.create(name, accountChoice(input.flags), ctx.config.passwordFile)
    return { data: account, view: account }
  },
  screen: (account, { width, paint }) =>
    renderCard(accountCard('New account', account), width, paint),
  plain: (account) => plainAccounts([account]),
})

/** @throws SwaprouteError MISSING_FIELD */
export function requireName(name: string | undefined): string {
  if (name !== undefined) return name
  throw new SwaprouteError('MISSING_FIELD', 'The name of the account is missing.', {
    hint: 'Choose a short one: `swaproute wallet new main`.',
  })
}
