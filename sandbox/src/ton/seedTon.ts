import { createHash } from 'node:crypto'
import { readBoc } from '../../../src/chains/ton/boc.ts'
import { writeBoc } from '../../../src/chains/ton/writeBoc.ts'
import { buildCell } from './builder.ts'
import { ptonMaster, ptonWalletCode } from '../../../src/chains/ton/proxyTon.ts'
import { firstData } from '../../../src/chains/ton/wallets.ts'
import { tonNetworkId } from '../chains.ts'
import { tonAccounts } from '../accounts.ts'
import { amountWorth } from '../seed/prices.ts'
import type { SandboxTokenRow } from '../seed/tokens.ts'
import {
  jettonWalletData,
  raw,
  routerAddress,
  tonAddresses,
  sandboxJettons,
  tonCoin,
} from './addresses.ts'
import type { TonCodes } from './codes.ts'
import type { NewAccount, TonMachine } from './machine.ts'
import { minterAddress, treasury } from './treasury.ts'

/** What each account of a user starts with, per token, in US dollars. */
const accountWorth = 60_000
/** One side of a pool. */
const poolWorth = 4_000_000
const treasuryWorth = 500_000_000
/** Nanoton on contracts that have to pay for their storage. */
const storageCoins = 10_000_000_000n
const jettonWalletCoins = 100_000_000n
const poolFeeBps = 30

/**
 * The initial state of the chain: contracts are placed with their data, so no transaction has to be
 * run. Takes some 50 ms.
 */
