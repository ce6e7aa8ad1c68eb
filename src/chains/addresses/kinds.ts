import type { AddressFormat } from '../chainWords.ts'
import { ardorKind } from './ardor.ts'
import {
  algorandKind,
  icpKind,
  nanoKind,
  nemKind,
  stacksKind,
  stellarKind,
  symbolKind,
} from './base32.ts'
import {
  decredKind,
  minaKind,
  moneroKind,
  solanaKind,
  ss58Kind,
  tezosKind,
  tronKind,
  wavesKind,
} from './base58.ts'
import { cosmosKind, multiversxKind, zilliqaKind } from './bech32Accounts.ts'
import { bitcoinKind, versionedKind } from './bitcoin.ts'
import { cardanoKind } from './cardano.ts'
import { cashaddrKind } from './cashaddr.ts'
import { evmKind, xdcKind } from './evm.ts'
import { filecoinKind } from './filecoin.ts'
import {
  aionKind,
  casperKind,
  flowKind,
  iconKind,
  iotaKind,
  kadenaKind,
  moveKind,
  siaKind,
  starknetKind,
} from './hexAccounts.ts'
import {
  anyKind,
  eosioKind,
  fioKind,
  hederaKind,
  iostKind,
  nearKind,
  steemKind,
} from './namedAccounts.ts'
import { tonKind } from './ton.ts'
import { xrpKind } from './xrp.ts'
import { zcashKind } from './zcash.ts'
import type { AddressKind } from './result.ts'

/**
 * The checks of every address format. The links in the files name the specification of each; every
 * rule is tested against published addresses in test/unit/chains/support/addressVectors.txt.
 */
export const addressKinds: Readonly<Record<AddressFormat, AddressKind>> = {
  aion: aionKind,
  algorand: algorandKind,
  any: anyKind,
  aptos: moveKind,
  ardor: ardorKind,
  ark: versionedKind,
  bitcoin: bitcoinKind,
  cardano: cardanoKind,
  casper: casperKind,
  cashaddr: cashaddrKind,
  cosmos: cosmosKind,
  decred: decredKind,
  eosio: eosioKind,
  evm: evmKind,
  filecoin: filecoinKind,
  fio: fioKind,
  flow: flowKind,
  hedera: hederaKind,
  icon: iconKind,
  icp: icpKind,
  iost: iostKind,
  iota: iotaKind,
  kadena: kadenaKind,
  mina: minaKind,
  monero: moneroKind,
  multiversx: multiversxKind,
  nano: nanoKind,
  near: nearKind,
  nem: nemKind,
  neo: versionedKind,
  sia: siaKind,
  solana: solanaKind,
  ss58: ss58Kind,
  stacks: stacksKind,
  starknet: starknetKind,
  steem: steemKind,
  stellar: stellarKind,
  sui: moveKind,
  symbol: symbolKind,
  tezos: tezosKind,
  ton: tonKind,
  tron: tronKind,
  waves: wavesKind,
  xdc: xdcKind,
  xrp: xrpKind,
  zcash: zcashKind,
  zilliqa: zilliqaKind,
}
