import { base58 } from '@scure/base'

import {
  readSuiBytes,
  readSuiJson,
  type SuiArgument,
  type SuiCommand,
  type SuiInput,
  type SuiTransaction,
} from '../../../chains/sui/transaction.ts'
import { unsafeForeign } from '../../../chains/foreign.ts'
import { nativeToken } from '../../../chains/tokens.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { DecodedForeign } from '../../../core/transaction.ts'
import { readSuiTransaction } from '../../../evidence/sui.ts'
import type { ForeignForm } from './form.ts'
import { foreignEnd, notOurs, unknownYet } from './status.ts'

// A swap on Sui: one coin is split off, goes into a context of the exchange's router, and comes out of it
// as what is bought, which the router holds to the minimum. Calls of pools in between are those of known
// packages, since any other could act for the sender wherever a contract asks who sends.

/** What a pool's call gets, place by place: an object of this id, any shared object, or a value. */
type PoolCall = {
  package: string
  module: string
  method: string
  args: readonly ('context' | 'shared' | 'value' | { id: string })[]
}

type SuiExchange = {
  /** The router's package; every version stays callable as it was published. */
  router: string
  pool: PoolCall
  /** Opens a context: quote id, most that goes in, expected, least, coin, fee rate, who gets the fee. */
  open: string
  confirm: string
}

export function suiForm(provider: string, exchange: SuiExchange): ForeignForm {
  return {
    blockchain: 'SUI',
    targets: [exchange.router],
    decode: async (transaction) => {
      if (transaction.kind !== 'sui') throw unsafeForeign(provider, 'E8', 'cannot be read')
      return readSwap(provider, exchange, () => readSuiJson(transaction.data))
    },
    status: async (ref, context) => {
      const { srcTxHash: digest } = ref
      if (digest === null || !isDigest(digest)) return unknownYet()
      const found = await readSuiTransaction(digest, context)
      const effects = found?.effects ?? null
      if (found === null || effects === null) {
        return unknownYet('SUI does not know this transaction.')
      }
      try {
        const read = readSwap(provider, exchange, () => readSuiBytes(found.bytes))
        const { dstToken, recipient, payer } = read
        const paysGas = dstToken === nativeToken('SUI').address && recipient === payer
        const change = effects.changes
          .filter(({ account, coinType }) => account === recipient && coinType === dstToken)
          .reduce((sum, one) => sum + one.change, 0n)
        return foreignEnd(ref, read, {
          hash: digest,
          failed: effects.failed,
          isFinal: true,
          received: paysGas ? change + effects.gas : change,
        })
      } catch (thrown) {
        if (thrown instanceof SwaprouteError) return notOurs()
        throw thrown
      }
    },
  }
}

function isDigest(text: string): boolean {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return false
  return base58.decode(text).length === 32
}

function readSwap(
  provider: string,
  { router, pool, open, confirm }: SuiExchange,
  load: () => SuiTransaction,
): DecodedForeign {
  const refuse = (what: string, rule = 'E8'): SwaprouteError => unsafeForeign(provider, rule, what)
  const { sender, inputs, commands } = loaded(provider, load)
  const inputOf = (one: SuiArgument | undefined): SuiInput | null =>
    one?.kind === 'input' ? (inputs[one.index] ?? null) : null
  const pure = (one: SuiArgument | undefined, size: number): Uint8Array => {
    const input = inputOf(one)
    if (input?.kind !== 'pure' || input.bytes.length !== size) throw refuse('hides a value')
    return input.bytes
  }
  const number = (one: SuiArgument | undefined): bigint =>
    Buffer.from(pure(one, 8)).readBigUInt64LE()
  const isResult = (one: SuiArgument | undefined, command: number): boolean =>
    one?.kind === 'result' && one.command === command
  const isOwned = (one: SuiArgument | undefined): boolean => inputOf(one)?.kind === 'owned'
  const fits = (what: PoolCall['args'][number], one: SuiArgument | undefined): boolean => {
    if (what === 'context') return isResult(one, contextAt)
    const input = inputOf(one)
    if (what === 'value') return input?.kind === 'pure'
    return input?.kind === 'shared' && (what === 'shared' || input.id === what.id)
  }
  let at = 0
  const next = <K extends SuiCommand['kind']>(kind: K): Extract<SuiCommand, { kind: K }> => {
    const command = commands[at]
    if (!isKind(command, kind)) throw refuse(`does not ${kind} where a swap does`)
    at += 1
    return command
  }

  if (commands[0]?.kind === 'merge') {
    const { into, coins } = next('merge')
    if (![into, ...coins].every(isOwned)) throw refuse('merges objects that are not your coins')
  }
  const split = next('split')
  const [amount, ...amounts] = split.amounts
  const isCoin = split.coin.kind === 'gas'
  if (amounts.length > 0 || !(isCoin || isOwned(split.coin))) throw refuse('splits other coins')
  const srcAmount = number(amount)

  const splitAt = at - 1
  const context = next('call')
  const [, most, , least, coin, rate, recipientOfFee, ...others] = context.args
  const [srcType, dstType, ...types] = context.types
  if (context.package !== router) throw refuse(`calls ${context.package}`, 'E2')
  const isOpening = context.module === 'router' && context.method === open
  if (!isOpening || others.length + types.length > 0) throw refuse('uses an unknown method')
  if (srcType === undefined || dstType === undefined) throw refuse('does not say what it swaps')
  if (!isResult(coin, splitAt)) throw refuse('swaps another coin')
  if (number(most) < srcAmount) throw refuse('swaps a part of the amount')
  const fees = [...pure(rate, 4), ...pure(recipientOfFee, 32)]
  if (fees.some((byte) => byte !== 0)) throw refuse('pays a fee to a third party')
  // The coin of gas is SUI; that other coins are of the sold type is checked by the chain.
  if (isCoin !== (srcType === nativeToken('SUI').address)) throw refuse('swaps the coin for gas')

  const contextAt = at - 1
  let end = next('call')
  while (end.method !== confirm) {
    if (end.package !== pool.package) throw refuse(`calls ${end.package}`, 'E2')
    const { args } = end
    const isPool =
      end.module === pool.module &&
      end.method === pool.method &&
      args.length === pool.args.length &&
      pool.args.every((what, place) => fits(what, args[place]))
    if (!isPool) throw refuse('gives a pool more than the swap')
    end = next('call')
  }
  const isConfirmed =
    end.package === router &&
    end.module === 'router' &&
    end.types.length === 1 &&
    end.types[0] === dstType &&
    end.args.length === 1 &&
    isResult(end.args[0], contextAt)
  if (!isConfirmed) throw refuse('does not enforce its minimum')

  const confirmAt = at - 1
  const { objects, to } = next('transfer')
  const recipient = `0x${Buffer.from(pure(to, 32)).toString('hex')}`
  if (objects.length !== 1 || !isResult(objects[0], confirmAt))
    throw refuse('transfers other coins')
  if (at !== commands.length) throw refuse('goes on after the swap')
  return {
    method: `${provider} ${open}`,
    target: context.package,
    payer: sender,
    recipient,
    srcToken: srcType,
    dstToken: dstType,
    srcAmount,
    minOut: number(least),
    networkFee: null,
    notes: [],
  }
}

function isKind<K extends SuiCommand['kind']>(
  command: SuiCommand | undefined,
  kind: K,
): command is Extract<SuiCommand, { kind: K }> {
  return command?.kind === kind
}

function loaded(provider: string, load: () => SuiTransaction): SuiTransaction {
  try {
    return load()
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    throw unsafeForeign(provider, 'E8', 'cannot be read', thrown)
  }
}
