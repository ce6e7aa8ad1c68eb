// The values data/chains.json may use.

export const chainKinds = [
  'aion',
  'algorand',
  'aptos',
  'ardor',
  'ark-like',
  'bitcoin-like',
  'cardano',
  'casper',
  'cosmos',
  'dxchain',
  'eosio',
  'evm',
  'filecoin',
  'flow',
  'hedera',
  'helium',
  'icon',
  'icp',
  'iost',
  'iota',
  'kadena',
  'lisk',
  'mina',
  'monero',
  'multiversx',
  'nano',
  'near',
  'nem',
  'neo',
  'ontology',
  'polkadot',
  'sia',
  'solana',
  'stacks',
  'starknet',
  'steem',
  'stellar',
  'sui',
  'symbol',
  'tezos',
  'ton',
  'tron',
  'vechain',
  'waves',
  'xdc',
  'xrp',
  'zilliqa',
] as const

/** Family of a chain in the service's terms (`type` of info/chains). */
export type ChainKind = (typeof chainKinds)[number]

export const addressFormats = [
  'aion',
  'algorand',
  'any',
  'aptos',
  'ardor',
  'ark',
  'bitcoin',
  'cardano',
  'casper',
  'cashaddr',
  'cosmos',
  'decred',
  'eosio',
  'evm',
  'filecoin',
  'fio',
  'flow',
  'hedera',
  'icon',
  'icp',
  'iost',
  'iota',
  'kadena',
  'mina',
  'monero',
  'multiversx',
  'nano',
  'near',
  'nem',
  'neo',
  'sia',
  'solana',
  'ss58',
  'stacks',
  'starknet',
  'steem',
  'stellar',
  'sui',
  'symbol',
  'tezos',
  'ton',
  'tron',
  'waves',
  'xdc',
  'xrp',
  'zcash',
  'zilliqa',
] as const

/** Address format of a chain; one entry of `addresses/kinds.ts` checks each. */
export type AddressFormat = (typeof addressFormats)[number]

/**
 * `dead`: it no longer takes transactions. `ending`: it still does, until a date that the note gives.
 * `unverified`: no source confirms that the chain still runs or that it stopped.
 */
export const chainStatuses = ['live', 'renamed', 'ending', 'dead', 'unverified'] as const
export type ChainStatus = (typeof chainStatuses)[number]

/** Oracles of the fees a rollup charges on top of gas (evm/dataFees.ts). */
export const dataFeeKinds = ['op-stack', 'mantle', 'scroll', 'morph'] as const

/** Whose oracle returns the fee. */
export type DataFeeKind = (typeof dataFeeKinds)[number]
