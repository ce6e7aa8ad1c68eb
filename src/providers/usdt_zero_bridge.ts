import { type OftAsset, oftBridge } from './kits/evm/oft.ts'
import type { Provider } from './types.ts'

// USDT0, Tether's USDT as a LayerZero token: locked on ETH, minted elsewhere, one for one. Contracts:
// https://docs.usdt0.to/technical-documentation/developer (2026-11), the same in tetherto's
// wdk-protocol-bridge-usdt0-evm; HEDERA is in one source alone and left out. The older mesh (TRON, TON,
// SOLANA, Celo) has other contracts and a hub, and is not served. Addresses repeat between chains with
// other roles: one is the contract on MONAD and MEGAETH, and the token on UNICHAIN and SEI.

const six = (oft: string, token: string) => ({ oft, token, decimals: 6 })

const usdt0: OftAsset = {
  ARBITRUM: six(
    '0x14E4A1B13bf7F943c8ff7C51fb60FA964A298D92',
    '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
  ),
  BERACHAIN: six(
    '0x3Dc96399109df5ceb2C226664A086140bD0379cB',
    '0x779Ded0c9e1022225f8E0630b35a9b54bE713736',
  ),
  ETH: six(
    '0x6C96dE32CEa08842dcc4058c14d3aaAD7Fa41dee',
    '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  ),
  FLARE: six(
    '0x567287d2A9829215a37e3B88843d32f9221E7588',
    '0xe7cd86e13AC4309349F30B3435a9d337750fC82D',
  ),
  HYPER_EVM: six(
    '0x904861a24F30EC96ea7CFC3bE9EA4B476d237e98',
    '0xB8CE59FC3717ada4C02eaDF9682A9e934F625ebb',
  ),
  MANTLE: six(
    '0xcb768e263FB1C62214E7cab4AA8d036D76dc59CC',
    '0x779Ded0c9e1022225f8E0630b35a9b54bE713736',
  ),
  MEGAETH: six(
    '0x9151434b16b9763660705744891fA906F660EcC5',
    '0xB8CE59FC3717ada4C02eaDF9682A9e934F625ebb',
  ),
  MONAD: six(
    '0x9151434b16b9763660705744891fA906F660EcC5',
    '0xe7cd86e13AC4309349F30B3435a9d337750fC82D',
  ),
  MORPH: six(
    '0xcb768e263FB1C62214E7cab4AA8d036D76dc59CC',
    '0xe7cd86e13AC4309349F30B3435a9d337750fC82D',
  ),
  OPTIMISM: six(
    '0xF03b4d9AC1D5d1E7c4cEf54C2A313b9fe051A0aD',
    '0x01bFF41798a0BcF287b996046Ca68b395DbC1071',
  ),
  PLASMA: six(
    '0x02ca37966753bDdDf11216B73B16C1dE756A7CF9',
    '0xB8CE59FC3717ada4C02eaDF9682A9e934F625ebb',
  ),
  POLYGON: six(
    '0x6BA10300f0DC58B7a1e4c0e41f5daBb7D7829e13',
    '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
  ),
  ROOTSTOCK: six(
    '0x1a594d5d5d1c426281C1064B07f23F57B2716B61',
    '0x779Ded0c9e1022225f8E0630b35a9b54bE713736',
  ),
  SEI: six(
    '0x56Fe74A2e3b484b921c447357203431a3485CC60',
    '0x9151434b16b9763660705744891fA906F660EcC5',
  ),
  UNICHAIN: six(
    '0xc07bE8994D035631c36fb4a89C918CeFB2f03EC3',
    '0x9151434b16b9763660705744891fA906F660EcC5',
  ),
  XLAYER: six(
    '0x94bcca6bdfd6a61817ab0e960bfede4984505554',
    '0x779Ded0c9e1022225f8E0630b35a9b54bE713736',
  ),
}

export function createUsdtZeroProvider({ scanUrl }: { scanUrl: string }): Provider {
  return oftBridge({
    id: 'usdt_zero_bridge',
    name: 'USDT0',
    assets: [usdt0],
    durationSeconds: 120,
    scanUrl,
  })
}
