import { keyFlags } from '../inputs/flags.ts'
import { type Ctx, defineCommand } from '../frame/command.ts'
import { keyRequest } from '../request/payer.ts'

export const walletAddressCommand = defineCommand({
  name: 'wallet address',
  summary: 'The address of the account that would pay',
  usage: '[name]',
  examples: ['swaproute wallet address main', 'swaproute wallet address --keystore ./key.json'],
  flags: keyFlags,
  maxWords: 1,
  wordValues: ['account'],
  async run(input, ctx: Ctx<'payer'>) {
    const request = keyRequest(input, ctx)
    const [name] = input.words
    const payer = await ctx.services.payer({ ...request, account: name ?? request.account })
    return { data: payer, view: payer }
  },
  screen: ({ name, address }) => [address ?? `The keystore ${name} does not contain its address.`],
  plain: ({ name, kind, address }) => [
    'name\tkind\taddress',
    [name, kind, address ?? ''].join('\t'),
  ],
})
