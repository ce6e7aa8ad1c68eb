import * as z from 'zod/mini'
import { toChecksumAddress } from '../chains/evm/checksum.ts'
import { isSameParty, showTonAddress, toRawTonAddress } from '../chains/ton/address.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { Account } from './types.ts'

/** An account without a key: its file has the address and nothing secret. */
export type Watched = { kind: Account['kind']; address: string }

const watchedFile = z.strictObject({
  swaproute: z.literal('watch-only'),
  version: z.literal(1),
  kind: z.enum(['evm', 'ton']),
  address: z.string().check(z.maxLength(80)),
})

/** The address of the file of a watch-only account; null for any other file. */
export function parseWatched(bytes: Uint8Array): Watched | null {
  let content: unknown
  try {
    content = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null // it is reported as a keystore
  }
  const read = z.safeParse(watchedFile, content)
  if (!read.success) return null
  const { kind, address } = read.data
  return isAddress(kind, address) ? { kind, address } : null
}

export function writtenWatched({ kind, address }: Watched): string {
  const content = { swaproute: 'watch-only', version: 1, kind, address } as const
  return `${JSON.stringify(content satisfies z.input<typeof watchedFile>, null, 2)}\n`
}

/** The error for a signature, or a copy of the key, of an account that has none here. */
export function withoutKey({ name, address }: Pick<Account, 'name' | 'address'>): SwaprouteError {
  return new SwaprouteError(
    'KEY_UNAVAILABLE',
    `${name} is watch only: the key of ${address} is not on this machine.`,
    {
      hint: 'Add --unsigned to print the transactions for its own wallet, or bring its key here with `swaproute wallet import`.',
      context: { account: name, address, watchOnly: true },
      funds: 'none_moved',
    },
  )
}

/** False where a keystore omits its address. */
export function isSameAddress(one: Account, other: Pick<Account, 'address'>): boolean {
  return one.address !== null && other.address !== null && isSameParty(one.address, other.address)
}

/**
 * The error for a file that is not its owner's alone: no key proves the address in it, so another
 * user could exchange it unnoticed (docs/safety.md K13).
 */
export function sharedFile(path: string): SwaprouteError {
  return new SwaprouteError(
    'KEY_UNAVAILABLE',
    `The file ${path} is open to other users, so its address is not used.`,
    { hint: `Check the address, then run \`chmod 600 ${path}\`.`, context: { check: 'K13' } },
  )
}

function isAddress(kind: Account['kind'], text: string): boolean {
  if (kind === 'evm') return /^0x[0-9a-f]{40}$/i.test(text) && toChecksumAddress(text) === text
  const raw = toRawTonAddress(text)
  return raw !== null && showTonAddress(raw, 'wallet') === text
}
