import type { Hono } from 'hono'
import type { ChainNode } from '../chainNode.ts'
import type { SandboxBlockchain } from '../chains.ts'
import type { FaultBoard } from '../faults.ts'
import { oftOfEid, sandboxOfts } from '../oft/contracts.ts'
import { deliveryOf, type Packet, packetsIn } from '../oft/packets.ts'
import { createServer, type LoopbackEnv } from './server.ts'

/**
 * LayerZero Scan, as far as it reports where a message is:
 * https://docs.layerzero.network/v2/tools/layerzeroscan/api (2026-11).
 */
export function createScanServer(
  nodeOf: (blockchain: SandboxBlockchain) => ChainNode,
  faults: FaultBoard,
): Hono<LoopbackEnv> {
  const app = createServer('usdt_zero_bridge', faults)
  const messageOf = async ({ from, guid, dstEid }: Packet) => {
    const to = oftOfEid(dstEid)
    const hash = to === null ? null : await deliveryOf(to, guid, nodeOf(to.blockchain).rpc)
    return {
      guid,
      pathway: { srcEid: from.eid, dstEid },
      status: { name: hash === null ? 'INFLIGHT' : 'DELIVERED' },
      destination: { tx: hash === null ? null : { txHash: hash } },
    }
  }
  app.get('/messages/tx/:hash', async (context) => {
    const hash = context.req.param('hash')
    for (const from of sandboxOfts) {
      const packets = await packetsIn(from, hash, nodeOf(from.blockchain).rpc)
      if (packets.length > 0)
        return context.json({ data: await Promise.all(packets.map(messageOf)) })
    }
    return context.json({ message: 'Message not found' }, 404)
  })
  return app
}
