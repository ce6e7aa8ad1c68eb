import { toRawTonAddress, showTonAddress } from '../chains/ton/address.ts'
import { type TonWalletVersion, tonWalletVersions, walletAddress } from '../chains/ton/wallets.ts'
import { type KeystoreContent, otherAddress } from './keystoreFormat.ts'
import { tonNetworkIds } from './realm.ts'
import { tonPublicKey, tonSeedOf } from './tonKey.ts'

type TonContent = Extract<KeystoreContent, { kind: 'ton' }>

/** The public fields of a new keystore for a secret (`parseTonSecret`): a main network wallet. */
export async function describeTonSecret(
  secret: Uint8Array,
  walletVersion: TonWalletVersion,
): Promise<TonContent> {
  return describeSeed(await tonSeedOf(secret), walletVersion)
}

/** The same for a seed, which is overwritten. */
export function describeSeed(seed: Buffer, walletVersion: TonWalletVersion): TonContent {
  try {
    const publicKey = tonPublicKey(seed)
    const raw = walletAddress(walletVersion, publicKey, tonNetworkIds.live)
    const address = showTonAddress(raw, 'wallet')
    return { kind: 'ton', address, walletVersion, publicKey: publicKey.toString('hex') }
  } finally {
    seed.fill(0)
  }
}

/**
 * The seed of an opened keystore, proved to belong to the address in the file. The secret is
 * overwritten; the caller overwrites the seed.
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
  throw otherAddress(address, showTonAddress(actual, 'wallet'))
}

/**
 * The wallet version and public key behind a sandbox account's address; the key is not secret. Null
 * when the address does not belong to this key.
 */
export async function walletOfSandboxKey(
  privateKey: string,
  address: string,
): Promise<{ walletVersion: TonWalletVersion; publicKey: string } | null> {
  const seed = await tonSeedOf(Buffer.from(privateKey.replace(/^0x/i, '').toLowerCase(), 'utf8'))
  const publicKey = tonPublicKey(seed)
  const raw = toRawTonAddress(address)
  const walletVersion = tonWalletVersions.find(
    (version) => walletAddress(version, publicKey, tonNetworkIds.sandbox) === raw,
  )
  return walletVersion === undefined
    ? null
    : { walletVersion, publicKey: publicKey.toString('hex') }
}
