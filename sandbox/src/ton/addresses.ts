import { toRawTonAddress, isSameTonAddress } from '../../../src/chains/ton/address.ts'
import { readBoc } from '../../../src/chains/ton/boc.ts'
import type { Cell } from '../../../src/chains/ton/cell.ts'
import { addressOfState } from '../../../src/chains/ton/message.ts'
import { ptonMaster, ptonWalletOf } from '../../../src/chains/ton/proxyTon.ts'
import { readWalletContent } from '../../../src/chains/ton/wallets.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { type SandboxTokenRow, tokensOf } from '../seed/tokens.ts'
import { buildCell } from './builder.ts'
import type { TonCodes } from './codes.ts'
import { toBase64 } from './follow.ts'
import type { AccountView } from './machine.ts'

// Where things are on the chain. All of it follows from codes and names: nothing has to be asked.

/**
 * The first router of STON.fi v2.1, at the address it has on the main network
 * (https://docs.ston.fi, read 2026-11), as have proxy TON and its wallets. The code there is the
 * sandbox's own.
 */
export const routerAddress = raw('EQBjM7B2PKa82IPKrUFbMFaKeQDFGTMRnrvY1TmptC7Kxz7B')

/** @throws SwaprouteError INVALID_ADDRESS */
export function raw(address: string): string {
  const found = toRawTonAddress(address)
  if (found !== null) return found
  throw new SwaprouteError('INVALID_ADDRESS', `"${address.slice(0, 80)}" is not a TON address.`)
}

/** Data of a jetton wallet (TEP-74); the sandbox's proxy TON has the same layout. */
export function jettonWalletData(balance: bigint, owner: string, master: string, code: Cell): Cell {
  return buildCell().coins(balance).address(owner).address(master).ref(code).cell()
}

export type TonAddresses = {
  /** Raw address of an owner's wallet of a jetton; of pTON's master, that of its proxy wallet. */
  jettonWallet(master: string, owner: string): string
  /** A pool by its two masters, in any order. */
  pool(masterA: string, masterB: string): { address: string; wallets: [string, string] }
}

export function tonAddresses(codes: TonCodes): TonAddresses {
  const jettonCode = readBoc(codes('TonJettonWallet'))
  const poolCode = readBoc(codes('SandboxTonPool'))
  const jettonWallet = (master: string, owner: string): string => {
    if (raw(master) === ptonMaster) return ptonWalletOf(raw(owner))
    return addressOf(jettonCode, jettonWalletData(0n, raw(owner), raw(master), jettonCode))
  }
  return {
    jettonWallet,
    pool: (masterA, masterB) => {
      const a = jettonWallet(masterA, routerAddress)
      const b = jettonWallet(masterB, routerAddress)
      // Raw addresses of one workchain sort as their numbers do, which is the contract's order.
      const wallets: [string, string] = a < b ? [a, b] : [b, a]
      const salt = buildCell().address(wallets[0]).address(wallets[1]).cell()
      return { address: addressOf(poolCode, salt), wallets }
    },
  }
}

function addressOf(code: Cell, data: Cell): string {
  return addressOfState({
    cell: buildCell().uint(0, 2).maybeRef(code).maybeRef(data).bit(false).cell(),
  })
}

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

/** The token behind a master; the proxy TON's means the coin. */
export function tokenOfMaster(master: string): SandboxTokenRow | null {
  if (isSameTonAddress(master, ptonMaster)) return tonCoin()
  return sandboxJettons().find(({ address }) => isSameTonAddress(address, master)) ?? null
}

/** A wallet contract's state in the indexer's form; null for other accounts. */
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

/** Balance and owner of a jetton wallet; null for accounts with other code. */
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
