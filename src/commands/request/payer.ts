import { blockchainName } from '../../core/blockchainNames.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { RouteRequest } from '../../core/routeRequest.ts'
import type { Ctx } from '../frame/command.ts'
import type { KeyValues } from '../inputs/flags.ts'
import type { Assets, KeyRequest, RequestServices } from '../frame/services.ts'
import type { Account } from '../../wallet/types.ts'
import { toCheckedAddress } from './address.ts'

/** The kind of account that pays on a chain; null if this program has none for it. */
export function accountKindOf(blockchain: BlockchainId, assets: Assets): Account['kind'] | null {
  if (assets.sameAddressKind(blockchain, 'TON')) return 'ton'
  return assets.sameAddressKind(blockchain, 'ETH') ? 'evm' : null
}

/** Whether the command line names the signing key. */
export function isKeyNamed({ account, keystore, keyStdin, signer }: Partial<KeyValues>): boolean {
  return keyStdin === true || (account ?? keystore ?? signer) !== undefined
}

/**
 * The flags about the key of this run.
 * @param kind which kind must sign; null: any
 */
export function keyRequest(
  input: KeyValues,
  ctx: Ctx,
  kind: KeyRequest['kind'] = null,
): KeyRequest {
  return {
    account: input.account ?? null,
    keystore: input.keystore ?? null,
    passwordFile: ctx.config.passwordFile,
    keyStdin: input.keyStdin,
    signer: input.signer ?? null,
    kind,
  }
}

/**
 * The address that pays. A keystore without its address (Foundry's) needs `--from-address`; the
 * signer checks it before the first signature.
 * @param use `sign` refuses an account that is watch only
 * @throws SwaprouteError KEY_UNAVAILABLE, or INVALID_ARGUMENT if flag and key disagree
 */
export async function payingAddress(
  input: KeyValues,
  fromAddress: string | null,
  blockchain: BlockchainId,
  ctx: Ctx<'assets' | 'payer'>,
  use: 'plan' | 'sign',
): Promise<string> {
  const assets = await ctx.services.assets()
  const kind = accountKindOf(blockchain, assets)
  const signs = use === 'sign'
  const payer = await ctx.services.payer({ ...keyRequest(input, ctx, kind), signs })
  const address = payer.address ?? fromAddress
  if (address === null) {
    throw new SwaprouteError(
      'KEY_UNAVAILABLE',
      `The keystore ${payer.name} does not say whose key it holds.`,
      { hint: 'Give the address of the account with --from-address.' },
    )
  }
  if (fromAddress !== null && !assets.isSameAccount(blockchain, fromAddress, address)) {
    throw new SwaprouteError(
      'INVALID_ARGUMENT',
      `--from-address is not the address of the account ${payer.name}.`,
      { hint: `The account is ${address}; leave out --from-address.` },
    )
  }
  return address
}

/** Whether the refusal is that no account has this name; the text is then read as an address. */
function isUnknownAccount(thrown: unknown): boolean {
  return thrown instanceof SwaprouteError && thrown.context['known'] !== undefined
}

/** Names of accounts that have no other meaning as an address. */
const accountName = /^(?!0x)[a-z0-9][a-z0-9_-]{0,31}$/i

/**
 * The address of `--from-address`: an address, a name of the book or of ENS, or the name of an
 * account of this machine. No key is opened.
 * @throws SwaprouteError INVALID_ADDRESS, or KEY_UNAVAILABLE for an account of another kind
 */
export async function readFromAddress(
  text: string,
  blockchain: BlockchainId,
  ctx: Ctx<RequestServices>,
): Promise<string> {
  const kind = accountKindOf(blockchain, await ctx.services.assets())
  const isInBook = Object.hasOwn(ctx.config.receivers, text.toLowerCase())
  if (kind === null || isInBook || !accountName.test(text)) {
    return await toCheckedAddress(blockchain, text, 'account', ctx)
  }
  const request = { keystore: null, passwordFile: null, keyStdin: false, signer: null, kind }
  const payer = await ctx.services.payer({ ...request, account: text }).catch((thrown: unknown) => {
    if (isUnknownAccount(thrown)) return null
    throw thrown
  })
  if (payer === null) return await toCheckedAddress(blockchain, text, 'account', ctx)
  const { name, address } = payer
  if (address !== null) return address
  throw new SwaprouteError(
    'KEY_UNAVAILABLE',
    `The keystore ${name} does not contain its address.`,
    { hint: 'Give the address itself with --from-address.' },
  )
}

/**
 * The paying wallet, if the command line names one; a failed swap returns to it unless
 * `--refund-to` is given. No key is opened, since nothing is signed.
 * @throws SwaprouteError INVALID_ARGUMENT if the account cannot pay on the source chain
 */
export async function namedPayer(
  input: KeyValues & { fromAddress: string | undefined },
  { fromAddress, srcToken }: RouteRequest,
  ctx: Ctx<RequestServices>,
): Promise<string | null> {
  if (input.keyStdin || input.passwordFile !== undefined || input.signer !== undefined) {
    throw new SwaprouteError('INVALID_ARGUMENT', 'A deposit signs nothing and takes no key.', {
      hint: 'Leave out --key-stdin, --password-file and --signer, or use `swaproute swap`.',
    })
  }
  const { blockchain } = srcToken
  const text = input.fromAddress
  // In a request that was just read it is already checked.
  const named =
    fromAddress ?? (text === undefined ? null : await readFromAddress(text, blockchain, ctx))
  if (input.account === undefined && input.keystore === undefined) return named
  if (accountKindOf(blockchain, await ctx.services.assets()) === null) {
    throw new SwaprouteError(
      'INVALID_ARGUMENT',
      `No account of this machine pays on ${blockchainName(blockchain)}.`,
      {
        hint: 'Leave out --account; name where a failed swap returns with --refund-to.',
      },
    )
  }
  return payingAddress(input, named, blockchain, ctx, 'plan')
}

/** The refund address of the command line, which must equal the quote's if that had one. */
export async function namedRefund(
  text: string | undefined,
  { refundAddress, srcToken }: RouteRequest,
  ctx: Ctx<RequestServices>,
): Promise<string | null> {
  const quoted = refundAddress ?? null
  if (text === undefined) return quoted
  const given = await toCheckedAddress(srcToken.blockchain, text, 'receiver', ctx)
  if (quoted === null || quoted === given) return given
  throw new SwaprouteError('QUOTE_MISMATCH', 'The route was quoted with another --refund-to.', {
    hint: 'Leave it out, or get a new quote.',
  })
}
