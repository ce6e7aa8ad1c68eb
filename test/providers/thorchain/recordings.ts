import { depositAddress, receiver, refund } from '../depositContract.ts'
import {
  type Body,
  btc,
  evm,
  type Exchange,
  nowMs,
  plainHash,
  requestOf,
  tokenOf,
} from '../depositSupport.ts'

// Bodies as the documentation of a THORNode shows them (https://dev.thorchain.org, read 2026-11).

export const baseUrl = 'https://thornode.test/api'
export const bitcoin = tokenOf('BITCOIN', 'BTC')
const usdc = tokenOf('ETH', 'USDC')
/** The payer gets refunds by default: the memo does not name it. */
export const request = requestOf(bitcoin, usdc, 1_500_000n, { receiver, fromAddress: refund })

export const usdcAsset = `ETH.USDC-${usdc.address.toUpperCase()}`
const pool = (asset: string, status = 'Available'): Body => ({
  balance_asset: '1',
  balance_rune: '1',
  asset,
  status,
})
export const pools: Exchange = {
  path: '/thorchain/pools',
  body: [
    pool('BTC.BTC'),
    pool('ETH.ETH'),
    pool('LTC.LTC'),
    pool('GAIA.ATOM'),
    pool(`AVAX.USDC-${evm('avalanche dollar').toUpperCase()}`),
    pool(usdcAsset),
    pool('DOGE.DOGE', 'Staged'),
  ],
}

const vault = (chain: string, address: string): Body => ({
  chain,
  pub_key: 'thorpub1',
  address,
  halted: false,
  global_trading_paused: false,
  chain_trading_paused: false,
  gas_rate: '5',
  gas_rate_units: 'satsperbyte',
  outbound_tx_size: '1000',
  outbound_fee: '30000',
  dust_threshold: '10000',
})
export const inbounds: Exchange = {
  path: '/thorchain/inbound_addresses',
  body: [
    vault('BTC', depositAddress),
    vault('ETH', evm('vault')),
    vault('LTC', btc('vault', 'ltc')),
  ],
}

export const expiry = Math.floor(nowMs / 1000) + 900
const words = `from_asset=BTC.BTC&to_asset=${usdcAsset}&amount=1500000`
const estimatePath = `/thorchain/quote/swap?${words}`
const orderPath = `${estimatePath}&destination=${receiver}`
export const estimate: Body = {
  inbound_address: depositAddress,
  inbound_confirmation_blocks: 1,
  inbound_confirmation_seconds: 600,
  outbound_delay_blocks: 10,
  outbound_delay_seconds: 60,
  fees: {
    asset: usdcAsset,
    affiliate: '0',
    outbound: '50000000',
    liquidity: '90000',
    total: '130000',
    slippage_bps: 6,
    total_bps: 9,
  },
  expiry,
  warning: 'Do not cache this response. Do not send funds after the expiry.',
  notes: 'First output should be to inbound_address.',
  dust_threshold: '10000',
  recommended_min_amount_in: '60000',
  recommended_gas_rate: '5',
  gas_rate_units: 'satsperbyte',
  expected_amount_out: '142050000000',
  max_streaming_quantity: 1,
  streaming_swap_blocks: 0,
  total_swap_seconds: 700,
}
export const estimateCall: Exchange = { path: estimatePath, body: estimate }
export const quoted: Body = { ...estimate, memo: `=:ETH.USDC-6EB48:${receiver}:0` }
export const orderCall: Exchange = { path: orderPath, body: quoted }
/** 1406.295 accepted and 0.5 for the way out. */
export const memo = `=:ETH.USDC-CE3606EB48:${receiver}:140679500000`

export const hash = plainHash('in')
export const statusPath = `/thorchain/tx/status/${hash.toUpperCase()}`
const done = { completed: true }
const stages = {
  inbound_observed: { started: true, pre_confirmation_count: 4, final_count: 4, completed: true },
  inbound_confirmation_counted: { counting_start_height: 1, ...done },
  inbound_finalised: done,
  swap_status: { pending: false },
  swap_finalised: done,
  outbound_delay: { remaining_delay_blocks: 0, ...done },
  outbound_signed: { scheduled_outbound_height: 9, blocks_since_scheduled: 3, ...done },
}
export function told(more: Body, changes: Body = {}): Exchange[] {
  const body = {
    tx: {
      id: hash.toUpperCase(),
      chain: 'BTC',
      from_address: refund,
      to_address: depositAddress,
      coins: [{ asset: 'BTC.BTC', amount: '1500000' }],
      memo,
    },
    planned_out_txs: [
      {
        chain: 'ETH',
        to_address: receiver.toLowerCase(),
        coin: { asset: usdcAsset, amount: '142000000000' },
        refund: false,
      },
    ],
    out_txs: null,
    stages: { ...stages, ...more },
    ...changes,
  }
  return [{ path: statusPath, body }]
}
