/** The client's own check of an order from any service: D3 to D8, each with an accepted counterpart. */
import { describe, expect, test } from 'vitest'
import { type BuiltRoute, readSwapAnswer } from '../../../../src/api/builtRoute.ts'
import type { SwapAnswer } from '../../../../src/api/schemas.ts'
import { formatAmount } from '../../../../src/core/amounts.ts'
import type { BlockchainId } from '../../../../src/core/blockchainIds.ts'
import type { Token } from '../../../../src/core/token.ts'
import {
  compareInstructions,
  readOrderAnswer,
} from '../../../../src/execution/deposit/orderTerms.ts'
import {
  btc,
  evm,
  refusal,
  tokenOf,
  ton,
  tron,
  xAddress,
  xrp,
} from '../../../providers/depositSupport.ts'
import { routeItem } from '../../../support/fakeApi.ts'
import { requestFor } from '../../../support/requests.ts'
import { readRouteItem } from '../../../../src/api/route.ts'

const nowMs = Date.UTC(2026, 10, 21, 14)
const usdc = tokenOf('ETH', 'USDC')
const estimate = {
  ...routeItem('exolix', '594').estimate,
  destinationWeiAmount: '594000000',
  destinationWeiMinAmount: '588000000',
}
type Order = Parameters<typeof readOrderAnswer>[1]
type Change = {
  src?: Token
  dst?: Token
  amount?: bigint
  transaction?: Partial<SwapAnswer['transaction']>
  estimate?: Partial<SwapAnswer['estimate']>
  order?: Partial<Order>
}

const addressOf: Partial<Record<BlockchainId, (label: string) => string>> = {
  BITCOIN: btc,
  RIPPLE: xrp,
  TON: ton,
  TRON: tron,
  ETH: evm,
}

function look(change: Change = {}): ReturnType<typeof readOrderAnswer> {
  const srcToken = change.src ?? tokenOf('BITCOIN', 'BTC')
  const dstToken = change.dst ?? usdc
  const srcAmount = change.amount ?? 1_000_000n
  const order: Order = {
    request: requestFor({ srcToken, dstToken, srcAmount }, { slippage: 0.02 }),
    fromAddress: null,
    receiver: evm('receiver'),
    refundAddress: null,
    minReceive: null,
    route: readRouteItem({ ...routeItem('exolix', '594'), estimate }),
    ...change.order,
  }
  const depositAddress = (addressOf[srcToken.blockchain] ?? btc)('order')
  const answer: SwapAnswer = {
    estimate: { ...estimate, ...change.estimate },
    transaction: {
      depositAddress,
      amountToSend: formatAmount(srcAmount, srcToken.decimals),
      exchangeId: 'ex01',
      extraFields: null,
      ...change.transaction,
    },
  }
  return readOrderAnswer(readSwapAnswer(answer, srcToken, 'order'), order, nowMs, {
    sandbox: false,
  })
}

const checkOf = async (change: Change): Promise<unknown> => {
  const error = await refusal(Promise.resolve().then(() => look(change)))
  return error.context['check'] ?? error.code
}
const xrpCoin = tokenOf('RIPPLE', 'XRP')
/** Quote and order promise this much at least; the slippage is 2 %. */
function atLeast(least: string): Change {
  const own = { ...estimate, destinationWeiMinAmount: least }
  return {
    estimate: { destinationWeiMinAmount: least },
    order: { route: readRouteItem({ ...routeItem('exolix', '594'), estimate: own }) },
  }
}

const tonCoin = tokenOf('TON', 'TON')
const memo = (value: string): NonNullable<Change['transaction']> => ({
  extraFields: { name: 'memo', value },
})

describe('an order that may be shown', () => {
  test.each<[string, Change]>([
    ['as it was accepted', {}],
    ['with a deadline ahead', { transaction: { expiresAt: '2026-11-21T14:00:01.000Z' } }],
    ['with the amount written otherwise', { transaction: { amountToSend: '0.0100' } }],
    ['with a tag', { src: xrpCoin, transaction: memo('4294967295') }],
    ['with a comment', { src: tonCoin, transaction: memo('order 77') }],
    ['with BITCOIN’s own memo', { transaction: { extraFields: { memo: '=:ETH.ETH:0x1' } } }],
    ['with an empty memo, which counts as absent', { transaction: memo('') }],
    ['promising more', { estimate: { destinationWeiMinAmount: '600000000' } }],
    ['promising what the slippage leaves', atLeast('582120000')],
    ['promising a fifth more', { estimate: { destinationWeiAmount: '712800000' } }],
  ])('%s', (_, change) => {
    expect(look(change).instruction.exchangeId).toBe('ex01')
  })
})

