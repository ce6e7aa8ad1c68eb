import type { Hono } from 'hono'
import type { FaultBoard } from '../../faults.ts'
import { createServer, type LoopbackEnv } from '../../servers/server.ts'
import type { TonCodes } from '../codes.ts'
import type { TonChain } from '../tonChain.ts'
import { createEmulation } from './emulation.ts'
import { answerJsonRpc, callV2, toFailure } from './v2.ts'
import { createV3 } from './v3.ts'
import { createV4 } from './v4.ts'

/** The paths of the service under its base address. */
export const tonPaths = { base: '/api', jsonRpc: '/api/v2/jsonRPC' } as const

/** toncenter on loopback. The chain is asked for with the first call that needs it. */
export function createTonServer(options: {
  chain: () => Promise<TonChain>
  codes: TonCodes
  faults: FaultBoard
}): Hono<LoopbackEnv> {
  const { chain, codes, faults } = options
  const rateLimited = { ok: false, result: 'Ratelimit exceed', code: 429 }
  const app = createServer('toncenter', faults, { rateLimited })
  app.post(tonPaths.jsonRpc, (context) => answerJsonRpc(chain, context))
  app.get('/api/v2/:method', async (context) => {
    const query: Record<string, unknown> = { ...context.req.query() }
    const { status, body } = await callV2(chain, context.req.param('method'), query)
    return context.json(body, status)
  })
  app.post('/api/v2/:method', async (context) => {
    const params: unknown = await context.req.json().catch(() => null)
    const { status, body } = await callV2(chain, context.req.param('method'), params)
    return context.json(body, status)
  })
  app.route('/api/emulate/v1', createEmulation(chain))
  app.route('/api/v3', createV3(chain, codes))
  app.route('/v4', createV4(chain))
  app.onError((thrown, context) => {
    const { status, body } = toFailure(thrown)
    return context.json(body, status)
  })
  return app
}
