import { stonfiRouters } from '../../../src/providers/kits/ton/stonfiContracts.ts'
import { createStonfiProvider } from '../../../src/providers/stonfi.ts'
import type { Token } from '../../../src/core/token.ts'
import type { QuoteRequest } from '../../../src/core/quote.ts'
import type { Body, Exchange } from '../depositSupport.ts'
import { friendly, payer, raw, usdt, walletOf } from '../tonSupport.ts'

export const baseUrl = 'https://ston.test'
export const make = () => createStonfiProvider({ baseUrl })
export const provider = make()
const nativeWord = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c'

/** One router of version 2 and the one of version 1, with their wallets of proxy TON; raw. */
export const routerV2 = rowOf('EQBjM7B2PKa82IPKrUFbMFaKeQDFGTMRnrvY1TmptC7Kxz7B')
export const routerV1 = rowOf('EQB3ncyBUTjZUA5EnFKR5_EnOMI9V1tTEAAPaiU71gc4TiUt')

function rowOf(router: string): { version: 1 | 2; router: string; ptonWallet: string } {
  const row = stonfiRouters().find((candidate) => candidate.router === raw(router))
  if (row === undefined) throw new Error(`no router ${router}`)
  return row
}

function wordOf(token: Token): string {
  return token.native ? nativeWord : token.address
}

function simulatePath(request: QuoteRequest, slippage = '0.01'): string {
  const { srcToken, dstToken, srcAmount } = request
  const pair = `offer_address=${wordOf(srcToken)}&ask_address=${wordOf(dstToken)}`
  return `/v1/swap/simulate?${pair}&units=${srcAmount}&slippage_tolerance=${slippage}&dex_v2=true`
}

/** An answer in all the fields of the real one. */
export function simulation(request: QuoteRequest, askUnits: bigint, row = routerV2): Body {
  const walletAt = (token: Token): string =>
    friendly(token.native ? row.ptonWallet : walletOf(token.address, row.router))
  return {
    offer_address: wordOf(request.srcToken),
    offer_jetton_wallet: walletAt(request.srcToken),
    offer_units: String(request.srcAmount),
    ask_address: wordOf(request.dstToken),
    ask_jetton_wallet: walletAt(request.dstToken),
    ask_units: String(askUnits),
    slippage_tolerance: '0.01',
    min_ask_units: String((askUnits * 99n) / 100n),
    recommended_slippage_tolerance: '0.01',
    recommended_min_ask_units: String((askUnits * 99n) / 100n),
    swap_rate: '2.99',
    price_impact: '0.00123456789',
    fee_address: wordOf(request.dstToken),
    fee_units: '45000',
    fee_percent: '0.003',
    pool_address: 'EQCGScrZe1xbyWqWDvdI6mzP-GAcAWFv6ZXuaJOuSqemxku4',
    router_address: friendly(row.router),
    router: {
      address: friendly(row.router),
      major_version: row.version,
      minor_version: 1,
      pton_master_address: 'EQBnGWMCf3-FZZq1W4IWcWiGAc3PHuZ0_H-7sad2oY00o83S',
      pton_wallet_address: friendly(row.ptonWallet),
      pton_version: '2.1',
      router_type: 'ConstantProduct',
      pool_creation_enabled: true,
    },
    gas_params: {
      gas_budget: null,
      forward_gas: '300000000',
      estimated_gas_consumption: '61000000',
    },
  }
}

export function simulate(request: QuoteRequest, answer: Body, status = 200): Exchange {
  return { method: 'POST', path: simulatePath(request), body: answer, status }
}

/** Where the payer's jettons are, as the helper call returns it. */
export function offerWallet(
  token: Token = usdt,
  wallet = walletOf(token.address, payer),
): Exchange {
  const query = new URLSearchParams({ owner_address: raw(payer) }).toString()
  return {
    path: `/v1/jetton/${token.address}/address?${query}`,
    body: { address: friendly(wallet) },
  }
}
