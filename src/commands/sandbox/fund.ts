import { parseAmount } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { Token } from '../../core/token.ts'
import { placed } from '../../format/review.ts'
import { type Ctx, defineCommand } from '../frame/command.ts'
import { amountData } from '../frame/output.ts'

export const sandboxFundCommand = defineCommand({
  name: 'sandbox fund',
  summary: 'Give an account play money',
  usage: '<account or address> <amount> <asset>',
  examples: [
    'swaproute sandbox fund alice 1000 eth:USDC',
    'swaproute sandbox fund bob 50 ton:TON',
    'swaproute sandbox fund 0x8ba1f109551bD432803012645Ac136ddd64DBA72 5 arb:ETH',
  ],
  flags: [],
  maxWords: 3,
  wordValues: ['sandbox-account', null, 'asset'],
  playMoney: true,
  async run(input, ctx: Ctx<'assets' | 'sandbox'>) {
    const [who, amountText, assetText] = input.words
    if (who === undefined || amountText === undefined || assetText === undefined) {
      throw new SwaprouteError('MISSING_FIELD', 'Account, amount and asset are needed.', {
        hint: 'For example `swaproute sandbox fund alice 1000 eth:USDC`.',
      })
    }
    const assets = await ctx.services.assets()
    const asset = assets.parse(assetText, { testnets: false })
    if (asset.kind === 'unlisted') {
      throw new SwaprouteError('UNKNOWN_TOKEN', 'The sandbox has only listed tokens.', {
        hint: '`swaproute tokens` lists them.',
      })
    }
    const { token } = asset
    const amount = parseAmount(amountText, token.decimals)
    const sandbox = await ctx.services.sandbox()
    const kind = assets.chain(token.blockchain).kind
    const account = sandbox
      .info()
      ?.accounts.find((known) => known.name === who.toLowerCase() && known.kind === kind)
    const address = account?.address ?? assets.account(token.blockchain, who).address
    await sandbox.fund({
      address,
      blockchain: token.blockchain,
      token: token.native ? 'native' : token.address,
      amount,
    })
    const view: { address: string; token: Token; amount: bigint } = { address, token, amount }
    return { data: { address, added: amountData(view) }, view }
  },
  screen: (view) => [`Added ${placed(view)} to`, view.address],
  plain: ({ address, token, amount }) => [
    'address\tblockchain\tsymbol\tweiAmount',
    [address, token.blockchain, token.symbol, amount.toString()].join('\t'),
  ],
})
