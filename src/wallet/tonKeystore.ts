import { toRawTonAddress, showTonAddress } from '../chains/ton/address.ts'
import { type TonWalletVersion, tonWalletVersions, walletAddress } from '../chains/ton/wallets.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { KeystoreContent } from './keystoreFormat.ts'
import { tonNetworkIds } from './realm.ts'
import { tonPublicKey, tonSeedOf } from './tonKey.ts'

type TonContent = Extract<KeystoreContent, { kind: 'ton' }>

/** Raw address of a real wallet of this version for a secret as it is kept. */
export async function addressOfTonSecret(
  secret: Uint8Array,
  version: TonWalletVersion,
): Promise<string> {
  const seed = await tonSeedOf(secret)
  try {
    return walletAddress(version, tonPublicKey(seed), tonNetworkIds.live)
  } finally {
    seed.fill(0)
  }
}

/**
 * The seed of an opened keystore, proved to be of the address that the file says. The secret is
 * overwritten, the seed is the caller's.
 * @throws SwaprouteError KEY_UNAVAILABLE (check K5) when it belongs to another address
 */
export async function seedOfKeystore(secret: Buffer, content: TonContent): Promise<Buffer> {
  const { address, walletVersion } = content
  let seed: Buffer
  try {
    seed = await tonSeedOf(secret)
  } finally {
    secret.fill(0)
  }
  const actual = walletAddress(walletVersion, tonPublicKey(seed), tonNetworkIds.live)
  if (actual === toRawTonAddress(address)) return seed
  seed.fill(0)
  throw new SwaprouteError(
    'KEY_UNAVAILABLE',
    `The keystore says ${address} but holds the key of ${showTonAddress(actual, 'wallet')}.`,
    { hint: 'Somebody changed the file; restore it from a copy.', context: { check: 'K5' } },
  )
}

/**
 * Which wallet contract a sandbox account's address belongs to; its key is no secret. Null when
 * the address is none of this key.
 */
export async function versionOfSandboxKey(
  privateKey: string,
  address: string,
): Promise<TonWalletVersion | null> {
  const seed = await tonSeedOf(Buffer.from(privateKey.replace(/^0x/i, '').toLowerCase(), 'utf8'))
  const publicKey = tonPublicKey(seed)
  const raw = toRawTonAddress(address)
  return (
    tonWalletVersions.find(
      (version) => walletAddress(version, publicKey, tonNetworkIds.sandbox) === raw,
    ) ?? null
  )
}
