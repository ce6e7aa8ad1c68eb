import type { AddressFormat } from '../chainWords.ts'
import { algorandKind } from './algorand.ts'
import { anyKind } from './any.ts'
import { ardorKind } from './ardor.ts'
import { cosmosKind, multiversxKind, zilliqaKind } from './bech32Accounts.ts'
import { bitcoinKind, versionedKind } from './bitcoin.ts'
import { cardanoKind } from './cardano.ts'
import { casperKind } from './casper.ts'
import { cashaddrKind } from './cashaddr.ts'
import { decredKind } from './decred.ts'
import { evmKind, xdcKind } from './evm.ts'
import { filecoinKind } from './filecoin.ts'
import {
  aionKind,
  flowKind,
  iconKind,
  iotaKind,
  kadenaKind,
  moveKind,
  starknetKind,
} from './hexAccounts.ts'
import { icpKind } from './icp.ts'
import { minaKind } from './mina.ts'
import { moneroKind } from './monero.ts'
import { eosioKind, fioKind, hederaKind, iostKind, nearKind, steemKind } from './namedAccounts.ts'
import { nanoKind } from './nano.ts'
import { nemKind, symbolKind } from './nem.ts'
import type { AddressKind } from './result.ts'
import { siaKind } from './sia.ts'
import { solanaKind } from './solana.ts'
import { ss58Kind } from './ss58.ts'
import { stacksKind } from './stacks.ts'
import { stellarKind } from './stellar.ts'
import { tezosKind } from './tezos.ts'
import { tonKind } from './ton.ts'
import { tronKind } from './tron.ts'
import { wavesKind } from './waves.ts'
import { xrpKind } from './xrp.ts'
import { zcashKind } from './zcash.ts'

/**
 * Who knows each way to write addresses. The links in the files name the specification of each;
 * every rule is held against published addresses in test/unit/chains/support/addressVectors.txt.
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
