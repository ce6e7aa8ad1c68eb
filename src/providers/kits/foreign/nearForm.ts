import * as z from 'zod/mini'

import { unsafeForeign } from '../../../chains/foreign.ts'
import { nativeToken } from '../../../chains/tokens.ts'
import { formatAmount } from '../../../core/amounts.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { ForeignOf } from '../../../core/foreignTransaction.ts'
import type { DecodedForeign } from '../../../core/transaction.ts'
import { findNearTransaction, readNearTransaction } from '../../../evidence/near.ts'
import { wireUint } from '../../../http/wire.ts'
import type { ForeignForm } from './form.ts'
import { foreignEnd, notOurs, unknownYet } from './status.ts'

export type NearTransactions = ForeignOf<'near'>['transactions']

/** What the message of a transfer to an exchange swaps; it pays the sender of the transfer. */
export type NearSwap = {
  srcToken: string
  dstToken: string
  srcAmount: bigint
  minOut: bigint
  /** The output is paid in NEAR instead of its wrapped form. */
  unwraps: boolean
}

type NearExchange = {
  contract: string
  /** Null for a message that is not one swap alone. */
  read(message: string): NearSwap | null
  /** Base address of a JSON-RPC node, without a trailing slash. */
  node: string
}

export const wrappedNear = 'wrap.near'

/** Most that may be left as deposits at tokens; 0.00125 NEAR is usual for one. */
const mostStorage = 10n ** 22n
/** Most that a transaction may take. https://docs.near.org/protocol/gas */
const mostGas = 300n * 10n ** 12n

const storageWire = z.strictObject({ account_id: z.string(), registration_only: z.literal(true) })
const transferWire = z.strictObject({
  receiver_id: z.string(),
  amount: z.string().check(z.regex(/^[0-9]+$/)),
  msg: z.string(),
})
const numbersWire = z.object({ gas: wireUint, deposit: wireUint })

type Step = {
  receiver: string
  method: string
  args: unknown
  gas: bigint
  deposit: bigint
}

/**
 * The form of an exchange on NEAR that is paid by a transfer with a message: registrations of the
 * payer where they are missing, NEAR wrapped where it is sold, and the transfer at the end.
 */
export function nearForm(provider: string, { contract, read, node }: NearExchange): ForeignForm {
  const refuse = (check: string, what: string): SwaprouteError =>
    unsafeForeign(provider, check, what)

  const decode = (payer: string, steps: readonly Step[]): DecodedForeign => {
    const last = steps.at(-1)
    const sent = z.safeParse(transferWire, last?.args)
    if (last?.method !== 'ft_transfer_call' || !sent.success) throw refuse('E8', 'does not swap')
    const { receiver_id: target, amount, msg } = sent.data
    if (target !== contract) throw refuse('E2', `pays ${target}`)
    if (last.deposit !== 1n) throw refuse('E5', 'sends NEAR along with its tokens')
    const swap = read(msg)
    if (swap === null) throw refuse('E8', 'has a message this program does not know')
    const { srcToken, dstToken, srcAmount, minOut, unwraps } = swap
    if (srcToken !== last.receiver) throw refuse('E8', 'swaps a token other than the one it pays')
    if (BigInt(amount) !== srcAmount)
      throw refuse('E5', 'pays an amount other than the one it swaps')
    let wrapped: bigint | null = null
    let stored = 0n
    for (const { receiver, method, args, deposit } of steps.slice(0, -1)) {
      const registered = z.safeParse(storageWire, args)
      if (method === 'storage_deposit' && registered.success) {
        const isNeeded = receiver === dstToken || receiver === wrappedNear
        if (!isNeeded || registered.data.account_id !== payer) {
          throw refuse('E8', `pays for an account at ${receiver}`)
        }
        stored += deposit
        if (stored > mostStorage) throw refuse('E5', 'leaves a large deposit at a token')
      } else if (method === 'near_deposit' && z.safeParse(z.strictObject({}), args).success) {
        if (receiver !== wrappedNear || srcToken !== wrappedNear || wrapped !== null) {
          throw refuse('E8', `sends NEAR to ${receiver}`)
        }
        wrapped = deposit
      } else {
        throw refuse('E8', `calls ${method}, which a swap does not need`)
      }
    }
    if (wrapped !== null && wrapped !== srcAmount) {
      throw refuse('E5', 'wraps an amount of NEAR other than the one it swaps')
    }
    const coin = nativeToken('NEAR')
    return {
      method: `${provider} swap`,
      target,
      payer,
      recipient: payer,
      srcToken: wrapped === null ? srcToken : coin.address,
      dstToken: unwraps ? coin.address : dstToken,
      srcAmount,
      minOut,
      networkFee: null,
      notes: [
        ...(stored === 0n
          ? []
          : [
              `It registers your account with a token; ${formatAmount(stored, coin.decimals)} NEAR stay there as a deposit.`,
            ]),
        ...(wrapped === null ? [] : ['If the swap fails, your NEAR comes back as wNEAR.']),
      ],
    }
  }

  return {
    blockchain: 'NEAR',
    targets: [contract],
    decode: async (transaction) => {
      if (transaction.kind !== 'near') throw refuse('E8', 'cannot be read')
      const { transactions } = transaction
      const [payer, ...others] = new Set(transactions.map(({ signerId }) => signerId))
      if (payer === undefined || others.length > 0) throw refuse('E8', 'needs several signers')
      const all = transactions.map((one) => stepsOf(one))
      for (const steps of all) {
        if (steps === null) throw refuse('E8', 'cannot be read')
        const gas = steps.reduce((sum, step) => sum + step.gas, 0n)
        if (gas > mostGas) throw refuse('E11', 'takes more gas than the chain allows')
      }
      return decode(
        payer,
        all.flatMap((steps) => steps ?? []),
      )
    },
    status: async (ref, context) => {
      const { srcTxHash: hash } = ref
      if (hash === null || !/^[1-9A-HJ-NP-Za-km-z]{43,44}$/.test(hash)) return unknownYet()
      // A node finds a transaction of its sender only.
      const sender = ref.fromAddress ?? (await findNearTransaction(hash, context))?.signer ?? null
      const mined = sender === null ? null : await readNearTransaction(node, hash, sender, context)
      if (mined === null) return unknownYet('NEAR does not know this transaction.')
      const { signer, receiver, calls, returned, isFinal } = mined
      const steps = (calls ?? []).map((one) => ({ receiver, ...one }))
      const swap = swapIn(() => decode(signer, steps))
      if (swap === null) return notOurs()
      const isCoin = swap.dstToken === nativeToken('NEAR').address
      // A refused transfer is not a failure on NEAR: the token reports that it took nothing.
      const failed = mined.failed || returned === '"0"'
      const received = mined.paid(contract, swap.recipient, isCoin ? null : swap.dstToken)
      const isWrapped = swap.srcToken === nativeToken('NEAR').address
      const left = isWrapped ? { left: 'its NEAR came back as wNEAR' } : {}
      return foreignEnd(ref, swap, { hash, failed, isFinal, received, ...left })
    },
  }
}

/** Null for anything but calls with gas and deposit. */
function stepsOf({ receiverId: receiver, actions }: NearTransactions[number]): Step[] | null {
  const steps: Step[] = []
  for (const { type, params } of actions) {
    const { success, data } = z.safeParse(numbersWire, params)
    if (type !== 'FunctionCall' || !success) return null
    steps.push({ receiver, method: params.methodName, args: params.args, ...data })
  }
  return steps
}

function swapIn(decode: () => DecodedForeign): DecodedForeign | null {
  try {
    return decode()
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return null
    throw thrown
  }
}
