/**
 * Row 11, hashes: a hash that is given for a swap and does not pay it is never believed, never stored
 * and never in the way of the right one (S9); a hash that not everybody was asked about is never
 * denied (S7).
 */
import type { Contract } from '../../../src/api/contract.ts'
import { createContract } from '../../../src/backend/backend.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { fakeServices } from '../../support/backend.ts'
import { fakeNodes, type NodeBehaviour, type NodeTransaction } from '../../support/chainNodes.ts'
import { body, fakeProvider, quote } from '../../support/routing.ts'
import { defineRow } from '../support/row.ts'

const payer = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const stranger = `0x${'44'.repeat(20)}`
const right = `0x${'aa'.repeat(32)}`
const wrong = `0x${'bb'.repeat(32)}`
const longAgoMs = 60 * 60_000

const payment: NodeTransaction = {
  hash: right,
  from: payer,
  to: router,
  input: '0x01',
  value: '0xde0b6b3a7640000',
}

/** One field of the payment changed; each is a transaction of another account, or another of the payer's. */
const lies: readonly [name: string, change: Partial<NodeTransaction>][] = [
  ['another contract', { to: stranger }],
  ['no contract', { to: null }],
  ['another account', { from: stranger }],
  ['one unit less', { value: '0xde0b6b3a763ffff' }],
  ['one unit more', { value: '0xde0b6b3a7640001' }],
  ['nothing', { value: '0x0' }],
  ['another call', { input: '0x02' }],
  ['no call', { input: '0x' }],
  ['the call behind another', { input: '0x0201' }],
]

async function swapped(transactions: readonly NodeTransaction[]) {
  const clock = { now: 0 }
  const provider = fakeProvider('UNI_SWAP_V3', [quote('UNI_SWAP_V3', 2990_000000n)], {
    status: async (_id, { srcTxHash }) => ({ status: 'SUCCESS', destinationTxHash: srcTxHash }),
  })
  const rpc = fakeNodes({ ETH: { behaviour: 'answers', transactions } })
  const services = fakeServices([provider], clock, { rpc })
  const api = createContract(services)
  const { id } = await api.quoteBest(body)
  await api.swap({ ...body, id: id ?? '', fromAddress: payer })
  clock.now = longAgoMs
  return { api, id: id ?? '', quotes: await services.quotes() }
}

async function expectBelief(api: Contract, id: string): Promise<void> {
  for (const query of [{ id, srcTxHash: right }, { id }, { srcTxHash: right }]) {
    const { status, srcTxHash } = await api.statusExtended(query)
    if (status !== 'SUCCESS' || srcTxHash !== right) {
      throw new Error(`${JSON.stringify(query)}: ${status} ${srcTxHash}`)
    }
  }
}

async function expectDisbelief(api: Contract, id: string): Promise<void> {
  for (const query of [{ id, srcTxHash: wrong }, { id }]) {
    const { status, srcTxHash } = await api.statusExtended(query)
    if (status !== 'NOT_FOUND' || srcTxHash != null) {
      throw new Error(`${JSON.stringify(query)}: ${status} ${srcTxHash}`)
    }
  }
}

/** Whether a search with these behaviours of two chains and a bridge denies the hash. */
async function isDenied(eth: NodeBehaviour, polygon: NodeBehaviour, bridge: boolean) {
  const rpc = fakeNodes({
    ETH: { behaviour: eth, transactions: [] },
    POLYGON: { behaviour: polygon, transactions: [] },
  })
  const across = fakeProvider('across', [], {
    capabilities: { recipient: true, chargesFee: false, deposit: false, crossChain: true },
    blockchains: () => ['ETH', 'POLYGON'],
    status: async () => {
      if (!bridge) throw new SwaprouteError('UPSTREAM_FAILED', 'It does not answer.')
      return { status: 'NOT_FOUND', destinationTxHash: null }
    },
  })
  try {
    const api = createContract(fakeServices([across], { now: 0 }, { rpc }))
    return (await api.status({ srcTxHash: right })).status === 'NOT_FOUND'
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.exit === 5) return false
    throw thrown
  }
}

const silences: readonly [NodeBehaviour, NodeBehaviour, boolean][] = [
  ['fails', 'answers', true],
  ['answers', 'fails', true],
  ['answers', 'answers', false],
  ['fails', 'fails', true],
  ['fails', 'fails', false],
]

const size = lies.length * 3 + silences.length
defineRow({ number: 11, title: 'hash lies', cases: { fast: size, full: size } }, async (row) => {
  await row.twin('the payment itself', async () => {
    const { api, id } = await swapped([payment])
    await expectBelief(api, id)
  })
  await row.twin('everybody has answered', async () => {
    if (!(await isDenied('answers', 'answers', true))) throw new Error('it was not denied')
  })
  for (const [name, change] of lies) {
    const lie = { ...payment, ...change, hash: wrong }
    await row.check(`${name} is not believed`, async () => {
      const { api, id } = await swapped([payment, lie])
      await expectDisbelief(api, id)
    })
    await row.check(`${name} is not in the way of the payment`, async () => {
      const { api, id } = await swapped([payment, lie])
      await expectDisbelief(api, id)
      await expectBelief(api, id)
    })
    await row.check(`${name}, kept by an earlier version, gives way`, async () => {
      const { api, id, quotes } = await swapped([payment, lie])
      await quotes.bindHash(id, wrong)
      await expectDisbelief(api, id)
      await expectBelief(api, id)
    })
  }
  for (const [eth, polygon, bridge] of silences) {
    await row.check(`ETH ${eth}, POLYGON ${polygon}, bridge ${bridge}: not denied`, async () => {
      if (await isDenied(eth, polygon, bridge)) throw new Error('it was denied')
    })
  }
})
