import { createHash } from 'node:crypto'
import type { Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import type { SandboxAccount } from './types.ts'

/** A key whose seed is printed here for everybody: play money only, on sandbox chain ids only. */
export type SandboxKey = { address: Hex; privateKey: Hex }

/** The accounts a user is given. */
export const accountNames = ['alice', 'bob'] as const

/**
 * A private key made from a public text, the same on every machine. Whoever reads this file
 * knows it: real coins sent to such an address are lost.
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

/** The users' accounts, in the form `sandbox status` shows them. */
export function sandboxAccounts(): SandboxAccount[] {
  return accountNames.map((name) => {
    const { address, privateKey } = sandboxKey(name)
    return { name, kind: 'evm', address, privateKey }
  })
}
