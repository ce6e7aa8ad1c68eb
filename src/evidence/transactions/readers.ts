import { chainById, isEvmChain } from '../../chains/chains.ts'
import type { BlockchainId } from '../../core/blockchainIds.ts'
import { readOnEvm } from './evm.ts'
import { readOnCardano, readOnStellar, readOnXrp } from './ledgers.ts'
import { readOnAptos, readOnCosmos, readOnNear, readOnStarknet, readOnSui } from './programs.ts'
import type {
  ChainPayment,
  TransactionReader,
  TransactionSource,
  ChainTransaction,
} from './transaction.ts'
import { readOnSolana } from './solana.ts'
import { readOnTron } from './tron.ts'
import { hasExplorer, readUtxo } from './utxo.ts'

const readers: Readonly<Partial<Record<string, TransactionReader>>> = {
  aptos: readOnAptos,
  cardano: readOnCardano,
  cosmos: readOnCosmos,
  near: readOnNear,
  solana: readOnSolana,
  starknet: readOnStarknet,
  stellar: readOnStellar,
  sui: readOnSui,
  tron: readOnTron,
  xrp: readOnXrp,
}

/** Before Bitcoin's first block; and as far ahead as clocks differ. */
const firstMs = Date.UTC(2009, 0, 3)
const aheadMs = 24 * 3_600_000

/** Whether transactions of a chain can be read by their hash in this run. TON has its own reader. */
export function canReadTransactions(
  blockchain: BlockchainId,
  nodes: TransactionSource['nodes'],
): boolean {
  return readerOf(blockchain) !== null && nodes(blockchain).length > 0
}

/**
 * One transaction of a chain, by its hash in the chain's own spelling.
 * @returns null for one that the chain does not know
 * @throws SwaprouteError CHAIN_UNAVAILABLE where no node answers
 */
export async function readChainTransaction(
  blockchain: BlockchainId,
  hash: string,
  source: TransactionSource,
): Promise<ChainTransaction | null> {
  const transaction = await readerOf(blockchain)?.(blockchain, hash, source)
  return transaction == null ? null : plausible(transaction, source.now())
}

function readerOf(blockchain: BlockchainId): TransactionReader | null {
  const chain = chainById(blockchain)
  if (isEvmChain(chain)) return readOnEvm
  if (hasExplorer(blockchain)) return readUtxo
  return readers[chain.kind] ?? null
}

/** Without names that no account has, and times that cannot be. */
export function plausible(transaction: ChainTransaction, nowMs: number): ChainTransaction {
  const { atMs, sender, touched, payments } = transaction
  const isTime = atMs !== null && atMs >= firstMs && atMs <= nowMs + aheadMs
  return {
    ...transaction,
    atMs: isTime ? atMs : null,
    sender: name(sender),
    touched: touched.filter((one) => name(one) !== null),
    payments: payments.flatMap((payment): ChainPayment[] => {
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
