import { chainById, isEvmChain } from '../../chains/chains.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { seeOnEvm } from './evm.ts'
import { seeOnCardano, seeOnStellar, seeOnXrp } from './ledgers.ts'
import { seeOnAptos, seeOnCosmos, seeOnNear, seeOnStarknet, seeOnSui } from './programs.ts'
import type { SeenPayment, SeenReader, SeenSource, SeenTransaction } from './seen.ts'
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

/** Before Bitcoin's first block; and as far ahead as clocks differ. */
const firstMs = Date.UTC(2009, 0, 3)
const aheadMs = 24 * 3_600_000

/** Whether transactions of a chain can be read by their hash in this run. TON has its own reader. */
export function canSee(blockchain: BlockchainId, nodes: SeenSource['nodes']): boolean {
  return readerOf(blockchain) !== null && nodes(blockchain).length > 0
}

/**
 * One transaction of a chain, by its hash in the chain's own spelling.
 * @returns null for one that the chain does not know
 * @throws SwaprouteError CHAIN_UNAVAILABLE where no node answers
 */
export async function seeTransaction(
  blockchain: BlockchainId,
  hash: string,
  source: SeenSource,
): Promise<SeenTransaction | null> {
  const seen = await readerOf(blockchain)?.(blockchain, hash, source)
  return seen == null ? null : plausible(seen, source.now())
}

function readerOf(blockchain: BlockchainId): SeenReader | null {
  const chain = chainById(blockchain)
  if (isEvmChain(chain)) return seeOnEvm
  if (hasExplorer(blockchain)) return seeUtxo
  return readers[chain.kind] ?? null
}

/** Without names that no account has, and times that cannot be. */
export function plausible(seen: SeenTransaction, nowMs: number): SeenTransaction {
  const { atMs, sender, touched, payments } = seen
  const isTime = atMs !== null && atMs >= firstMs && atMs <= nowMs + aheadMs
  return {
    ...seen,
    atMs: isTime ? atMs : null,
    sender: name(sender),
    touched: touched.filter((one) => name(one) !== null),
    payments: payments.flatMap((payment): SeenPayment[] => {
      if (payment.amount <= 0n || (payment.token !== null && name(payment.token) === null)) {
        return []
      }
      return [{ ...payment, from: name(payment.from), to: name(payment.to) }]
    }),
  }
}

/** Accounts and tokens of all chains: letters, digits and a few marks. */
function name(text: string | null): string | null {
  return text !== null && /^[\w:./<>, +=-]{1,200}$/.test(text) ? text : null
}
