import { Hono, type Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import * as z from 'zod/mini'
import type { BlockchainId } from '../../../src/core/blockchainIds.ts'
import { scriptedAddress } from '../deposit/addresses.ts'
import { coinsOf } from '../deposit/coins.ts'
import type { Exchange } from '../deposit/exchange.ts'
import type { Coin, DepositProvider } from '../deposit/types.ts'
import type { FaultBoard } from '../faults.ts'
import { pause } from '../processes.ts'
import { serverFaults, type LoopbackEnv } from './serverFaults.ts'

// What the servers of all deposit providers share; their protocols have nothing in common.

export type DepositServerOptions = { exchange: Exchange; faults: FaultBoard }

/** An answer that is an error, in the provider's own words. */
export class RefusalError extends Error {
  readonly status: ContentfulStatusCode
  readonly body: Record<string, unknown>

  constructor(status: ContentfulStatusCode, body: Record<string, unknown>) {
    super(JSON.stringify(body))
    this.name = 'RefusalError'
    this.status = status
    this.body = body
  }
}

const silenceLookMs = 100

/** A server with the disturbances of every deposit provider; errors are thrown as `RefusalError`. */
export function createDepositApp(
  provider: DepositProvider,
  { faults }: DepositServerOptions,
  basePath: string,
  unauthorized: Record<string, unknown>,
): Hono<LoopbackEnv> {
  const app = new Hono<LoopbackEnv>().basePath(basePath)
  app.use(serverFaults(provider, faults))
  app.use(async (context, next) => {
    while (faults.look(provider, 'silent') !== null && !context.req.raw.signal.aborted) {
      await pause(silenceLookMs)
    }
    if (faults.look(provider, 'unauthorized') !== null) return context.json(unauthorized, 401)
    await next()
    return undefined
  })
  app.onError((thrown, context) => {
    if (thrown instanceof RefusalError) return context.json(thrown.body, thrown.status)
    return context.json({ message: 'Internal server error' }, 500)
  })
  return app
}

/**
 * Ends the connection without an answer, although the order is open: the fault `reply-lost`.
 * @returns whether it did
 */
export function losesReply(
  context: Context<LoopbackEnv>,
  provider: DepositProvider,
  faults: FaultBoard,
): boolean {
  if (faults.look(provider, 'reply-lost') === null) return false
  context.env.incoming.socket.destroy()
  return true
}

/** A field of an order as it is read back: honest, unless the fault `alter-<field>` is on. */
type Alter = <Value>(field: string, honest: Value, altered: Value) => Value

/** `faults` null: for the answer that opens the order, which tells the truth. */
export function alterer(provider: DepositProvider, faults: FaultBoard | null): Alter {
  return (field, honest, altered) =>
    (faults?.look(provider, `alter-${field}`) ?? null) === null ? honest : altered
}

/** Another coin of the same chain, else one of ETH: what an altered order names. */
export function anotherCoin(coin: Coin): Coin {
  const others = [...coinsOf(coin.blockchain), ...coinsOf('ETH')]
  return others.find((other) => other !== coin && other.symbol !== coin.symbol) ?? coin
}

/** A stranger's address on a chain: what an altered order names. */
export function strangerOn(blockchain: BlockchainId): string {
  return scriptedAddress(blockchain, 'a stranger')
}

/** @throws RefusalError made by `refuse` from what is wrong with the body */
export async function readBody<Schema extends z.ZodMiniType>(
  context: Context<LoopbackEnv>,
  schema: Schema,
  refuse: (field: string, problem: string) => RefusalError,
): Promise<z.output<Schema>> {
  let body: unknown
  try {
    body = await context.req.json()
  } catch {
    throw refuse('body', 'is not JSON')
  }
  const read = schema.safeParse(body)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys : []
  const field = [...(issue?.path ?? []), ...unknown].join('.')
  throw refuse(field === '' ? 'body' : field, issue?.message ?? 'is wrong')
}
