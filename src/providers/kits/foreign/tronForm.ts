import type { Call } from '../../../chains/evm/calls.ts'
import { unsafeForeign } from '../../../chains/foreign.ts'
import { hexToTron, tronToHex } from '../../../chains/tron/addresses.ts'
import { nativeToken } from '../../../chains/tokens.ts'
import type { ForeignOf } from '../../../core/foreignTransaction.ts'
import type { DecodedForeign } from '../../../core/transaction.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import { zeroAddress } from '../../../core/token.ts'
import { paidOnTron, readTronTransaction, type TronTransaction } from '../../../evidence/tron.ts'
import type { ForeignForm } from './form.ts'
import { foreignEnd, notOurs, unknownYet } from './status.ts'

/** What may be paid for energy, sun: a swap over three pools takes some 60 TRX at most. */
const mostFeeLimit = 300_000_000n
const mostSeconds = 2n * 3_600n

/** The form of an exchange on TRON that is paid by one call of a contract, which pays its sender. */
export function tronForm(provider: string, contract: string, calls: readonly Call[]): ForeignForm {
  const read = async (
    payer: string,
    { to, data, callValue, feeLimit }: Called,
    nowSeconds: number | null,
  ): Promise<DecodedForeign> => {
    const { readCall } = await import('../../../chains/evm/readCall.ts')
    if (to !== contract) throw unsafeForeign(provider, 'E2', `calls ${to}`)
    const decoded = readCall(provider, calls, data)
    const inTron = (address: string | null): string => {
      if (address === null) throw unsafeForeign(provider, 'E8', 'does not say what it swaps')
      return address === zeroAddress ? nativeToken('TRON').address : hexToTron(address)
    }
    const { amountIn, minOut, deadlineSeconds: until } = decoded
    if (nowSeconds !== null && until !== undefined) {
      const left = until - BigInt(nowSeconds)
      if (left < 60n || left > mostSeconds) {
        throw unsafeForeign(provider, 'E8', 'is not valid for the minutes that a swap takes')
      }
    }
    if (amountIn === null || minOut === null || decoded.dst !== 'same') {
      throw unsafeForeign(provider, 'E8', 'does not say what it swaps')
    }
    const srcToken = inTron(decoded.srcToken)
    const isCoin = srcToken === nativeToken('TRON').address
    if (callValue !== (isCoin ? amountIn : 0n)) {
      throw unsafeForeign(provider, 'E5', 'sends an amount of TRX other than the one it swaps')
    }
    if (feeLimit > mostFeeLimit) {
      throw unsafeForeign(provider, 'E11', 'allows far more energy than a swap takes')
    }
    // The signer is not in a call, but the contract pays no other account.
    const recipient = decoded.recipient === null ? payer : hexToTron(decoded.recipient)
    if (recipient !== payer)
      throw unsafeForeign(provider, 'E8', 'pays an account other than its payer')
    return {
      method: `${provider} ${decoded.method}`,
      target: contract,
      payer,
      recipient,
      srcToken,
      dstToken: inTron(decoded.dstToken),
      srcAmount: amountIn,
      minOut,
      networkFee: null,
      notes: [`Energy costs at most ${feeLimit / 1_000_000n} TRX.`],
    }
  }

  return {
    blockchain: 'TRON',
    targets: [contract],
    decode: async (transaction, { fromAddress, srcToken }, { now }) => {
      if (transaction.kind !== 'tron') throw unsafeForeign(provider, 'E8', 'cannot be read')
      const { approvalAddress } = transaction
      if (approvalAddress !== (srcToken.native ? null : contract)) {
        throw unsafeForeign(provider, 'E3', `asks to approve ${approvalAddress ?? 'nothing'}`)
      }
      const called = { ...transaction, data: await dataOf(provider, transaction) }
      return await read(fromAddress, called, Math.floor(now() / 1000))
    },
    status: async (ref, context) => {
      const hash = (ref.srcTxHash ?? '').replace(/^0x/, '').toLowerCase()
      if (!/^[0-9a-f]{64}$/.test(hash)) return unknownYet()
      const found = await readTronTransaction(hash, context)
      const called = found === null ? null : calledIn(found)
      if (found === null || called === null) {
        return unknownYet('TRON does not know this call of a contract.')
      }
      const { owner, ...call } = called
      const decoded = await read(owner, call, null).catch((thrown: unknown) => {
        if (thrown instanceof SwaprouteError) return null
        throw thrown
      })
      if (decoded === null) return notOurs()
      const isCoin = decoded.dstToken === nativeToken('TRON').address
      const received = paidOnTron(found, decoded.recipient, isCoin ? null : decoded.dstToken)
      // A call without a result in its receipt has not succeeded.
      const failed = found.result !== 'success'
      const { isFinal } = found
      return foreignEnd(ref, decoded, { hash, failed, isFinal, received })
    },
  }
}

/** Null for what is in no block, or is not one call of a contract alone. */
function calledIn(found: TronTransaction): (Called & { owner: string }) | null {
  const { type, isAlone, isMined, owner, contract, data, callValue } = found
  if (!isMined || type !== 'TriggerSmartContract' || !isAlone) return null
  if (owner === null || contract === null || data === null) return null
  return { owner, to: contract, data: `0x${data}`, callValue, feeLimit: 0n }
}

type Called = { to: string; data: string; callValue: bigint; feeLimit: bigint }

/** The call data that a node builds from the method's name and its parameters. */
async function dataOf(
  provider: string,
  { signature, rawParameter }: ForeignOf<'tron'>,
): Promise<string> {
  const { selectorOf } = await import('../../../chains/evm/readCall.ts')
  try {
    return `${selectorOf(signature)}${rawParameter}`
  } catch (thrown) {
    throw unsafeForeign(provider, 'E8', 'names no method', thrown)
  }
}

/**
 * An address of TRON as calls hold it.
 * @throws Error for what is not one
 */
export function inCall(address: string): string {
  const hex = tronToHex(address)
  if (hex === null) throw new Error('not an address of TRON')
  return hex
}
