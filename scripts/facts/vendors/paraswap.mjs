import { poolFacts } from '../poolFacts.mjs'

const folder = 'build/dex'
const exchanges = {
  'uniswap-v2': {
    UniswapV2: 'UNISWAP_V2',
    ApeSwap: 'APE_SWAP',
    DefiSwap: 'DEFI_SWAP',
    HoneySwap: 'HONEY_SWAP',
    PangolinSwap: 'PANGOLIN',
    PancakeSwapV2: 'PANCAKE_SWAP',
    SushiSwap: 'SUSHI_SWAP',
    QuickSwap: 'QUICK_SWAP',
    ShibaSwap: 'SHIBA_SWAP',
    TraderJoe: 'JOE',
    Verse: 'VERSE',
    WaultFinance: 'WAULT_SWAP',
  },
  'uniswap-v3': {
    UniswapV3: 'UNI_SWAP_V3',
    SushiSwapV3: 'SUSHI_SWAP',
    SpookySwapV3: 'SPOOKY_SWAP',
    OkuTradeV3: 'OKU_SWAP',
    AerodromeSlipstream: 'AERODROME',
    AerodromeSlipstreamNewFactory: 'AERODROME',
    AerodromeSlipstreamFactory3: 'AERODROME',
  },
  'pancakeswap-v3': { PancakeswapV3: 'PANCAKE_SWAP_V3' },
  algebra: { QuickSwapV3: 'QUICK_SWAP_V3', CamelotV3: 'CAMELOT' },
  solidly: { Aerodrome: 'AERODROME' },
  'maverick-v2': { MaverickV2: 'MAVERICK' },
  'woo-fi-v2': { WooFiV2: 'WOO_FI' },
}
const families = { 'pancakeswap-v3': 'uniswap-v3', 'woo-fi-v2': 'woofi' }
const names = {
  'uniswap-v2': 'UniswapV2Config',
  'uniswap-v3': 'UniswapV3Config',
  'pancakeswap-v3': 'PancakeswapV3Config',
  algebra: 'AlgebraConfig',
  solidly: 'SolidlyConfig',
  'maverick-v2': 'MaverickV2Config',
  'woo-fi-v2': 'WooFiV2Config',
}
/** Routers and quoters are compared where Velora calls the exchange's own. */
const members = {
  factory: ['factory', 'factoryAddress', 'wooPPV2Address'],
  router: ['routerAddress'],
  quoter: ['quoterAddress'],
}

/** Velora's library of exchanges. */
export async function read({ constants }, ours) {
  const facts = []
  for (const [file, ids] of Object.entries(exchanges)) {
    const path = `${folder}/${file}/config.js`
    const { [names[file]]: config } = await constants(path, [names[file]])
    for (const [name, id] of Object.entries(ids)) {
      for (const [role, words] of Object.entries(members)) {
        const addresses = Object.fromEntries(
          Object.entries(config[name]).map(([number, row]) => [
            number,
            row[words.find((word) => word in row)],
          ]),
        )
        facts.push(
          ...poolFacts(`${id} ${families[file] ?? file}`, { [role]: addresses }, path, ours),
        )
      }
    }
  }
  const path = 'build/config.js'
  const { baseConfigs } = await constants(path, [], ['baseConfigs'])
  const routers = Object.values(baseConfigs).map(({ augustusV6Address: value }) => ({
    table: 'service contracts',
    key: 'para_swap',
    value,
    path,
  }))
  return [...facts, ...routers]
}
