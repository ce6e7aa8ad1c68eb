import { createHash } from 'node:crypto'
import type { Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import type { TonWalletVersion } from '../../src/chains/ton/wallets.ts'
import type { SandboxAccount } from '../../src/core/sandboxPackage.ts'

/** A key with a public seed: play money only, on sandbox chain ids only. */
export type SandboxKey = { address: Hex; privateKey: Hex }

/** Names of the user's accounts. */
export const accountNames = ['alice', 'bob'] as const

/**
 * A private key derived from a public text, the same on every machine. It is public: real coins sent
 * to such an address are lost.
 */
export function sandboxKey(name: string): SandboxKey {
  const known = keys.get(name)
  if (known !== undefined) return known
  const digest = createHash('sha256').update(`swaproute sandbox account: ${name}`).digest('hex')
  const privateKey: Hex = `0x${digest}`
  const key = { privateKey, address: privateKeyToAddress(privateKey) }
  keys.set(name, key)
  return key
}

// An address costs some 10 ms to derive, and seeding asks for the same few over and over.
const keys = new Map<string, SandboxKey>()

/**
 * The users' wallets on TON, one of each version, with public phrases: the first valid ones from
 * hashes of the names. Never send anything of value to these addresses.
 */
export const tonAccounts = [
  {
    name: 'alice',
    walletVersion: 'v5r1',
    address: 'UQDBIyMigbN87svcBt6cqi2PbX799JkAk-NFIY4oMTP9qUzI',
    publicKey: '3c177a228f4c87bcf4cea188ff15009da22e868065a55cfe01b136dc4e419b5b',
    phrase:
      'crane foster fade supreme local above ritual mouse easy vicious left swap ' +
      'rib menu install flame pupil pistol gesture mesh heart cart slow engine',
  },
  {
    name: 'bob',
    walletVersion: 'v4r2',
    address: 'UQCvCVm5c8PytFkNgAT4sLjQFXUu0L0SI04EJEbPN7vJkp85',
    publicKey: '09e7e624d31385dde778509038c73141a9047ab31e16d2083ae6fc2902caee79',
    phrase:
      'render order modify muffin include plunge useful sentence rib length tide junior ' +
      'dance blanket mixture weather tragic bounce genius sad rely prosper enforce dinosaur',
  },
] as const satisfies readonly {
  name: (typeof accountNames)[number]
  walletVersion: TonWalletVersion
  address: string
  /** Of the phrase; stored because deriving it takes a tenth of a second. */
  publicKey: string
  phrase: string
}[]

/** The users' accounts, in the form `sandbox status` shows them; each name has one of each kind. */
export function sandboxAccounts(): SandboxAccount[] {
  return [
    ...accountNames.map((name): SandboxAccount => {
      const { address, privateKey } = sandboxKey(name)
      return { name, kind: 'evm', address, privateKey }
    }),
    ...tonAccounts.map(({ name, address, phrase }): SandboxAccount => ({
      name,
      kind: 'ton',
      address,
      privateKey: phrase,
    })),
  ]
}
