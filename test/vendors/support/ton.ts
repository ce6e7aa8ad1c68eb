/** The sandbox's TON chain with the server of one exchange, and an account that pays. */
import { Address, Cell, internal, type MessageRelaxed } from '@ton/ton'
import type { Hono } from 'hono'

import type { FaultBoard } from '../../../sandbox/src/faults.ts'
import { listen, type LoopbackEnv } from '../../../sandbox/src/servers/server.ts'
import type { TonNode } from '../../../sandbox/src/ton/tonNode.ts'
import { normalizedHashOfBoc } from '../../../src/chains/ton/message.ts'
import type { TonMessage, TonTransaction } from '../../../src/core/transaction.ts'
import type { BuiltSwap, ProviderContext } from '../../../src/providers/types.ts'
import {
  ownClient,
  signed,
  startTonSandbox,
  vendorClient,
  vendorWallet,
} from '../../e2e/support/tonSandbox.ts'
import { adapterContext } from './service.ts'

export type TonVendor = {
  url: string
  node: TonNode
  faults: FaultBoard
  /** Of the account, as wallets write it. */
  owner: string
  context: ProviderContext
  /** Signs and sends as any wallet program does; the hash by which the swap is followed. */
  pay(messages: readonly Pick<TonMessage, 'address' | 'amount' | 'payload'>[]): Promise<string>
  close(): Promise<void>
}

export async function startTonService(
  create: (node: TonNode, faults: FaultBoard) => Hono<LoopbackEnv>,
): Promise<TonVendor> {
  const { node, faults, close } = await startTonSandbox()
  const server = await listen(create(node, faults))
  const adapter = adapterContext(server.url)
  const context = { ...adapter, ton: ownClient(node) }
  const alice = await vendorWallet(vendorClient(node), 'alice')
  return {
    url: server.url,
    node,
    faults,
    owner: alice.address.toString({ bounceable: false }),
    context,
    pay: async (messages) => {
      const orders: MessageRelaxed[] = messages.map(({ address, amount, payload }) =>
        internal({
          to: Address.parse(address),
          value: amount,
          bounce: true,
          body: payload === null ? null : Cell.fromBase64(payload),
        }),
      )
      const seqno = await alice.wallet.getSeqno()
      const boc = await signed(vendorClient(node), alice, orders, seqno)
      await context.ton.sendBoc(boc, context)
      return normalizedHashOfBoc(boc)
    },
    close: async () => {
      await adapter.close()
      await server.close()
      await close()
    },
  }
}

export function messagesOf({ transaction }: BuiltSwap): TonTransaction['messages'] {
  if (transaction.kind !== 'ton') throw new Error('not for TON')
  return transaction.messages
}
