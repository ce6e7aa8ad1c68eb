import { chainOfNumber } from '../../../chains/chains.ts'
import type { ArgumentValues } from '../../../chains/evm/calls.ts'
import type { EventArguments, ViewArguments, ViewCall } from '../../../chains/evm/views.ts'
import { isSameAddress } from '../../../core/token.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import { createEvmReader, type EvmLog, type EvmReader } from '../../../evidence/evm.ts'
import type { ProviderContext } from '../../types.ts'
import { readAnswer } from '../../../http/nodeAnswers.ts'
import { wireHexUint } from '../../../http/wire.ts'
import { readViews, type ViewAnswers } from './readViews.ts'

/** What an adapter of a contract bridge asks and encodes with. */
export type ContractTools = {
  context: ProviderContext
  reader: EvmReader
  read<const C extends readonly ViewCall[]>(
    blockchain: BlockchainId,
    calls: C,
  ): Promise<ViewAnswers<C>>
  encode<const S extends string>(signature: S, args: ViewArguments<S> & readonly unknown[]): string
  /** Arguments of a call; null for another method or extra data. */
  decode<const S extends string>(signature: S, data: string): ViewArguments<S> | null
  encodeValues(types: string, values: readonly unknown[]): string
  /** Encoded values; null for extra data. */
  decodeValues<const S extends string>(types: S, data: string): ArgumentValues<S> | null
  /** Hash of values as contracts pack them. */
  packedHash(types: readonly string[], values: readonly unknown[]): string
  topicOf(signature: string): string
  /** Hash of a transaction of a type of its own (EIP-2718), by its fields in RLP. */
  hashOf(type: number, fields: readonly (string | bigint | number)[]): string
  /** Wei a unit of gas costs now. */
  gasPrice(blockchain: BlockchainId): Promise<bigint>
  /** The events of one contract, or of any (null), in the order of a receipt. */
  events<const S extends string>(
    signature: S,
    logs: readonly EvmLog[],
    contract: string | null,
  ): { address: string; args: EventArguments<S> }[]
  /**
   * The newest successful transaction with such an event of a contract; null if the node finds
   * none.
   * @param topics those after the event's own
   */
  findEvent<const S extends string>(
    signature: S,
    place: { blockchain: BlockchainId; contract: string; topics: readonly (string | null)[] },
    isIt: (args: EventArguments<S>) => boolean,
  ): Promise<{ hash: string; args: EventArguments<S> } | null>
  /** The chain of an EIP-155 id in this run; null for an unknown one. */
  chainOf(chainId: bigint): BlockchainId | null
}

/** Loads the codec, which is needed by the first question. */
export async function contractTools(context: ProviderContext): Promise<ContractTools> {
  const codec = await import('../../../chains/evm/codec.ts')
  const { decodeLog, encodeValues, decodeValues, hashOf, packedHash, topicOf } = codec
  const reader = createEvmReader(context)
  const events: ContractTools['events'] = (signature, logs, contract) =>
    logs.flatMap((log) => {
      if (contract !== null && !isSameAddress(log.address, contract)) return []
      const args = decodeLog(signature, log)
      return args === null ? [] : [{ address: log.address, args }]
    })
  return {
    context,
    reader,
    read: (blockchain, calls) => readViews(blockchain, calls, context),
    encode: codec.encodeMethod,
    decode: codec.decodeMethod,
    encodeValues,
    decodeValues,
    packedHash,
    topicOf,
    hashOf,
    gasPrice: async (blockchain) => {
      const { rpc, signal } = context
      const price = await rpc.call(blockchain, 'eth_gasPrice', [], { signal })
      return readAnswer(wireHexUint, price, blockchain, 'eth_gasPrice')
    },
    events,
    findEvent: async (signature, { blockchain, contract, topics }, isIt) => {
      const filter = { address: contract, topics: [topicOf(signature), ...topics] }
      for (const { hash, logs, succeeded } of await reader.findEvents(blockchain, filter)) {
        const event = events(signature, logs, contract).find(({ args }) => isIt(args))
        if (event !== undefined && succeeded === true) return { hash, args: event.args }
      }
      return null
    },
    chainOf: (chainId) => chainOfNumber(chainId, context.chainId),
  }
}
