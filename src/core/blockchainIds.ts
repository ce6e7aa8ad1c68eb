// The chain identifiers of the service contract (section 2.1), spelled as on the wire.

/** Test networks; refused unless a request enables them. */
export const testnetIds = [
  'ARTHERA', 'BERACHAIN_TESTNET', 'BLAST_TESTNET', 'BSCT', 'FUJI', 'GOERLI', 'HOLESKY', 'MUMBAI',
  'SCROLL_SEPOLIA', 'SEPOLIA', 'UNICHAIN_SEPOLIA_TESTNET',
] as const

/** All other networks of the contract. */
export const mainnetIds = [
  'AION', 'ALGORAND', 'APTOS', 'ARBITRUM', 'ARDOR', 'ARK', 'ASTAR', 'ASTAR_EVM', 'AURORA',
  'AVALANCHE', 'BAHAMUT', 'BAND_PROTOCOL', 'BASE', 'BERACHAIN', 'BITCOIN', 'BITCOIN_CASH',
  'BITCOIN_DIAMOND', 'BITCOIN_GOLD', 'BITGERT', 'BITLAYER', 'BLAST', 'BOBA', 'BOBA_BSC', 'BSC',
  'BSV', 'CARDANO', 'CASPER', 'CELO', 'CORE', 'COSMOS', 'CRONOS', 'DASH', 'DECRED',
  'DEFIKINGDOMS', 'DIGI_BYTE', 'DIVI', 'DOGECOIN', 'DX_CHAIN', 'EOS', 'ETH', 'ETHEREUM_CLASSIC',
  'E_CASH', 'FANTOM', 'FILECOIN', 'FIO_PROTOCOL', 'FIRO', 'FLARE', 'FLOW', 'FRAXTAL', 'FUSE',
  'GNOSIS', 'GRAVITY', 'HARMONY', 'HEDERA', 'HELIUM', 'HEMI', 'HORIZEN', 'HORIZEN_EON',
  'HYPER_EVM', 'ICON', 'ICP', 'IOST', 'IOTA', 'IOTEX', 'KADENA', 'KAVA', 'KAVA_COSMOS', 'KLAYTN',
  'KOMODO', 'KUSAMA', 'LINEA', 'LISK', 'LITECOIN', 'MANTA_PACIFIC', 'MANTLE', 'MEGAETH', 'MERLIN',
  'METIS', 'MINA_PROTOCOL', 'MODE', 'MONAD', 'MONERO', 'MOONBEAM', 'MOONRIVER', 'MORPH',
  'MULTIVERS_X', 'NANO', 'NEAR', 'NEM', 'NEO', 'OASIS', 'OKX', 'ONTOLOGY', 'OPTIMISM', 'OSMOSIS',
  'PIVX', 'PLASMA', 'POLKADOT', 'POLYGON', 'POLYGON_ZKEVM', 'POLYX', 'PULSECHAIN', 'QTUM',
  'RAVENCOIN', 'RIPPLE', 'ROOTSTOCK', 'SCROLL', 'SECRET', 'SEI', 'SIA', 'SOLANA', 'SOLAR',
  'SONEIUM', 'STACKS', 'STARKNET', 'STEEM', 'STELLAR', 'STRATIS', 'SUI', 'SYMBOL', 'SYSCOIN',
  'TAIKO', 'TELOS', 'TERRA', 'TERRA_CLASSIC', 'TEZOS', 'THETA', 'THOR_CHAIN', 'TON', 'TRON',
  'UNICHAIN', 'VELAS', 'VERGE', 'VE_CHAIN', 'WAVES', 'WAX', 'XDC', 'XLAYER', 'ZCASH', 'ZETACHAIN',
  'ZILLIQA', 'ZK_FAIR', 'ZK_LINK', 'ZK_SYNC',
] as const

export const blockchainIds = [...mainnetIds, ...testnetIds] as const

/** A chain of the contract, for example `ETH` or `POLYGON`. */
export type BlockchainId = (typeof blockchainIds)[number]

const known: ReadonlySet<string> = new Set(blockchainIds)

export function isBlockchainId(text: string): text is BlockchainId {
  return known.has(text)
}
