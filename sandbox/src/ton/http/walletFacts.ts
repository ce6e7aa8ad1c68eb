import { readWalletContent } from '../../../../src/chains/ton/wallets.ts'
import { toBase64 } from '../follow.ts'
import type { AccountView } from '../machine.ts'

/** What a wallet contract's state says, in the indexer's words; null for other accounts. */
export function walletFacts({
  code,
  data,
}: AccountView): { type: string; seqno: number; walletId: number } | null {
  if (code === null || data === null) return null
  const content = readWalletContent(toBase64(code), toBase64(data))
  if (content === null) return null
  const type = content.version === 'v5r1' ? 'wallet v5r1' : 'wallet v4r2'
  return { type, seqno: content.seqno, walletId: content.walletId }
}

export type JettonWalletFacts = { balance: bigint; owner: string; master: string }

/** What a jetton wallet holds and for whom; null for accounts with other code. */
export function jettonWalletFacts(
  { code, data }: AccountView,
  codeHash: string,
): JettonWalletFacts | null {
  if (code === null || data === null || code.hash().toString('hex') !== codeHash) return null
  const reader = data.beginParse()
  return {
    balance: reader.loadCoins(),
    owner: reader.loadAddress().toRawString(),
    master: reader.loadAddress().toRawString(),
  }
}
