import { SwaprouteError } from '../../core/errors.ts'
import type { Ctx } from '../frame/context.ts'
import type { keyFlags } from '../frame/flags.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import type { AccountKind, Assets, KeyRequest } from '../frame/services.ts'
import type { Flags } from '../frame/shapes.ts'

export type KeyFlag = (typeof keyFlags)[number]['name']

/** The kind of account that pays on a chain; null where none of this program's can. */
export function accountKindOf(blockchain: BlockchainId, assets: Assets): AccountKind | null {
  if (assets.sameAddressKind(blockchain, 'TON')) return 'ton'
  return assets.sameAddressKind(blockchain, 'ETH') ? 'evm' : null
}

/** What the flags say about the key of this run. @param kind which kind must sign; null: any */
export function keyRequest(
  flags: Flags<KeyFlag>,
  ctx: Ctx,
  kind: KeyRequest['kind'] = null,
): KeyRequest {
  return {
    account: flags.text('account') ?? null,
    keystore: flags.text('keystore') ?? null,
    passwordFile: ctx.config.passwordFile,
    keyStdin: flags.on('key-stdin'),
    kind,
  }
}

/**
 * The address that pays. A keystore that does not say its address (Foundry's) needs
 * `--from-address`; the signer checks it before the first signature.
 * @throws SwaprouteError KEY_UNAVAILABLE, or INVALID_ARGUMENT when flag and key disagree
 */
export async function payingAddress(
  flags: Flags<KeyFlag>,
  fromAddress: string | null,
  blockchain: BlockchainId,
  ctx: Ctx,
): Promise<string> {
  const assets = await ctx.services.assets()
  const kind = accountKindOf(blockchain, assets)
  const payer = await ctx.services.payer(keyRequest(flags, ctx, kind))
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
