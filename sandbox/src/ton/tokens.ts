import { isSameTonAddress } from '../../../src/chains/ton/address.ts'
import { ptonMaster } from '../../../src/chains/ton/proxyTon.ts'
import { type SandboxTokenRow, tokensOf } from '../seed/tokens.ts'

/**
 * The listed jettons that exist on the sandbox chain: all but the proxy TON of the exchange's
 * retired first version, which is no jetton of its own.
 */
export function sandboxJettons(): SandboxTokenRow[] {
  return tokensOf('TON').filter(({ native, symbol }) => !native && symbol !== 'pTON')
}

export function tonCoin(): SandboxTokenRow {
  const coin = tokensOf('TON').find(({ native }) => native)
  if (coin === undefined) throw new Error('TON is not listed')
  return coin
}

/** The token behind a master; the proxy TON's stands for the coin. */
export function tokenOfMaster(master: string): SandboxTokenRow | null {
  if (isSameTonAddress(master, ptonMaster)) return tonCoin()
  return sandboxJettons().find(({ address }) => isSameTonAddress(address, master)) ?? null
}
