import { SwaprouteError } from '../../core/errors.ts'
import { renderCard } from '../../format/card.ts'
import { plainAccounts } from '../../format/lists.ts'
import { requiredWord } from '../config/knownSetting.ts'
import { type Ctx, defineCommand } from '../frame/command.ts'
import { accountCard, addressKind, chainOfKind } from './account.ts'

export const walletWatchCommand = defineCommand({
  name: 'wallet watch',
  summary: 'Watch an address without its key',
  usage: '<address>',
  about:
    'Keeps an EVM or TON address under a name, for `wallet balance`, `quote --from-address`, and\n' +
    '`swap --unsigned --account`, whose transactions the wallet of that address signs.',
  examples: [
    'swaproute wallet watch 0x52908400098527886E0F7030069857D2E4169EE7 --name cold',
    'swaproute wallet watch UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA --name cold-ton',
  ],
  flags: [
    { name: 'name', value: 'NAME', hint: 'Name of the account (default watch-… of its end)' },
  ],
  maxWords: 1,
  async run(input, ctx: Ctx<'assets' | 'keystores' | 'knownAddresses'>) {
    const text = requiredWord(input.words[0], 'address', 'wallet watch 0x5290…9EE7 --name cold')
    const kind = addressKind(text)
    if (kind === null) throw notWatchable(text)
    const assets = await ctx.services.assets()
    const known = await ctx.services.knownAddresses()
    const { address, notes } = assets.receiver(chainOfKind(kind), text, known)
    for (const note of notes) ctx.warn('ADDRESS_NOTE', `${address}: ${note}`)
    const name = input.name ?? `watch-${address.slice(-4).toLowerCase()}`
    const account = await (await ctx.services.keystores()).watch(name, { kind, address })
    return { data: account, view: account }
  },
  screen: (account, { width, paint }) => renderCard(accountCard('Watching', account), width, paint),
  plain: (account) => plainAccounts([account]),
})

function notWatchable(text: string): SwaprouteError {
  const message = `"${text.slice(0, 64)}" is not an EVM or TON address.`
  return new SwaprouteError('INVALID_ADDRESS', message, {
    hint: 'Balances of other chains are not read; `--from-address` takes their addresses.',
  })
}
