import { accountCard, accountChoice, accountFlags } from './account.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { renderCard } from '../../format/card.ts'
import { plainAccounts } from '../../format/lists.ts'
import { plain } from '../../format/plain.ts'
import { type Ctx, defineCommand } from '../frame/command.ts'

export const walletNewCommand = defineCommand({
  name: 'wallet new',
  summary: 'Create an account in an encrypted keystore',
  usage: '<name>',
  about:
    'The key is generated here and encrypted with your password before its address is shown. It cannot\n' +
    'be used or recovered without the password. The 24 words of a TON wallet are shown once, on a\n' +
    'terminal, to be written down.',
  examples: [
    'swaproute wallet new main',
    'swaproute wallet new ton --kind ton --wallet-version v4r2',
    'swaproute wallet new ci --password-file ./password',
  ],
  flags: [
    ...accountFlags,
    {
      name: 'password-file',
      value: 'FILE',
      group: 'parties',
      values: 'file',
      hint: 'File with the new password',
    },
  ],
  maxWords: 1,
  async run(input, ctx: Ctx<'wallet'>) {
    const name = requireName(input.words[0])
    const wallet = await ctx.services.wallet()
    const choice = accountChoice(input)
    const reveal = revealWords(name, ctx)
    const account = await wallet.create(name, choice, ctx.config.passwordFile, reveal)
    return { data: account, view: account }
  },
  screen: (account, { width, paint }) =>
    renderCard(accountCard('New account', account), width, paint),
  plain: (account) => plainAccounts([account]),
})

const wordRows = 8

/** Shows the words of a new TON wallet once; null without a terminal. */
export function revealWords(
  name: string,
  ctx: Ctx,
): ((words: readonly string[]) => Promise<void>) | null {
  if (!ctx.ask.possible) return null
  return async (words) => {
    const numbered = words.map((word, index) => `${String(index + 1).padStart(2)} ${word}`)
    const rows = numbered.slice(0, wordRows).map((_, row) =>
      numbered
        .filter((_word, index) => index % wordRows === row)
        .map((cell) => cell.padEnd(16))
        .join('')
        .trimEnd(),
    )
    const lines = [
      `The 24 words of ${plain(name, 64)}`,
      '',
      ...rows.map((row) => `  ${row}`),
      '',
      'They open this account in any TON wallet, without the file and its password.',
      'Anyone who has them has the money. Write them on paper, in this order.',
      'They are shown only this once.',
    ]
    await ctx.ask.reveal(lines, 'Press Enter when you have written them down.').catch(onLeft)
  }
}

/** Ctrl-C at the words: the account is on disk, and its card names what to back up. */
function onLeft(thrown: unknown): void {
  if (!(thrown instanceof SwaprouteError) || thrown.code !== 'INTERRUPTED') throw thrown
}

/** @throws SwaprouteError MISSING_FIELD */
export function requireName(name: string | undefined): string {
  if (name !== undefined) return name
  throw new SwaprouteError('MISSING_FIELD', 'The name of the account is missing.', {
    hint: 'Choose a short one: `swaproute wallet new main`.',
  })
}
