/**
 * Which packages are read, at which version, and by which file of vendors/. `needs`: packages that its
 * modules import values from. `large`: tens of megabytes, read only with `--all`.
 */
export const vendors = {
  viem: { version: '2.57.13', reader: 'viem' },
  '@circle-fin/bridge-kit': { version: '1.15.1', reader: 'circle' },
  '@lifi/data-types': { version: '7.1.0', reader: 'lifi', needs: { '@lifi/types': '18.4.0' } },
  '@uniswap/default-token-list': { version: '22.21.0', reader: 'tokenLists' },
  '@sushiswap/default-token-list': { version: '43.3.0', reader: 'tokenLists' },
  '@eth-optimism/tokenlist': { version: '10.0.1770', reader: 'tokenLists' },
  '@bgd-labs/aave-address-book': { version: '4.44.22', reader: 'tokenLists' },
  '@pancakeswap/tokens': {
    version: '0.9.1',
    reader: 'pancakeTokens',
    needs: { '@pancakeswap/chains': '0.9.0' },
  },
  '@across-protocol/constants': { version: '3.1.127', reader: 'acrossConstants' },
  '@across-protocol/contracts': { version: '5.0.27', reader: 'acrossContracts' },
  '@layerzerolabs/lz-definitions': { version: '3.1.13', reader: 'layerzero' },
  '@stargatefinance/stg-evm-sdk-v2': { version: '1.1.12', reader: 'stargate', large: true },
  '@wormhole-foundation/sdk-base': { version: '6.1.5', reader: 'wormhole' },
  '@mayanfinance/swap-sdk': { version: '12.2.5', reader: 'mayan' },
  '@debridge-finance/dln-client': { version: '8.3.6', reader: 'dln' },
  '@arbitrum/sdk': { version: '4.1.0', reader: 'arbitrum' },
  '@chainflip/utils': { version: '2.3.3', reader: 'chainflip' },
  'symbiosis-js-sdk': { version: '3.12.0', reader: 'symbiosis' },
  'edge-exchange-plugins': { version: '2.55.0', reader: 'edge' },
  '@uniswap/sdk-core': { version: '7.19.4', reader: 'uniswap' },
  sushi: { version: '7.3.15', reader: 'sushi' },
  '@pancakeswap/smart-router': {
    version: '7.7.3',
    reader: 'pancakeRouters',
    needs: { '@pancakeswap/chains': '0.9.0' },
  },
  '@pancakeswap/v3-sdk': {
    version: '3.10.2',
    reader: 'pancakeV3',
    needs: { '@pancakeswap/chains': '0.9.0' },
  },
  '@pancakeswap/v2-sdk': {
    version: '1.2.2',
    reader: 'pancakeV2',
    needs: { '@pancakeswap/chains': '0.9.0' },
  },
  '@pancakeswap/swap-sdk-evm': {
    version: '1.2.2',
    reader: 'pancakeWrapped',
    needs: { '@pancakeswap/chains': '0.9.0' },
  },
  '@paraswap/dex-lib': { version: '5.0.6', reader: 'paraswap' },
  '@1inch/limit-order-sdk': { version: '5.4.3', reader: 'oneInch' },
  '@curvefi/api': { version: '2.70.1', reader: 'curve' },
  '@balancer/sdk': { version: '6.1.1', reader: 'balancer' },
  '@synapsecns/sdk-router': { version: '0.11.11', reader: 'synapse' },
  'iziswap-sdk': { version: '3.0.3', reader: 'izumi' },
  '@defillama/sdk': { version: '5.0.235', reader: 'defillama' },
  '@hyperlane-xyz/registry': { version: '26.1.0', reader: 'hyperlane' },
}