describe('an order that is never shown', () => {
  test.each<[string, string, Change]>([
    ['UPSTREAM_REFUSED', 'no address', { transaction: { depositAddress: null } }],
    ['UPSTREAM_REFUSED', 'no amount', { transaction: { amountToSend: null } }],
    ['UPSTREAM_REFUSED', 'no number', { transaction: { exchangeId: '' } }],
    ['D3', 'a number with a control character', { transaction: { exchangeId: 'ex\u001b[2J' } }],
    ['D3', 'a number of 201 characters', { transaction: { exchangeId: 'x'.repeat(201) } }],
    ['E9', 'a unit at least', { estimate: { destinationWeiMinAmount: '1' } }],
    ['E9', 'a unit at least, as its quote said', atLeast('1')],
    ['E9', 'less than the slippage leaves', atLeast('582119999')],
    ['P3', 'over a fifth more promised', { estimate: { destinationWeiAmount: '712800001' } }],
    ['P3', 'tenfold promised', { estimate: { destinationWeiAmount: '5940000000' } }],
    ['D8', 'more than accepted', { transaction: { amountToSend: '0.011' } }],
    ['D8', 'less than accepted', { transaction: { amountToSend: '0.009' } }],
    ['D8', 'base units', { transaction: { amountToSend: '1000000' } }],
    ['D8', 'more decimals than the coin has', { transaction: { amountToSend: '0.010000001' } }],
    ['D8', 'an exponent', { transaction: { amountToSend: '1e-2' } }],
    ['D4', 'an address of another chain', { transaction: { depositAddress: evm('order') } }],
    [
      'D4',
      'a mistyped address',
      { transaction: { depositAddress: `${btc('order').slice(0, -1)}q` } },
    ],
    ['D4', 'no address at all', { transaction: { depositAddress: 'hello' } }],
    ['D4', 'the payer', { order: { fromAddress: btc('order') } }],
    ['D4', 'the refund address', { order: { refundAddress: btc('order') } }],
    [
      'D4',
      'the receiver, on chains that share addresses',
      {
        src: usdc,
        dst: tokenOf('ARBITRUM', 'USDC'),
        transaction: { depositAddress: evm('receiver').toLowerCase() },
      },
    ],
    [
      'D4',
      'the token itself',
      { src: usdc, dst: tokenOf('BITCOIN', 'BTC'), transaction: { depositAddress: usdc.address } },
    ],
    [
      'D4',
      'a burn address',
      {
        src: usdc,
        dst: tokenOf('BITCOIN', 'BTC'),
        transaction: { depositAddress: '0x000000000000000000000000000000000000dEaD' },
      },
    ],
    [
      'D4',
      'the payer in another spelling of TON',
      { src: tonCoin, order: { fromAddress: ton('order', true) } },
    ],
    [
      'D4',
      'the refund address as an X-address',
      { src: xrpCoin, order: { refundAddress: xAddress('order', 7) } },
    ],
    ['D5', 'a tag that is no number', { src: xrpCoin, transaction: memo('abc') }],
    ['D5', 'a tag above 32 bits', { src: xrpCoin, transaction: memo('4294967296') }],
    ['D5', 'a tag with a zero in front', { src: xrpCoin, transaction: memo('07') }],
    [
      'D5',
      'a comment longer than wallets take',
      { src: tonCoin, transaction: memo('x'.repeat(121)) },
    ],
    ['D5', 'a memo that reads from right to left', { transaction: memo('a\u202eb') }],
    ['D5', 'a memo with a space at its end', { transaction: memo('abc ') }],
    [
      'D5',
      'any memo on EVM',
      { src: usdc, dst: tokenOf('BITCOIN', 'BTC'), transaction: memo('7') },
    ],
    ['D7', 'a deadline that is over', { transaction: { expiresAt: '2026-11-21T14:00:00.000Z' } }],
    ['D6', 'a deadline that is no time', { transaction: { expiresAt: 'tomorrow' } }],
    [
      'E9',
      'less than the accepted minimum',
      { estimate: { destinationWeiMinAmount: '587999999' } },
    ],
    ['E9', 'less than --min-receive', { order: { minReceive: 590_000_000n } }],
    ['UPSTREAM_REFUSED', 'no number as minimum', { estimate: { destinationWeiMinAmount: '-1' } }],
  ])('%s: %s', async (check, _, change) => {
    expect(await checkOf(change)).toBe(check)
  })

  test('its refusal names the field, never the value', async () => {
    const thief = evm('thief')
    const error = await refusal(
      Promise.resolve().then(() => look({ transaction: { depositAddress: thief } })),
    )
    expect(error.context).toMatchObject({ field: 'depositAddress' })
    expect(JSON.stringify([error.message, error.hint, error.context])).not.toContain(thief)
  })
})

describe('an order that is read again', () => {
  const { instruction } = look({ src: xrpCoin, transaction: memo('7') })
  const again = (change: Partial<SwapAnswer['transaction']>): BuiltRoute => {
    const transaction = {
      depositAddress: xrp('order'),
      amountToSend: instruction.amountToSend,
      exchangeId: 'ex01',
      extraFields: { name: 'memo', value: '7' },
      ...change,
    }
    return readSwapAnswer({ estimate, transaction }, xrpCoin, 'order')
  }

  test('the same is the same', () => {
    expect(() => compareInstructions(instruction, again({}), 'D7')).not.toThrow()
  })

  test.each<[string, Partial<SwapAnswer['transaction']>]>([
    ['depositAddress', { depositAddress: xrp('thief') }],
    ['amountToSend', { amountToSend: '2' }],
    ['exchangeId', { exchangeId: 'ex02' }],
    ['memo', { extraFields: { name: 'memo', value: '8' } }],
    ['memo', { extraFields: null }],
    ['memo', { extraFields: { name: 'tag', value: '7' } }],
    ['expiresAt', { expiresAt: '2026-11-21T15:00:00.000Z' }],
  ])('%s differs', (field, change) => {
    expect(() => compareInstructions(instruction, again(change), 'D3')).toThrow(
      expect.objectContaining({ context: { check: 'D3', field } }),
    )
  })
})
