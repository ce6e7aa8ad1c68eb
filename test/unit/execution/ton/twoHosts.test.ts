/** A host of TON that lies is refused, and one that is alone is reported (N1). */
import { expect, test } from 'vitest'
import { showTonAddress } from '../../../../src/chains/ton/address.ts'
import { addressSlice } from '../../../../src/chains/ton/jettons.ts'
import { SwaprouteError } from '../../../../src/core/errors.ts'
import type { ReviewCard } from '../../../../src/core/review.ts'
import { planSwap } from '../../../../src/execution/plan.ts'
import { confirmationFor } from '../../../../src/execution/review.ts'
import { readMessages } from '../../../../src/execution/ton/messages.ts'
import { readPayer } from '../../../../src/execution/ton/payer.ts'
import type { TonNode } from '../../../../src/http/toncenterTypes.ts'
import { createTonSwapWorld, toncoin, type TonSwapWorld } from '../../../support/tonExecution.ts'
import type { OrderChanges } from '../../../support/requests.ts'
import { thrownBy } from '../../wallet/support/errors.ts'

const stranger = `0:${'5e'.repeat(32)}`
const down = (): Promise<never> =>
  Promise.reject(new SwaprouteError('CHAIN_UNAVAILABLE', 'It is down.'))
const silent = { runGetMethod: down, accountState: down, chainTime: down, emulate: down }

const buysJettons = (): OrderChanges => ({})
const sellsJettons = ({ usdt }: TonSwapWorld): OrderChanges => ({
  srcToken: usdt,
  dstToken: toncoin,
  srcAmount: 12_000_000n,
})

async function createWorld(): Promise<TonSwapWorld> {
  const world = await createTonSwapWorld()
  world.chain.behaviour.foresees = true
  await world.jetton.mint(world.wallet, 30_000_000n)
  return world
}

/** The hosts, each with a change of its own. */
async function bendHosts(
  { chain }: TonSwapWorld,
  changes: readonly Partial<TonNode>[],
  own = false,
): Promise<void> {
  const { list } = await chain.ton.nodes()
  const bent = list.map((node, index) => ({ ...node, ...changes[index] }))
  chain.ton.nodes = async () => ({ own, list: bent })
}

async function cardOf(world: TonSwapWorld, change: OrderChanges): Promise<ReviewCard> {
  return (await planSwap(world.order(change), world.context(await world.openJournal()))).card
}

type Lie = (world: TonSwapWorld) => Promise<Partial<TonNode>>

const otherWallet: Lie = async () => ({
  runGetMethod: async () => [{ type: 'cell', boc: addressSlice(stranger) }],
})
/** The payment alone, without what the exchange does about it. */
const nothingArrives: Lie = async ({ chain }) => {
  const { list } = await chain.ton.nodes()
  return {
    emulate: async (...given) => {
      const foreseen = (await list[0]?.emulate(...given)) ?? null
      if (foreseen?.form !== 'read') throw new Error('not run')
      const { trace } = foreseen
      return { form: 'read', trace: { ...trace, transactions: trace.transactions.slice(0, 2) } }
    },
  }
}
const rejected: Lie = async () => ({ emulate: async () => null })

test.each<[string, (world: TonSwapWorld) => OrderChanges, Lie, object]>([
  ['the payer’s jetton wallet', sellsJettons, otherWallet, { context: { check: 'N1' } }],
  ['the receiver’s jetton wallet', buysJettons, otherWallet, { context: { check: 'N1' } }],
  ['what arrives', buysJettons, nothingArrives, { code: 'SIMULATION_FAILED' }],
  ['whether the wallet takes it', sellsJettons, rejected, { code: 'SIMULATION_FAILED' }],
])('%s is asked of two hosts', async (_name, order, lie, refusal) => {
  const world = await createWorld()
  const honest = await cardOf(world, order(world))
  expect(honest.typedReasons).toEqual([])
  expect(confirmationFor(honest).flags).toBe('yes')
  const bent = await lie(world)
  for (const changes of [
    [bent, {}],
    [{}, bent],
  ]) {
    const other = await createWorld()
    await bendHosts(other, changes)
    expect(await thrownBy(() => cardOf(other, order(other)))).toMatchObject(refusal)
  }
})

test.each<[string, (world: TonSwapWorld) => OrderChanges, Partial<TonNode>, string]>([
  [
    'the payer’s jetton wallet',
    sellsJettons,
    { runGetMethod: down },
    'the contracts that are paid',
  ],
  ['the receiver’s jetton wallet', buysJettons, { runGetMethod: down }, 'the simulation'],
  ['the simulation', buysJettons, { emulate: down }, 'the simulation'],
  ['all of it', sellsJettons, silent, 'the contracts that are paid and the simulation'],
])('one host alone for %s is typed', async (_name, order, change, facts) => {
  for (const changes of [
    [change, {}],
    [{}, change],
  ]) {
    const world = await createWorld()
    await bendHosts(world, changes)
    const card = await cardOf(world, order(world))
    const text = `Only one TON node could be asked for ${facts}.`
    expect(card.typedReasons).toEqual([{ code: 'one_node', text }])
    expect(confirmationFor(card).flags).toBe('confirm_amount')
  }
})

/** How the only message of a deposit is read, to an address that the order confirms. */
async function depositMessages(world: TonSwapWorld, address: string) {
  const { ton } = world.context(await world.openJournal())
  if (ton === undefined) throw new Error('no TON')
  const order = world.order({ dstToken: { ...world.usdt, blockchain: 'ETH' } })
  const payer = await readPayer(world.wallet, order.request, ton)
  const depositAddress = showTonAddress(address, 'contract')
  const transaction = { kind: 'deposit', depositAddress, memo: null }
  const confirmDeposit = async () => depositAddress
  const route = { provider: 'EXOLIX', routeId: 'r' } as never
  return await readMessages(order, route, { transaction } as never, payer, { confirmDeposit })
}

test('whether a deposit address has a contract is asked of two hosts', async () => {
  const world = await createWorld()
  for (const [address, form] of [
    [world.exchange, 'contract'],
    [stranger, 'wallet'],
  ] as const) {
    const { messages, decoded } = await depositMessages(world, address)
    expect(messages[0]?.address).toBe(showTonAddress(address, form))
    expect(decoded[0]).not.toHaveProperty('oneNode')
  }
  const { list } = await world.chain.ton.nodes()
  const accountState: TonNode['accountState'] = async (address, options) => ({
    ...(await list[0]!.accountState(address, options)),
    status: 'uninitialized',
  })
  await bendHosts(world, [{ accountState }, {}])
  const refusal = { code: 'UNSAFE_ROUTE', context: { check: 'N1' } }
  expect(await thrownBy(() => depositMessages(world, world.exchange))).toMatchObject(refusal)
  await bendHosts(world, [{ accountState: list[0]!.accountState }, { accountState: down }])
  const { decoded } = await depositMessages(world, world.exchange)
  expect(decoded[0]).toMatchObject({ oneNode: true })
})

test('a node of the user is enough, and no other is asked', async () => {
  const world = await createWorld()
  await bendHosts(world, [{}, { ...silent }], true)
  const card = await cardOf(world, sellsJettons(world))
  expect(card.typedReasons).toEqual([])
})
