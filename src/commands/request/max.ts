import type { RequestServices } from '../frame/services.ts'
import { blockchainName } from '../../core/blockchainNames.ts'
import { formatAmount } from '../../core/amounts.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { Token } from '../../core/token.ts'
import { plain } from '../../format/plain.ts'
import type { Ctx } from '../frame/command.ts'
import type { KeyValues } from '../inputs/flags.ts'
import { accountKindOf } from './payer.ts'
import { toCheckedAddress } from './address.ts'

type Payer = Partial<KeyValues> & { fromAddress?: string | undefined }

/**
 * `max` as a number: the balance of the paying account; for a native coin, less gas.
 * @throws SwaprouteError MISSING_FIELD without an account, NOT_ENOUGH_BALANCE if nothing is left
 */
export async function maxAmount(
  token: Token,
  input: Payer,
  ctx: Ctx<RequestServices>,
): Promise<string> {
  const owner = await ownerOf(token, input, ctx)
  const { amount, reserve } = await ctx.services.spendable(token, owner)
  const symbol = plain(token.symbol, 16)
  if (amount === 0n) {
    throw new SwaprouteError('NOT_ENOUGH_BALANCE', `${owner} has no ${symbol} to spend.`, {
      hint:
        reserve === 0n
          ? 'Fund it, or choose another account or token.'
          : `${formatAmount(reserve, token.decimals)} ${symbol} are needed for gas.`,
    })
  }
  const text = formatAmount(amount, token.decimals)
  const rest =
    reserve === 0n ? '' : ` ${formatAmount(reserve, token.decimals)} is reserved for gas.`
  ctx.warn('MAX_AMOUNT', `max is ${text} ${symbol}.${rest}`)
  return text
}

async function ownerOf(token: Token, input: Payer, ctx: Ctx<RequestServices>): Promise<string> {
  const named = input.fromAddress
  if (named !== undefined) return await toCheckedAddress(token.blockchain, named, 'account', ctx)
  const kind = accountKindOf(token.blockchain, await ctx.services.assets())
  if (kind === null) {
    throw new SwaprouteError(
      'MISSING_FIELD',
      `max needs an account on ${blockchainName(token.blockchain)}.`,
      {
        hint: 'Write the amount as a number.',
      },
    )
  }
  const { address } = await ctx.services.payer({
    account: input.account ?? null,
    keystore: input.keystore ?? null,
    passwordFile: ctx.config.passwordFile,
    keyStdin: false,
    signer: input.signer ?? null,
    kind,
  })
  if (address !== null) return address
  throw new SwaprouteError('MISSING_FIELD', 'max needs the address of the account.', {
    hint: 'Give it with --from-address, or write the amount as a number.',
  })
}
