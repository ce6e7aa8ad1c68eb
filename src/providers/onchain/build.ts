import { toChecksumAddress } from '../../chains/evm/checksum.ts'
import { isEvmAddress } from '../../chains/evm/hex.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { Quote } from '../../core/quote.ts'
import type { BuiltSwap } from '../types.ts'
import { isSameAddress } from '../../core/token.ts'
import { familyOf } from './families/families.ts'
import { directionOf, isWrapPair, pooledAddress } from './paths.ts'
import { readState, type PoolSwap } from './state.ts'
import { calledBy, encodeSwap } from './swapCalls.ts'

/** How long a signed swap may wait for its block. */
const deadlineSeconds = 20 * 60

/**
 * The transaction of a quote, built offline: the router enforces the quote's minimum, so no request
 * is needed before the simulation.
 * @throws SwaprouteError MISSING_FIELD without an address to send to, INVALID_ADDRESS for one the
 * routers reserve, UNSUPPORTED_RECEIVER where the contract pays its caller only, QUOTE_MISMATCH
 */
export function buildSwap(quote: Quote, nowMs: number): BuiltSwap {
  const { request, dstAmount, dstMinAmount, fees, providerState } = quote
  const state = readState(quote)
  checkPair(quote, state)
  const recipient = recipientOf(quote, state)
  const data = encodeSwap(state, {
    recipient,
    ...(request.fromAddress === null ? {} : { payer: request.fromAddress }),
    amountIn: request.srcAmount,
    amountOutMin: dstMinAmount,
    deadline: BigInt(Math.floor(nowMs / 1000) + deadlineSeconds),
  })
  return {
    transaction: {
      kind: 'evm',
      to: toChecksumAddress(calledBy(state)),
      data,
      value: request.srcToken.native ? request.srcAmount : 0n,
      approvalAddress: quote.spender,
    },
    dstAmount,
    dstMinAmount,
    fees,
    orderId: null,
    uniqueInfo: {},
    providerState,
  }
}

type Paying = { paysCaller: boolean; namesPayer?: true | undefined }

/** Whom the called contract pays. */
function payingOf(state: PoolSwap): Paying {
  if (state.family === 'unoswap') return { paysCaller: false }
  // Wrapped coins know their caller alone.
  return state.family === 'wrapped' ? { paysCaller: true } : familyOf(state)
}

/** The stored path must begin and end with the request's own tokens. */
function checkPair({ request, provider, spender }: Quote, state: PoolSwap): void {
  const { srcToken, dstToken } = request
  const fits =
    state.family === 'wrapped'
      ? isWrapPair(state.row, request) && (state.direction === 'wrap') === srcToken.native
      : state.direction === directionOf(state.row, request) &&
        isSameAddress(state.tokens[0] ?? '', pooledAddress(srcToken, state.row)) &&
        isSameAddress(state.tokens.at(-1) ?? '', pooledAddress(dstToken, state.row))
  const needsSpender = state.family !== 'wrapped' && !srcToken.native
  const spenderFits =
    state.family !== 'wrapped' && needsSpender
      ? spender !== null && isSameAddress(spender, calledBy(state))
      : spender === null
  if (fits && spenderFits) return
  throw new SwaprouteError(
    'QUOTE_MISMATCH',
    `The quote of ${provider} is for different tokens than it states.`,
    { hint: 'Ask for a new quote.' },
  )
}

function recipientOf({ request, provider }: Quote, state: PoolSwap): string {
  const { receiver, fromAddress } = request
  const recipient = receiver ?? fromAddress
  if (recipient === null) {
    throw new SwaprouteError('MISSING_FIELD', 'A receiver is required.', {
      hint: 'Set the receiver or fromAddress.',
      context: { field: 'receiver' },
    })
  }
  if (!isEvmAddress(recipient) || isReserved(recipient, state)) {
    throw new SwaprouteError('INVALID_ADDRESS', `${recipient} cannot receive this swap.`, {
      hint: 'Use your own account on this chain.',
      context: { receiver: recipient },
    })
  }
  const { paysCaller, namesPayer } = payingOf(state)
  if (!paysCaller && namesPayer !== true) return recipient
  if (fromAddress === null) {
    throw new SwaprouteError(
      'MISSING_FIELD',
      paysCaller
        ? `fromAddress is required: ${provider} pays out to the caller.`
        : `fromAddress is required: the call of ${provider} names the payer.`,
      {
        hint: 'Set fromAddress to the paying address.',
        context: { field: 'fromAddress' },
      },
    )
  }
  if (!paysCaller || isSameAddress(recipient, fromAddress)) return recipient
  throw new SwaprouteError(
    'UNSUPPORTED_RECEIVER',
    `${provider} pays out to the caller, not to ${recipient}.`,
    { hint: 'Leave the receiver out, or choose another route.' },
  )
}

/** Routers give the addresses 0, 1 and 2 a special meaning. */
function isReserved(address: string, state: PoolSwap): boolean {
  return BigInt(address) <= 2n || isSameAddress(address, calledBy(state))
}
