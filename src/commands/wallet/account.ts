import { SwaprouteError } from '../../core/errors.ts'
import type { Card } from '../../format/card.ts'
import { plain } from '../../format/plain.ts'
import type { Account, AccountChoice } from '../../wallet/types.ts'
import type { Flag, Values } from '../inputs/input.ts'

/** Flags for the kind of account to create. */
export const accountFlags = [
  { name: 'kind', value: 'KIND', choices: ['evm', 'ton'], hint: 'Kind of account (default evm)' },
  {
    name: 'wallet-version',
    value: 'VERSION',
    choices: ['v4r2', 'v5r1'],
    hint: 'Wallet contract of a TON account (default v5r1); decides its address',
  },
] as const satisfies readonly Flag[]

/** @throws SwaprouteError INVALID_ARGUMENT for a wallet version without `--kind ton` */
export function accountChoice({ kind, walletVersion }: Values<typeof accountFlags>): AccountChoice {
  if (kind === 'ton') return { kind, walletVersion: walletVersion ?? 'v5r1' }
  if (walletVersion === undefined) return { kind: 'evm' }
  throw new SwaprouteError('INVALID_ARGUMENT', 'Only TON accounts have a wallet version.', {
    hint: 'Add --kind ton.',
  })
}

/** The kind of account that a text is the address of, by its form alone; null for any other text. */
export function addressKind(text: string): Account['kind'] | null {
  if (/^0x[0-9a-f]{40}$/i.test(text)) return 'evm'
  return /^(?:[\w+/-]{48}|(?:0|-1):[0-9a-f]{64})$/i.test(text) ? 'ton' : null
}

/** A chain whose addresses accounts of a kind have. */
export function chainOfKind(kind: Account['kind']): 'ETH' | 'TON' {
  return kind === 'ton' ? 'TON' : 'ETH'
}

/** One account with its full address and the place of its key. */
export function accountCard(title: string, account: Account): Card {
  if (account.watchOnly === true) return watchedCard(title, account)
  return {
    title: `${title} · ${plain(account.name, 64)}`,
    tone: 'good',
    groups: [
      [
        { label: 'Address', value: account.address ?? 'not in the keystore' },
        { label: 'Kind', value: kindText(account) },
        { label: 'Kept in', value: plain(account.source) },
      ],
      [
        {
          label: 'Keep safe',
          value: 'Back up this file and its password: both are needed and cannot be restored.',
        },
      ],
    ],
  }
}

function watchedCard(title: string, account: Account): Card {
  const name = plain(account.name, 64)
  return {
    title: `${title} · ${name}`,
    tone: 'good',
    groups: [
      [
        { label: 'Address', value: account.address ?? '' },
        { label: 'Kind', value: `${kindText(account)}, watch only` },
        { label: 'Key', value: 'not on this machine; swaps are signed by its own wallet' },
      ],
    ],
    footer: `swaproute wallet balance ${name}`,
  }
}

/** `EVM`, or `TON wallet v5r1`. */
function kindText({ kind, walletVersion }: Account): string {
  return walletVersion === undefined ? kind.toUpperCase() : `TON wallet ${walletVersion}`
}
