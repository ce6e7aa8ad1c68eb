/** How many requests a quote needs, and how many of them wait for each other. */
import { setImmediate } from 'node:timers/promises'

import type { TonCenter } from '../../src/http/toncenterTypes.ts'
import type { ProviderContext } from '../../src/providers/types.ts'
import { ownNode } from '../support/ownNode.ts'

/** `depth`: the longest chain of requests each of which waits for the answer of the one before. */
export type RoundTrips = { requests: number; depth: number }

/** Turns of the event loop without a request, after which whatever can be asked has been asked. */
const quietTurns = 20

type Delay = <A extends unknown[], T>(
  call: (...args: A) => Promise<T>,
) => (...args: A) => Promise<T>

/**
 * Runs `work` with clients that answer in rounds: all that has been asked is answered when nothing
 * else can be asked before. The rounds are the depth.
 */
export async function roundTripsOf(
  context: ProviderContext,
  work: (context: ProviderContext) => Promise<unknown>,
): Promise<RoundTrips> {
  let requests = 0
  let depth = 0
  let round: Promise<void> | null = null
  const end = async (): Promise<void> => {
    for (let [seen, turns] = [requests, 0]; turns < quietTurns; turns += 1) {
      await setImmediate()
      if (requests !== seen) [seen, turns] = [requests, 0]
    }
    depth += 1
    round = null
  }
  const delayed: Delay =
    (call) =>
    async (...args) => {
      requests += 1
      round ??= end()
      await round
      return await call(...args)
    }
  const { http, rpc, ton } = context
  await work({
    ...context,
    http: { ...http, send: delayed(http.send) },
    rpc: {
      ...rpc,
      batch: delayed(rpc.batch.bind(rpc)),
      call: delayed(rpc.call.bind(rpc)),
      witnesses: ownNode,
    },
    ton: delayedTon(ton, delayed),
  })
  return { requests, depth }
}

function delayedTon(ton: TonCenter, delayed: Delay): TonCenter {
  return {
    ...ton,
    runGetMethod: delayed(ton.runGetMethod),
    accountState: delayed(ton.accountState),
    chainTime: delayed(ton.chainTime),
  }
}
