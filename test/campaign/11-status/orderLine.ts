import { formatAmount } from '../../../src/core/amounts.ts'
import { type Token, zeroAddress } from '../../../src/core/token.ts'
import type { PriceBook } from '../../../src/core/usd.ts'
import type { HttpClient } from '../../../src/http/types.ts'
import {
  depositAddress,
  type DepositCase,
  receiver,
  refund,
} from '../../providers/depositContract.ts'
import {
  bent,
  type Body,
  btc,
  evm,
  type Exchange,
  nowMs,
  orderCallsOf,
} from '../../providers/depositSupport.ts'
import { createDepositWorld, type DepositWorld } from '../../support/depositCli.ts'
import { priceBook } from '../../support/depositExchange.ts'
import { type CliRun, documentOf } from '../../support/runMain.ts'
import { honest } from '../02-mutations/deposits.ts'
import { looseServer } from '../02-mutations/looseServer.ts'

/** An order that is returned otherwise than it was asked for or opened. */
export type Alteration = { name: string; calls: Exchange[] }

/** Calls of a quote, and of the order of one of its rates. */
export function honestCalls(it: DepositCase): Exchange[] {
  return [...it.quote, ...orderCallsOf(it)]
}

/** At least twelve ways in which an order may be returned otherwise. */
export function alterationsOf(it: DepositCase): Alteration[] {
  const all = honestCalls(it)
  const isEcho = (call: Exchange): boolean =>
    call === it.readBack || it.after?.includes(call) === true
  const echoed = Object.entries(it.bends).map(([field, bend]) => ({
    name: `${field} is told otherwise`,
    calls: all.map((call) =>
      call === it.readBack ? { ...call, body: bent(call.body, bend) } : call,
    ),
  }))
  const places: [string, string][] = [
    ['the receiver', receiver],
    ['the refund address', refund],
    ['no address', 'bc1qnonsense'],
    ['an address of another chain', evm('elsewhere')],
    ['an address of the test network', btc('elsewhere', 'tb')],
    ['an address of Litecoin', btc('elsewhere', 'ltc')],
    ['an address that burns', '1BitcoinEaterAddressDontSendf59kuE'],
    ['an address with a blank', `${btc('elsewhere')} `],
  ]
  const redirected = places.map(([name, address]) => ({
    name: `everything says ${name}`,
    calls: all.map((call) => {
      if (call !== it.create && !isEcho(call)) return call
      const path = call.path.replaceAll(depositAddress, encodeURIComponent(address))
      return { ...call, path, body: bent(call.body, (body: Body) => it.redirect(body, address)) }
    }),
  }))
  const gone = {
    name: 'the order is no longer returned',
    calls: all.map((call) => (isEcho(call) ? { ...call, status: 404, body: {} } : call)),
  }
  return [...echoed, ...redirected, gone]
}

/** When the offers were recorded: 0.015 BTC for some 1,420 USDC, or some 106 LINK. */
const usdThen: Readonly<Record<string, bigint>> = { BTC: 95_000n, LINK: 13n }

const prices: PriceBook = (token) => {
  const usd = usdThen[token.symbol]
  if (usd === undefined) return priceBook(token)
  return { e18: usd * 10n ** 18n, confirmed: true, sources: ['a', 'b'] }
}

/** A machine whose only provider answers with these calls. */
export function worldOf(it: DepositCase, calls: readonly Exchange[]): DepositWorld {
  const http: HttpClient = looseServer(it.baseUrl, calls, honest(calls)).context.http
  const world = createDepositWorld(undefined, { provider: it.provider, http, prices })
  world.clock.now = nowMs
  return world
}

/** The case's own swap, at the rate its order was recorded for. */
export function lineOf({ provider, create, request, rate }: DepositCase): string {
  const { srcToken, srcAmount, dstToken } = request
  const amount = formatAmount(srcAmount, srcToken.decimals)
  const words = [
    'deposit',
    amount,
    nameOf(srcToken),
    'to',
    nameOf(dstToken),
    `--receiver ${receiver}`,
    // A memo on BITCOIN has no room for a refund address besides.
    ...(create === null ? [] : [`--refund-to ${refund}`]),
    ...(rate === undefined ? [] : [`--rate ${rate}`]),
    // The amount is typed as well: some recorded offers are more than 3% below the market (P9), and an
    // altered order has to be caught by its own rule, not by that question.
    `--provider ${provider.ids[0]} --yes --confirm-amount ${amount}`,
  ]
  return words.join(' ')
}

function nameOf({ blockchain, address, symbol }: Token): string {
  return `${blockchain}:${address === zeroAddress ? symbol : address}`
}

/** Everything that any command prints about the last order. */
export async function everything(
  world: DepositWorld,
  first: CliRun,
  modes: readonly string[],
): Promise<string> {
  const { data } = documentOf(await world.cli('history --json'))
  const [{ receiptId, id } = { receiptId: '', id: '' }] = data as {
    receiptId: string
    id: string
  }[]
  const runs = [first]
  for (const argv of [
    'history',
    `receipt ${receiptId}`,
    `status ${id}`,
    `resume ${receiptId} --no-wait`,
  ]) {
    for (const mode of modes) runs.push(await world.cli(`${argv}${mode}`))
  }
  return runs.map(({ stdout, stderr }) => stdout + stderr).join('\n')
}
