import { SwaprouteError } from '../../../src/core/errors.ts'
import type { SwapRef } from '../../../src/core/quote.ts'
import type { SwapStatus } from '../../../src/core/status.ts'
import type { RpcAnswer } from '../../../src/http/types.ts'
import type { Body } from '../../providers/depositSupport.ts'
import { eth, one, usdc, weth } from '../../providers/onchain/support/baseChain.ts'
import { minedSwap, type MinedSwap } from '../../providers/onchain/support/minedSwap.ts'
import { bob, erc20, toRequest } from '../../providers/onchain/support/requests.ts'
import type { Liar, Lie } from './lies.ts'

const mallory = '0xb063b120e898232aaa43428fbece4343525ae918'

type Told = { receipt: RpcAnswer; transaction: RpcAnswer }

/** Lies of a node about swaps on one chain: the receipt of the right transaction is all there is. */
export async function exchangeLiars(): Promise<Liar[]> {
  const paid = toRequest(eth, usdc, one, { receiver: bob })
  const wrapped = toRequest(eth, erc20('BASE', weth, 'WETH', 18), one)
  return [
    receiptLiar('exchanges', await minedSwap('UNI_SWAP_V3', paid)),
    receiptLiar('WRAPPED', await minedSwap('WRAPPED', wrapped)),
  ]
}

/** Lies of a node about a swap on one chain. */
export function receiptLiar(
  name: string,
  { transaction, receipt, sent, ask: askNode }: MinedSwap,
): Liar {
  const ok = (result: Body): RpcAnswer => ({ ok: true, result })
  const error = (message: string): RpcAnswer => ({ ok: false, code: -32_000, message, data: null })
  const ask = (told: Partial<Told>, more?: Partial<SwapRef>): Promise<SwapStatus> =>
    askNode(async () => [told.receipt ?? ok(receipt), told.transaction ?? ok(sent)], more)
  const lie = (what: string, told: Partial<Told>, more?: Partial<SwapRef>): Lie => ({
    name: what,
    ask: () => ask(told, more),
  })
  const state = (status: Body): Partial<Told> => ({ receipt: ok({ ...receipt, status }) })
  const elsewhere = (to: Body): Partial<Told> => ({
    receipt: ok({ ...receipt, to }),
    transaction: ok({ ...sent, to }),
  })
  const failing = (code: 'CHAIN_UNAVAILABLE' | 'TIMED_OUT' | 'RATE_LIMITED'): Lie => ({
    name: code,
    ask: () => askNode(() => Promise.reject(new SwaprouteError(code, 'It did not answer.'))),
  })
  const none = { receipt: ok(null), transaction: ok(null) }
  const lies: Lie[] = [
    lie('no receipt', { receipt: ok(null) }),
    lie('nothing of it', none),
    ...[
      '0x',
      '0x2',
      '0x01',
      '1',
      1,
      true,
      'success',
      '',
      null,
      [],
      {},
      '0xffffffff',
      '0x1\u0000',
      ' 0x1',
    ].map((status) => lie(`the state ${JSON.stringify(status)}`, state(status))),
    ...[mallory, usdc.address, '0x', null, '', 7, {}, `${transaction.to}00`].map((to) =>
      lie(`a transaction to ${JSON.stringify(to)}`, elsewhere(to)),
    ),
    lie('a list for a receipt', { receipt: ok([]) }),
    lie('a text for a receipt', { receipt: ok('0x1') }),
    lie('a failure of the node', { receipt: error('internal'), transaction: error('internal') }),
    lie(
      'another exchange of the registry',
      elsewhere('0x8cFe327CEc66d1C090Dd72bd0FF11d690C33a2Eb'),
      {},
    ),
    failing('CHAIN_UNAVAILABLE'),
    failing('TIMED_OUT'),
    failing('RATE_LIMITED'),
  ]
  const truths: Liar['truths'] = [
    { name: 'mined', word: 'SUCCESS', ask: () => ask({}) },
    { name: 'reverted', word: 'FAIL', ask: () => ask(state('0x0')) },
  ]
  return { name, lies, truths }
}
