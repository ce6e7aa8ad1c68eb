/** Providers, and a node of ETH with one transaction, for `status` of a swap made elsewhere. */
import type { StatusAnswer } from '../../src/api/schemas.ts'
import { createBackend } from '../../src/backend/backend.ts'
import type { BackendServices } from '../../src/backend/services.ts'
import type { SwapRef } from '../../src/core/quote.ts'
import type { SwapStatus } from '../../src/core/status.ts'
import { topics } from '../../src/evidence/logs.ts'
import type { Provider } from '../../src/providers/types.ts'
import { fakeServices } from './backend.ts'
import { fakeNodes, type FakeNode, type NodeTransaction } from './chainNodes.ts'
import { fakeProvider } from './routing.ts'

export const hash = `0x${'ab'.repeat(32)}`
export const payoutHash = `0x${'cd'.repeat(32)}`
export const alice = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
export const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const diamond = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
export const spokePool = '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5'
export const paidAtSeconds = Date.UTC(2026, 10, 20, 9) / 1000
export const missing: SwapStatus = { status: 'NOT_FOUND', destinationTxHash: null }
export const pending: SwapStatus = { status: 'PENDING', destinationTxHash: null }

export const word = (address: string): string =>
  `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
export const number = (amount: bigint): string => `0x${amount.toString(16).padStart(64, '0')}`
export const moved = (token: string, from: string, to: string, amount: bigint) => ({
  address: token.toLowerCase(),
  topics: [topics.transfer, word(from), word(to)],
  data: number(amount),
})
export const eventOf = (address: string) => ({
  address: address.toLowerCase(),
  topics: [`0x${'12'.repeat(32)}`],
  data: '0x',
})

export function node(
  { to = diamond, input = '0x01', value = '0x0' }: Partial<NodeTransaction>,
  logs: object[] = [],
  status = '0x1',
): FakeNode {
  const from = alice.toLowerCase()
  const blockHash = `0x${'99'.repeat(32)}`
  const receipt = {
    transactionHash: hash,
    status,
    blockNumber: '0x10',
    blockHash,
    from,
    to: to?.toLowerCase() ?? null,
    gasUsed: '0x5208',
    logs,
  }
  const sent = { hash, from, to: to?.toLowerCase() ?? null, input, value, blockHash }
  return {
    behaviour: 'answers',
    transactions: [sent],
    receipts: { [hash]: receipt },
    atSeconds: paidAtSeconds,
  }
}

export type Asked = { id: string; ref: SwapRef }

export function bridge(
  id: 'lifi' | 'across' | 'dln' | 'near_intents',
  targets: string[],
  answer: SwapStatus | ((ref: SwapRef) => SwapStatus),
  asked: Asked[] = [],
  deposit = false,
): Provider {
  return fakeProvider(id, [], {
    capabilities: { recipient: true, chargesFee: false, deposit, crossChain: true },
    blockchains: () => ['ETH', 'POLYGON', 'BITCOIN'],
    pinned: () => ({ targets, spenders: [] }),
    status: async (_id, ref) => {
      asked.push({ id, ref })
      return typeof answer === 'function' ? answer(ref) : answer
    },
  })
}

export async function statusOf(
  eth: FakeNode,
  providers: Provider[],
  overrides: Partial<BackendServices> = {},
  polygon: FakeNode = { behaviour: 'answers', transactions: [] },
): Promise<StatusAnswer> {
  const rpc = fakeNodes({ ETH: eth, POLYGON: polygon })
  const services = fakeServices(providers, { now: paidAtSeconds * 1000 + 60_000 }, { rpc })
  return await createBackend({ ...services, ...overrides }).status({ srcTxHash: hash })
}
