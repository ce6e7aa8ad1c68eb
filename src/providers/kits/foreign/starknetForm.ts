import { unsafeForeign } from '../../../chains/foreign.ts'
import {
  feltAddress,
  joinUint,
  readFelt,
  readFelts,
  splitUint,
  starknetSelector,
} from '../../../chains/starknet/felts.ts'
import { nativeToken } from '../../../chains/tokens.ts'
import type { SwaprouteError } from '../../../core/errors.ts'
import type { ForeignOf } from '../../../core/foreignTransaction.ts'
import type { DecodedForeign } from '../../../core/transaction.ts'
import { isTransactionHash } from '../../../evidence/hashes.ts'
import { paidOnStarknet, readStarknetTransaction } from '../../../evidence/starknet.ts'
import type { ForeignForm } from './form.ts'
import { foreignEnd, notOurs, unknownYet } from './status.ts'

type StarknetCall = ForeignOf<'starknet'>['calls'][number]

/** A swap as the arguments of its call say it; tokens and accounts as numbers. */
export type StarknetSwap = {
  srcToken: bigint
  dstToken: bigint
  srcAmount: bigint
  minOut: bigint
  /** Receives the output; the contract refuses any account but its caller. */
  beneficiary: bigint
}

type StarknetExchange = {
  /** 0x and 64 digits. */
  contract: string
  method: string
  /** Null for arguments that are not one swap, to the last of them. */
  read(felts: readonly bigint[]): StarknetSwap | null
}

/** STRK: the coin that pays for gas is an ordinary token to contracts. */
export const strk = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d'

/** The form of an exchange on Starknet: an exact approval and one call, executed together. */
export function starknetForm(
  provider: string,
  { contract, method, read }: StarknetExchange,
): ForeignForm {
  const exchange = BigInt(contract)
  const selector = starknetSelector(method)
  const refuse = (check: string, what: string): SwaprouteError =>
    unsafeForeign(provider, check, what)
  const tokenOf = (felt: bigint): string =>
    felt === BigInt(strk) ? nativeToken('STARKNET').address : feltAddress(felt)

  const decodedOf = ({ beneficiary, ...swap }: StarknetSwap): DecodedForeign => ({
    method: `${provider} ${method}`,
    target: contract,
    payer: feltAddress(beneficiary),
    recipient: feltAddress(beneficiary),
    srcToken: tokenOf(swap.srcToken),
    dstToken: tokenOf(swap.dstToken),
    srcAmount: swap.srcAmount,
    minOut: swap.minOut,
    networkFee: null,
    notes: [`It lets ${provider} spend exactly this amount, in the same transaction.`],
  })

  return {
    blockchain: 'STARKNET',
    targets: [contract],
    decode: async (transaction) => {
      if (transaction.kind !== 'starknet') throw refuse('E8', 'cannot be read')
      const [approval, call, ...others] = transaction.calls
      if (approval === undefined || call === undefined || others.length > 0) {
        throw refuse('E8', 'is not an approval and one swap')
      }
      if (readFelt(call.contractAddress) !== exchange) {
        throw refuse('E2', `calls ${call.contractAddress}`)
      }
      if (call.entrypoint !== method) throw refuse('E8', `calls ${call.entrypoint}`)
      const felts = readFelts(call.calldata)
      const swap = felts === null ? null : read(felts)
      if (swap === null) throw refuse('E8', 'cannot be read')
      const [spender, low, high, ...rest] = readFelts(approval.calldata) ?? []
      const isApproval = approval.entrypoint === 'approve' && rest.length === 0
      const isOfToken = readFelt(approval.contractAddress) === swap.srcToken
      if (!isApproval || !isOfToken || low === undefined || high === undefined) {
        throw refuse('E4', 'asks for more than the approval of its token')
      }
      if (spender !== exchange) throw refuse('E3', 'lets another contract spend tokens')
      if (joinUint(low, high) !== swap.srcAmount) throw refuse('E6', 'approves another amount')
      return decodedOf(swap)
    },
    status: async (ref, context) => {
      // Any number is one that a node can be asked for, but a short one is a hash that was cut.
      const isHash = ref.srcTxHash !== null && isTransactionHash('STARKNET', ref.srcTxHash)
      const hash = isHash ? readFelt(ref.srcTxHash ?? '') : null
      if (hash === null || ref.srcTxHash === null) return unknownYet()
      if (!context.rpc.has('STARKNET')) return unknownYet('No STARKNET node is configured.')
      const found = await readStarknetTransaction(`0x${hash.toString(16)}`, context)
      const calldata = found?.calldata ?? null
      if (found === null || calldata === null) {
        return unknownYet('STARKNET does not know this transaction.')
      }
      const swap = callIn(calldata, exchange, selector, read)
      if (swap === null) return notOurs()
      const { failed, isFinal } = found
      const received = paidOnStarknet(found, exchange, swap.beneficiary, swap.dstToken)
      const end = { hash: ref.srcTxHash, failed, isFinal, received }
      return foreignEnd(ref, decodedOf(swap), end)
    },
  }
}

/** A call of a contract as wallets take it. */
export function starknetCall(
  contractAddress: string,
  entrypoint: string,
  felts: readonly bigint[],
): StarknetCall {
  const calldata = felts.map((felt) => `0x${felt.toString(16)}`)
  return { contractAddress, entrypoint, calldata }
}

/** The approval of exactly an amount. */
export function approvalOf(token: string, spender: string, amount: bigint): StarknetCall {
  return starknetCall(token, 'approve', [BigInt(spender), ...splitUint(amount)])
}

/**
 * The one call of the exchange among those of an account, also where a relayer executed them: each is
 * contract, selector, number of arguments, arguments.
 */
function callIn(
  calldata: readonly bigint[],
  exchange: bigint,
  selector: bigint,
  read: StarknetExchange['read'],
): StarknetSwap | null {
  const starts = calldata.flatMap((felt, at) =>
    felt === exchange && calldata[at + 1] === selector ? [at + 3] : [],
  )
  const [start, ...others] = starts
  const length = calldata[(start ?? 0) - 1]
  if (start === undefined || length === undefined || others.length > 0) return null
  return read(calldata.slice(start, start + Number(length)))
}
