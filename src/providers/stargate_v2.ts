import { type OftAsset, oftBridge } from './kits/evm/oft.ts'
import type { Provider } from './types.ts'

// Stargate V2: pools of one asset on many chains, by LayerZero messages sent at once ("taxi").
// Contracts: packages/stg-evm-v2/deployments of https://github.com/stargate-protocol/stargate-v2
// (2026-07), and those wired by devtools/config/mainnet; tokens: the pools' own `token()`, which is
// read again before each quote. The pool's fee is in the amount that it quotes; the message's is paid
// in native coins. Not served: OFT copies of bridged tokens on chains without a pool, Tempo (fee in a
// token), and transfers that wait for others ("bus").

const native = '0x0000000000000000000000000000000000000000'
const coin = (oft: string) => ({ oft, token: native, decimals: 18 })
const six = (oft: string, token: string) => ({ oft, token, decimals: 6 })

const ether: OftAsset = {
  ARBITRUM: coin('0xA45B5130f36CDcA45667738e2a258AB09f4A5f7F'),
  BASE: coin('0xdc181Bd607330aeeBEF6ea62e03e5e1Fb4B6F7C7'),
  ETH: coin('0x77b2043768d28E9C9aB44E1aBfC95944bcE57931'),
  LINEA: coin('0x81F6138153d473E8c5EcebD3DC8Cd4903506B075'),
  OPTIMISM: coin('0xe8CDF27AcD73a434D661C84887215F7598e7d0d3'),
  SCROLL: coin('0xC2b638Cb5042c1B3c5d5C969361fB50569840583'),
  SONEIUM: coin('0x2F6F07CDcf3588944Bf4C42aC74ff24bF56e7590'),
  UNICHAIN: coin('0xe9aBA835f813ca05E50A6C0ce65D0D74390F7dE7'),
}

const usdc: OftAsset = {
  ARBITRUM: six(
    '0xe8CDF27AcD73a434D661C84887215F7598e7d0d3',
    '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  ),
  AVALANCHE: six(
    '0x5634c4a5FEd09819E3c46D86A965Dd9447d86e47',
    '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
  ),
  BASE: six(
    '0x27a16dc786820B16E5c9028b75B99F6f604b5d26',
    '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  ),
  BSC: {
    oft: '0x962Bd449E630b0d928f308Ce63f1A21F02576057',
    token: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
    decimals: 18,
  },
  ETH: six(
    '0xc026395860Db2d07ee33e05fE50ed7bD583189C7',
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  ),
  MANTLE: six(
    '0xAc290Ad4e0c891FDc295ca4F0a6214cf6dC6acDC',
    '0x09Bc4E0D864854c6aFB6eB9A9cdF58aC190D0dF9',
  ),
  OPTIMISM: six(
    '0xcE8CcA271Ebc0533920C83d39F417ED6A0abB7D0',
    '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
  ),
  POLYGON: six(
    '0x9Aa02D4Fae7F58b8E8f34c66E756cC734DAc7fe4',
    '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  ),
  SCROLL: six(
    '0x3Fc69CC4A842838bCDC9499178740226062b14E4',
    '0x06eFdBFf2a14a7c8E15944D1F4A48F9F95F663A4',
  ),
}

const usdt: OftAsset = {
  ARBITRUM: six(
    '0xcE8CcA271Ebc0533920C83d39F417ED6A0abB7D0',
    '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
  ),
  AVALANCHE: six(
    '0x12dC9256Acc9895B076f6638D628382881e62CeE',
    '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7',
  ),
  BSC: {
    oft: '0x138EB30f73BC423c6455C53df6D89CB01d9eBc63',
    token: '0x55d398326f99059fF775485246999027B3197955',
    decimals: 18,
  },
  ETH: six(
    '0x933597a323Eb81cAe705C5bC29985172fd5A3973',
    '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  ),
  MANTLE: six(
    '0xB715B85682B731dB9D5063187C450095c91C57FC',
    '0x201EBa5CC46D216Ce6DC03F6a759e8E766e956aE',
  ),
  OPTIMISM: six(
    '0x19cFCE47eD54a88614648DC3f19A5980097007dD',
    '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58',
  ),
  POLYGON: six(
    '0xd47b03ee6d86Cf251ee7860FB2ACf9f91B9fD4d7',
    '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
  ),
}

export function createStargateProvider({ scanUrl }: { scanUrl: string }): Provider {
  return oftBridge({
    id: 'stargate_v2',
    name: 'Stargate',
    assets: [ether, usdc, usdt],
    pools: true,
    durationSeconds: 120,
    scanUrl,
  })
}
