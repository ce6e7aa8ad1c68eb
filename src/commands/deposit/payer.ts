import type { QuoteAllBody } from '../../api/schemas.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { Token } from '../../core/token.ts'
import type { Ctx } from '../frame/context.ts'
import type { Flags } from '../frame/shapes.ts'
import { toCheckedAddress } from '../request/request.ts'
import { accountKindOf, type KeyFlag, payingAddress } from '../swap/key.ts'

/**
 * The wallet that is going to pay, where the line names one: a failed swap returns to it unless
 * `--refund-to` says otherwise. No key is opened, since nothing is signed.
 * @throws SwaprouteError INVALID_ARGUMENT where an account cannot pay on the source chain
 */
export async function namedPayer(
  flags: Flags<KeyFlag | 'from-address'>,
  { body, srcToken }: { body: QuoteAllBody; srcToken: Token },
  ctx: Ctx,
): Promise<string | null> {
  if (flags.on('key-stdin') || flags.on('password-file')) {
    throw new SwaprouteError('INVALID_ARGUMENT', 'A deposit signs nothing and takes no key.', {
      hint: 'Leave out --key-stdin and --password-file, or use `swaproute swap`.',
    })
  }
  const { blockchain } = srcToken
  const text = flags.text('from-address')
  // Of a request that was just read it is in its body, checked already.
  const named =
    body.fromAddress ??
    (text === undefined ? null : await toCheckedAddress(blockchain, text, 'account', ctx))
  if (!flags.on('account') && !flags.on('keystore')) return named
  if (accountKindOf(blockchain, await ctx.services.assets()) === null) {
    throw new SwaprouteError(
      'INVALID_ARGUMENT',
      `No account of this machine pays on ${blockchain}.`,
      {
        hint: 'Leave out --account; name where a failed swap returns with --refund-to.',
      },
    )
  }
  return payingAddress(flags, named, blockchain, ctx)
}
