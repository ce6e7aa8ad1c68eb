import type { TupleItem } from '@ton/core'
import type { Hono } from 'hono'
import type { FaultBoard } from '../../faults.ts'
import { isRecord } from '../../../../src/core/json.ts'
import { createServer, type LoopbackEnv } from '../../servers/server.ts'
import type { TonEntry } from '../follow.ts'
import { type TonChain, TonRefusalError } from '../tonChain.ts'
import { hexNumber, readStack } from './stack.ts'
import { answerJsonRpc, failureText } from './v2.ts'
import { blockNumberAt, readAddress } from './wire.ts'

// The other hosts of TON, which vouch for toncenter's answers: they show the same chain.

type Options = { chain: () => Promise<TonChain>; faults: FaultBoard }

/** OnFinality: JSON-RPC of version 2 alone. */
export function createOnFinality({ chain, faults }: Options): Hono<LoopbackEnv> {
  const app = createServer('onfinality', faults)
  app.post('/public', (context) => answerJsonRpc(chain, context))
  return app
}

/**
 * TonAPI's get-methods, emulation and newest block. https://github.com/tonkeeper/opentonapi
 * api/openapi.yml and pkg/api/event_handlers.go (read 2026-11)
 */
export function createTonApi({ chain, faults }: Options): Hono<LoopbackEnv> {
  const app = createServer('tonapi', faults, { rateLimited: { error: 'rate limit: free tier' } })
  app.get('/v2/blockchain/masterchain-head', async (context) => {
    const seconds = (await chain()).state.seconds()
    const seqno = blockNumberAt(seconds)
    return context.json({ workchain_id: -1, seqno, gen_utime: seconds })
  })
  app.get('/v2/blockchain/accounts/:account/methods/:method', async (context) => {
    const { account, method } = context.req.param()
    const address = readAddress(account)
    if (address === null) return context.json({ error: "can't decode address" }, 400)
    const { state } = await chain()
    const args = (context.req.queries('args') ?? []).map((text) => ['slice', hexToBase64(text)])
    const stack = readStack(state.machine.core, args)
    const { exitCode, stack: items } = await state.get(address, method, stack)
    const success = exitCode === 0 || exitCode === 1
    return context.json({ success, exit_code: exitCode, stack: items.map(toRecord) })
  })
  app.post('/v2/traces/emulate', async (context) => {
    const body: unknown = await context.req.json().catch(() => null)
    const boc = isRecord(body) ? body['boc'] : null
    if (typeof boc !== 'string' || boc === '') {
      return context.json({ error: 'boc is required' }, 400)
    }
    if (context.req.query('ignore_signature_check') !== 'true') {
      return context.json({ error: 'the sandbox foresees without signatures only' }, 400)
    }
    try {
      const entries = await (await chain()).emulate(boc)
      const [first] = entries
      if (first === undefined) throw new Error('nothing follows')
      return context.json(traceOf(first, entries))
    } catch (thrown) {
      const status = thrown instanceof TonRefusalError ? 406 : 500
      return context.json({ error: failureText(thrown) }, status)
    }
  })
  return app
}

function toRecord(item: TupleItem): Record<string, unknown> {
  switch (item.type) {
    case 'int':
      return { type: 'num', num: hexNumber(item.value) }
    case 'cell':
    case 'slice':
    case 'builder':
      return { type: 'cell', cell: item.cell.toBoc().toString('hex') }
    case 'tuple':
      return { type: 'tuple', tuple: item.items.map(toRecord) }
    case 'nan':
    case 'null':
      return { type: item.type }
  }
}

function hexToBase64(text: string): string {
  return Buffer.from(text, 'hex').toString('base64')
}

/** A transaction with what followed from its messages. Of its members only what clients need. */
function traceOf(entry: TonEntry, entries: readonly TonEntry[]): Record<string, unknown> {
  const children = entries.filter(({ parent }) => parent === entry.hash)
  return {
    transaction: {
      hash: entry.hash,
      lt: Number(entry.lt),
      account: { address: entry.account, is_scam: false, is_wallet: false },
      utime: entry.seconds,
      // Internal messages are those that their receivers took.
      out_msgs: [],
      raw: Buffer.from(entry.boc, 'base64').toString('hex'),
    },
    interfaces: [],
    ...(children.length === 0
      ? {}
      : { children: children.map((child) => traceOf(child, entries)) }),
    emulated: true,
  }
}
