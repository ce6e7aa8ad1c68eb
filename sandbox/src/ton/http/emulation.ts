import { Hono } from 'hono'
import { isRecord } from '../../../../src/core/json.ts'
import { foreseenTraceOf } from './transactionV3.ts'
import { failureText } from './v2.ts'
import { blockNumberAt } from './wire.ts'
import { type TonChain, TonRefusalError } from '../tonChain.ts'

// toncenter's emulation: what would follow from a message, without sending it.
// https://docs.ton.org/api/emulate/overview, ton-emulate-go of toncenter/ton-indexer (read 2026-11)

export function createEmulation(chain: () => Promise<TonChain>): Hono {
  const app = new Hono()
  app.post('/emulateTrace', async (context) => {
    const body: unknown = await context.req.json().catch(() => null)
    const { boc, ignore_chksig: ignores } = isRecord(body) ? body : {}
    if (typeof boc !== 'string' || boc === '') {
      return context.json({ error: 'invalid request: boc is required' }, 400)
    }
    if (ignores !== true) {
      return context.json({ error: 'the sandbox foresees without signatures only' }, 400)
    }
    const found = await chain()
    const { state } = found
    return context.json({
      mc_block_seqno: blockNumberAt(state.seconds()),
      ...foreseenTraceOf(state.machine, await found.emulate(boc)),
      rand_seed: '0'.repeat(64),
      is_incomplete: false,
    })
  })
  app.onError((thrown, context) => {
    // With the text of TON's own emulator; the service knows no other status for it.
    const text =
      thrown instanceof TonRefusalError
        ? `External message not accepted by smart contract (exit code ${thrown.exitCode})`
        : failureText(thrown)
    return context.json({ error: text }, 500)
  })
  return app
}
