import { unsafeForeign } from '../../../chains/foreign.ts'
import { nativeToken } from '../../../chains/tokens.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import type { SwaprouteError } from '../../../core/errors.ts'
import type { DecodedForeign } from '../../../core/transaction.ts'
import { readCosmosTransaction } from '../../../evidence/cosmos.ts'
import type { ForeignForm } from './form.ts'
import { foreignEnd, notOurs, unknownYet } from './status.ts'

/** What a message of an exchange swaps; it pays its sender. */
export type CosmosSwap = {
  method: string
  sender: string
  denomIn: string
  amountIn: bigint
  denomOut: string
  minOut: bigint
}

/** A message that may be signed. */
export type CosmosMessage = {
  /** Its name in amino JSON, which wallets sign. */
  amino: string
  /** Its type in the transactions of the chain. */
  url: string
  /** Null for members that it does not have, or an invalid value. */
  read(value: unknown): CosmosSwap | null
}

type CosmosChain = {
  blockchain: BlockchainId
  /** `osmosis-1` */
  chainId: string
  /** Denomination of the native coin; fees are paid in it. */
  coin: string
  /** The chain's module that executes the messages. */
  module: string
  messages: readonly CosmosMessage[]
}

/** Swaps over more pools than any route has. */
const mostGas = 20_000_000n

/** The form of an exchange that is a module of a Cosmos chain: one message, no memo, one fee. */
export function cosmosForm(provider: string, chain: CosmosChain): ForeignForm {
  const { blockchain, chainId, coin, module, messages } = chain
  const refuse = (check: string, what: string): SwaprouteError =>
    unsafeForeign(provider, check, what)
  const tokenOf = (denom: string): string =>
    denom === coin ? nativeToken(blockchain).address : denom

  const decodedOf = (swap: CosmosSwap, networkFee: bigint | null): DecodedForeign => ({
    method: `${provider} ${swap.method}`,
    target: module,
    payer: swap.sender,
    recipient: swap.sender,
    srcToken: tokenOf(swap.denomIn),
    dstToken: tokenOf(swap.denomOut),
    srcAmount: swap.amountIn,
    minOut: swap.minOut,
    networkFee,
    notes: [
      'Your wallet adds the number and the sequence of your account.',
      'Once signed it stays valid until your account sends another transaction.',
    ],
  })

  return {
    blockchain,
    targets: [module],
    decode: async (transaction) => {
      if (transaction.kind !== 'cosmos') throw refuse('E8', 'cannot be read')
      const { msgs, fee, memo } = transaction
      if (transaction.chainId !== chainId) throw refuse('E1', 'is for another chain')
      const [message, ...others] = msgs
      if (message === undefined || others.length > 0) throw refuse('E8', 'is not one swap alone')
      if (memo !== '') throw refuse('E8', 'carries a memo')
      const known = messages.find(({ amino }) => amino === message.type)
      const swap = known?.read(message.value) ?? null
      if (swap === null) throw refuse('E8', 'has a message this program does not know')
      const [paid, ...more] = fee.amount
      if (paid?.denom !== coin || more.length > 0) {
        throw refuse('E11', 'pays its fee in a coin other than the native one')
      }
      if (!isUint(paid.amount) || !isUint(fee.gas) || BigInt(fee.gas) > mostGas) {
        throw refuse('E11', 'asks for far more gas than a swap takes')
      }
      return decodedOf(swap, BigInt(paid.amount))
    },
    status: async (ref, context) => {
      const hash = (ref.srcTxHash ?? '').replace(/^0x/i, '').toUpperCase()
      if (!/^[0-9A-F]{64}$/.test(hash)) return unknownYet()
      const mined = await readCosmosTransaction(blockchain, hash, context)
      if (mined === null) return unknownYet(`${blockchain} does not know this transaction.`)
      const [message, ...others] = mined.messages
      const known = messages.find(({ url }) => url === message?.url)
      const swap = others.length > 0 ? null : (known?.read(message?.value) ?? null)
      if (swap === null) return notOurs()
      const { failed } = mined
      const received = mined.gainOf(swap.sender, swap.denomOut)
      return foreignEnd(ref, decodedOf(swap, null), { hash, failed, isFinal: true, received })
    },
  }
}

function isUint(text: string): boolean {
  return /^(?:0|[1-9][0-9]{0,30})$/.test(text)
}
