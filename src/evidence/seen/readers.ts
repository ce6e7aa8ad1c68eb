import { chainById, isEvmChain } from '../../chains/chains.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { seeOnEvm } from './evm.ts'
import { seeOnCardano, seeOnStellar, seeOnXrp } from './ledgers.ts'
import { seeOnAptos, seeOnCosmos, seeOnNear, seeOnStarknet, seeOnSui } from './programs.ts'
import type { SeenReader } from './seen.ts'
import { seeOnSolana } from './solana.ts'
import { seeOnTron } from './tron.ts'
import { hasExplorer, seeUtxo } from './utxo.ts'

const readers: Readonly<Partial<Record<string, SeenReader>>> = {
  aptos: seeOnAptos,
  cardano: seeOnCardano,
  cosmos: seeOnCosmos,
  near: seeOnNear,
  solana: seeOnSolana,
  starknet: seeOnStarknet,
  stellar: seeOnStellar,
  sui: seeOnSui,
  tron: seeOnTron,
  xrp: seeOnXrp,
}

/** How a chain's transactions are read by their hash; null: there is no reader. TON has its own. */
export function readerOf(blockchain: BlockchainId): SeenReader | null {
  const chain = chainById(blockchain)
  if (isEvmChain(chain)) return seeOnEvm
  if (hasExplorer(blockchain)) return seeUtxo
  return readers[chain.kind] ?? null
}