export function tonSeed(
  { core }: Pick<TonMachine, 'core'>,
  codes: TonCodes,
  seconds: number,
): NewAccount[] {
  const { Address, beginCell, Cell, Dictionary } = core
  const places = tonAddresses(codes)
  const jettonCode = readBoc(codes('TonJettonWallet'))
  const accounts = new Map<string, NewAccount>()
  const supplies = new Map<string, bigint>() // jetton wallet: units, so that minters know their supply

  const put = (
    address: string,
    balance: bigint,
    contract: NewAccount['contract'],
  ): Map<string, NewAccount> =>
    accounts.set(address, { address, balance, contract, paidAtSeconds: seconds })
  const giveJettons = (token: SandboxTokenRow, owner: string, amount: bigint): void => {
    const wallet = places.jettonWallet(token.address, owner)
    const total = (supplies.get(wallet) ?? 0n) + amount
    supplies.set(wallet, total)
    const data = jettonWalletData(total, owner, raw(token.address), jettonCode)
    put(wallet, jettonWalletCoins, { code: codes('TonJettonWallet'), data: writeBoc(data) })
  }
  /** Name, symbol and decimals on the chain itself (TEP-64). */
  const contentOf = (token: Pick<SandboxTokenRow, 'name' | 'symbol' | 'decimals'>): string => {
    const entries = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell())
    const texts = { name: token.name, symbol: token.symbol, decimals: `${token.decimals}` }
    for (const [key, text] of Object.entries(texts)) {
      const value = beginCell().storeUint(0, 8).storeStringTail(text).endCell()
      entries.set(createHash('sha256').update(key).digest(), value)
    }
    return beginCell().storeUint(0, 8).storeDict(entries).endCell().toBoc().toString('base64')
  }

  const { jettons, pairs } = planTonPools()
  const owners: { owner: string; worth: number }[] = []
  for (const { name, walletVersion, address, publicKey } of tonAccounts) {
    const key = Buffer.from(publicKey, 'hex')
    const data = firstData(walletVersion, key, tonNetworkId)
    const code = codes(walletVersion === 'v5r1' ? 'TonWalletV5R1' : 'TonWalletV4R2')
    // One of the two has never sent anything: its first message brings the contract along.
    const contract = name === 'alice' ? { code, data: writeBoc(data) } : null
    put(raw(address), amountWorth(accountWorth, tonCoin()), contract)
    owners.push({ owner: raw(address), worth: accountWorth })
  }
  const bank = treasury()
  const bankData = firstData('v4r2', bank.publicKey, tonNetworkId)
  const bankContract = { code: codes('TonWalletV4R2'), data: writeBoc(bankData) }
  put(bank.address, amountWorth(treasuryWorth, tonCoin()), bankContract)
  owners.push({ owner: bank.address, worth: treasuryWorth })

  for (const { owner, worth } of owners) {
    for (const token of jettons) giveJettons(token, owner, amountWorth(worth, token))
  }

  const pools = Dictionary.empty(Dictionary.Keys.BigUint(256), Dictionary.Values.Address())
  let coinsInPools = 0n
  for (const [a, b] of pairs) {
    const [masterA, masterB] = [masterOf(a), masterOf(b)]
    const { address, wallets } = places.pool(masterA, masterB)
    const isFirst = places.jettonWallet(masterA, routerAddress) === wallets[0]
    const [first, second] = isFirst ? [a, b] : [b, a]
    const reserves = [amountWorth(poolWorth, first), amountWorth(poolWorth, second)] as const
    for (const [index, token] of [first, second].entries()) {
      const amount = reserves[index] ?? 0n
      if (token.native) coinsInPools += amount
      else giveJettons(token, routerAddress, amount)
    }
    const key = buildCell().address(wallets[0]).address(wallets[1]).cell()
    pools.set(BigInt(`0x${key.hash}`), Address.parseRaw(address))
    const books = buildCell().coins(reserves[0]).coins(reserves[1]).uint(poolFeeBps, 16).cell()
    const data = buildCell().address(routerAddress).address(wallets[0]).address(wallets[1])
    put(address, storageCoins, {
      code: codes('SandboxTonPool'),
      data: writeBoc(data.ref(books).cell()),
    })
  }

  const routerData = beginCell().storeDict(pools).endCell().toBoc().toString('base64')
  put(routerAddress, storageCoins, { code: codes('SandboxTonRouter'), data: routerData })
  const proxyCode = readBoc(codes('SandboxTonProxyWallet'))
  const proxyWallet = places.jettonWallet(ptonMaster, routerAddress)
  const proxyData = jettonWalletData(coinsInPools, routerAddress, ptonMaster, proxyCode)
  put(proxyWallet, coinsInPools + storageCoins, {
    code: codes('SandboxTonProxyWallet'),
    data: writeBoc(proxyData),
  })
  // The master names its wallets' places as it does on the main network; their content is ours.
  const proxyContent = contentOf({ name: 'Proxy TON', symbol: 'pTON', decimals: 9 })
  put(ptonMaster, storageCoins, {
    code: codes('SandboxTonProxyMinter'),
    data: writeBoc(buildCell().ref(ptonWalletCode()).ref(readBoc(proxyContent)).cell()),
  })

  for (const token of jettons) {
    const master = raw(token.address)
    const supply = [...owners.map(({ owner }) => owner), routerAddress]
      .map((owner) => supplies.get(places.jettonWallet(master, owner)) ?? 0n)
      .reduce((sum, amount) => sum + amount, 0n)
    const data = beginCell()
      .storeCoins(supply)
      .storeAddress(Address.parseRaw(minterAddress))
      .storeRef(Cell.fromBase64(contentOf(token)))
      .storeRef(Cell.fromBase64(codes('TonJettonWallet')))
      .endCell()
    put(master, storageCoins, {
      code: codes('TonJettonMinter'),
      data: data.toBoc().toString('base64'),
    })
  }
  return [...accounts.values()]
}

/** Which tokens the exchange pairs: TON with every jetton, and the two busiest with each other. */
export function planTonPools(): {
  jettons: SandboxTokenRow[]
  pairs: [SandboxTokenRow, SandboxTokenRow][]
} {
  const jettons = sandboxJettons()
  const named = (symbol: string): SandboxTokenRow => {
    const token = jettons.find((row) => row.symbol === symbol)
    if (token === undefined) throw new Error(`TON lists no ${symbol}`)
    return token
  }
  const coin = tonCoin()
  const pairs = jettons.map((token): [SandboxTokenRow, SandboxTokenRow] => [coin, token])
  return { jettons, pairs: [...pairs, [named('USDT'), named('NOT')]] }
}

/** Master of a token; TON is the proxy's. */
export function masterOf(token: SandboxTokenRow): string {
  return token.native ? ptonMaster : raw(token.address)
}
