import { timingSafeEqual } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { SwaprouteError, toSwaprouteError } from '../../src/core/errors.ts'
import type { PlayedPayment, PlayRequest, SandboxDeposit } from '../../src/core/sandboxPackage.ts'
import { readPlayRequest } from './deposit/pay.ts'
import { isRecord } from '../../src/core/json.ts'
import { listen, type LoopbackServer } from './servers/server.ts'
import type { ActiveFault } from './faults.ts'

/** Actions of the running sandbox for the command line. */
export type ControlActions = {
  stop(): void
  reset(): Promise<void>
  fund(request: {
    address: string
    blockchain: string
    token: string
    amount: bigint
  }): Promise<void>
  setFault(fault: ActiveFault): Promise<void>
  clearFaults(): Promise<void>
  activeFaults(): ActiveFault[]
  payDeposit(request: PlayRequest): Promise<PlayedPayment>
  /** Orders at the deposit exchanges, newest first. */
  listDeposits(): SandboxDeposit[]
}

/** Serves the actions on loopback, protected by the token in `sandbox.json`. */
export async function startControl(
  token: string,
  actions: ControlActions,
): Promise<LoopbackServer> {
  const app = new Hono()
  app.use(async (context, next) => {
    if (!isAuthorized(context.req.header('authorization'), token)) {
      return context.json({ error: 'unauthorized' }, 401)
    }
    return next()
  })
  app.get('/health', (context) => context.json({ ok: true }))
  app.get('/faults', (context) => context.json({ faults: actions.activeFaults() }))
  app.post('/stop', (context) => {
    actions.stop()
    return context.json({ ok: true })
  })
  app.post('/reset', async (context) => {
    await actions.reset()
    return context.json({ ok: true })
  })
  app.post('/fund', async (context) => {
    const body = await readBody(context)
    await actions.fund({
      address: text(body, 'address'),
      blockchain: text(body, 'blockchain'),
      token: text(body, 'token'),
      amount: BigInt(text(body, 'amount')),
    })
    return context.json({ ok: true })
  })
  app.get('/deposits', (context) => context.json({ deposits: actions.listDeposits() }))
  app.post('/deposits/pay', async (context) =>
    context.json({ payment: await actions.payDeposit(readPlayRequest(await readBody(context))) }),
  )
  app.post('/faults', async (context) => {
    const body = await readBody(context)
    const value = body['value']
    await actions.setFault({
      target: text(body, 'target'),
      fault: text(body, 'fault'),
      value: typeof value === 'number' ? value : null,
    })
    return context.json({ ok: true })
  })
  app.delete('/faults', async (context) => {
    await actions.clearFaults()
    return context.json({ ok: true })
  })
  app.onError((thrown, context) => {
    const { code, message, hint } = toSwaprouteError(thrown)
    return context.json({ error: { code, message, hint: hint ?? null } }, 422)
  })
  return listen(app)
}

function isAuthorized(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

async function readBody(context: Context): Promise<Record<string, unknown>> {
  const body: unknown = await context.req.json()
  if (!isRecord(body)) throw new SwaprouteError('INVALID_ARGUMENT', 'The request has no body.')
  return body
}

function text(body: Record<string, unknown>, key: string): string {
  const value = body[key]
  if (typeof value !== 'string') {
    throw new SwaprouteError('INVALID_ARGUMENT', `The request lacks "${key}".`)
  }
  return value
}
