/**
 * The sandbox's server of a service that is paid by one call, as vendors' clients and our adapter ask
 * it. Aggregators need no chain to quote and build: the calls they prepare are stored here.
 */
import type { AggregatorDialect } from '../../../sandbox/src/calls/dialect.ts'
import { sandboxChains } from '../../../sandbox/src/chains.ts'
import type { CallSite, Plan } from '../../../sandbox/src/calls/plans.ts'
import { createFaultBoard } from '../../../sandbox/src/faults.ts'
import { createAggregatorServer } from '../../../sandbox/src/servers/aggregatorServer.ts'
import { listen } from '../../../sandbox/src/servers/server.ts'
import { createHttpClient } from '../../../src/http/client.ts'
import type { Quote, QuoteRequest } from '../../../src/core/quote.ts'
import type { DecodedCall, EvmTransaction } from '../../../src/core/transaction.ts'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { readDeclaredCall } from '../../../src/providers/kits/evm/builtCall.ts'
import type { BuiltSwap, Provider, ProviderContext } from '../../../src/providers/types.ts'
import { play, quoteOf } from '../../providers/depositSupport.ts'

export type VendorService = {
  /** Of the server, without the path of its base address. */
  url: string
  faults: ReturnType<typeof createFaultBoard>
  /** The calls that may be made, the newest last. */
  calls: readonly (CallSite & { plan: Plan })[]
  close(): Promise<void>
}

export async function startService(dialect: AggregatorDialect): Promise<VendorService> {
  const calls: (CallSite & { plan: Plan })[] = []
  const faults = createFaultBoard()
  const nothing = async (): Promise<void> => undefined
  const plans = {
    put: async (_: unknown, site: CallSite, plan: Plan) => void calls.push({ ...site, plan }),
    useOf: async () => null,
    renew: nothing,
    forget: () => undefined,
  }
  const { url, close } = await listen(createAggregatorServer(dialect, plans, faults))
  return { url, faults, calls, close }
}

/** Our adapter's view of services on loopback and of the sandbox's chain ids. */
export function adapterContext(...bases: readonly string[]): ProviderContext & {
  close(): Promise<void>
} {
  const http = createHttpClient({ bases })
  const chainId = (blockchain: BlockchainId): number | null =>
    sandboxChains.find((chain) => chain.blockchain === blockchain)?.chainId ?? null
  return { ...play('', []).context, http, chainId, now: Date.now, close: () => http.close() }
}

/** What our adapter is offered and builds. */
export async function swapByAdapter(
  provider: Provider,
  request: QuoteRequest,
  context: ProviderContext,
): Promise<{ quote: Quote; built: BuiltSwap; transaction: EvmTransaction }> {
  const quote = await quoteOf(provider, request, context)
  const built = await provider.build(quote, context)
  if (built.transaction.kind !== 'evm') throw new Error('no transaction')
  return { quote, built, transaction: built.transaction }
}

/** What our adapter reads in a call that the vendor's client was given. */
export async function readByAdapter(
  provider: Provider,
  { to, data }: { to?: string | undefined; data?: string | undefined },
  blockchain: BlockchainId,
  context: ProviderContext,
): Promise<DecodedCall> {
  const [id] = provider.ids
  if (id === undefined || to === undefined || data === undefined) throw new Error('no call')
  return readDeclaredCall(provider, id, { to, data, blockchain }, context)
}
