import type { Hono } from 'hono'
import type { AggregatorDialect, AggregatorEngine } from '../calls/dialect.ts'
import type { PlanBook } from '../calls/planBook.ts'
import type { WhenMined } from '../calls/plans.ts'
import type { FaultBoard } from '../faults.ts'
import { asHex } from '../rpc.ts'
import { createTools, firstContract, serveDialect } from './callServer.ts'
import type { LoopbackEnv } from './server.ts'

/** A call that takes and pays nothing. */
const idle = {
  sender: null,
  value: 0n,
  take: null,
  payments: [],
  logs: [],
  whenMined: 'as planned',
} as const

/**
 * A service that prices a pair on one chain and builds one call to its router, which takes the
 * amount and pays the receiver in the same transaction.
 */
export function createAggregatorServer(
  dialect: AggregatorDialect,
  plans: PlanBook,
  faults: FaultBoard,
): Hono<LoopbackEnv> {
  const { id } = dialect
  const fate = (): WhenMined => {
    if (faults.read(id, 'refund') !== null) return 'reverts'
    return faults.read(id, 'stall') === null ? 'as planned' : 'keeps the money'
  }
  const engine: AggregatorEngine = {
    ...createTools(dialect, faults),
    sell: async ({ from, to, amountIn, amountOut }, call) => {
      const { data, value, sender, receiver, logs = [], result = '0x', answers = [] } = call
      const contract = call.to ?? firstContract(dialect)
      const lessBps = BigInt(faults.read(id, 'less') ?? 0)
      const amount = (amountOut * (10_000n - lessBps)) / 10_000n
      const take = {
        token: asHex(from.address),
        amount: amountIn,
        spender: call.spender ?? contract,
      }
      for (const answer of answers) {
        const site = { contract: answer.to, data: answer.data }
        await plans.put(from.blockchain, site, { ...idle, result: answer.result })
      }
      await plans.put(
        from.blockchain,
        { contract, data },
        {
          sender,
          value,
          logs,
          result,
          whenMined: fate(),
          take: from.native ? null : take,
          payments: [{ token: asHex(to.address), to: receiver, amount }],
        },
      )
    },
  }
  return serveDialect(dialect, engine, faults)
}
