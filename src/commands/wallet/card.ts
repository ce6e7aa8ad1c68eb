import type { Card } from '../../format/card.ts'
import { plain } from '../../format/plain.ts'
import type { Account } from '../../wallet/types.ts'

/** One account with its full address and where its key is kept. */
export function accountCard(title: string, account: Account): Card {
  return {
    title: `${title} · ${plain(account.name, 64)}`,
    tone: 'good',
    groups: [
      [
        { label: 'Address', value: account.address ?? 'not said by the keystore' },
        { label: 'Kind', value: kindText(account) },
        { label: 'Kept in', value: plain(account.source) },
      ],
      [
        {
          label: 'Keep safe',
          value: 'Back up this file and its password: both are needed, nobody can restore them.',
        },
      ],
    ],
  }
}

/** `EVM`, or `TON wallet v5r1`. */
function kindText({ kind, walletVersion }: Account): string {
  return walletVersion === undefined ? kind.toUpperCase() : `TON wallet ${walletVersion}`
}
