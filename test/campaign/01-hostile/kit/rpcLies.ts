/** What a node does to its answers, call by call; batches and single requests alike. */
import { decodeFunctionResult, encodeFunctionResult, multicall3Abi, type Hex } from 'viem'
import { at, isRecord, put } from '../../../support/bodies.ts'
import type { Exchange, Lie } from './server.ts'
import type { Where } from './wire.ts'

/** One call of a request with the object that answers it, to be changed in place. */
export type NodeCall = { method: string; params: unknown; answer: Record<string, unknown> }

/** Those of a front, in the order of the request; empty where the answer is no JSON-RPC. */
function nodeCalls({ request, answer }: Exchange): NodeCall[] {
  const answers = (Array.isArray(answer.body) ? answer.body : [answer.body]).filter(isRecord)
  return (Array.isArray(request.body) ? request.body : [request.body])
    .filter(isRecord)
    .flatMap(({ id, method, params }) => {
      const own = answers.find((one) => one['id'] === id)
      return own === undefined || typeof method !== 'string'
        ? []
        : [{ method, params, answer: own }]
    })
}

/** A request of this one method alone: its answer is an object, as transport lies need it. */
export function soleCall(front: string, method: string): Where {
  return (exchange) => exchange.front === front && at(exchange.request.body, 'method') === method
}

/** @param fits which calls of the method; all where left out */
export function answers(
  front: string,
  method: string,
  change: (call: NodeCall) => void,
  fits: (call: NodeCall) => boolean = () => true,
): Lie {
  return (exchange) => {
    if (exchange.front !== front) return
    for (const call of nodeCalls(exchange)) {
      if (call.method === method && fits(call)) change(call)
    }
  }
}

export function result(front: string, method: string, value: unknown): Lie {
  return answers(front, method, ({ answer }) => {
    delete answer['error']
    answer['result'] = structuredClone(value)
  })
}

export function failure(front: string, method: string, error: Record<string, unknown>): Lie {
  return answers(front, method, ({ answer }) => {
    delete answer['result']
    answer['error'] = error
  })
}

/** Honest up to the given call of the method, counted from the beginning of a run. */
export function from(front: string, method: string, first: number, lie: Lie): Lie {
  let seen = 0
  return (exchange) => {
    if (exchange.front !== front) return
    if (exchange.count === 1) seen = 0
    if (nodeCalls(exchange).some((call) => call.method === method)) seen += 1
    if (seen >= first) lie(exchange)
  }
}

/** `eth_call`s of this selector. */
export function callsOf(selector: string): (call: NodeCall) => boolean {
  return ({ params }) => {
    const data = at(params, '0.data')
    return typeof data === 'string' && data.startsWith(selector)
  }
}

const aggregate3 = '0x82ad56cb'

/** Outputs of quoters inside of Multicall3's answer: four words or more, the first is the amount. */
export function quotes(front: string, change: (amount: bigint) => bigint): Lie {
  return answers(
    front,
    'eth_call',
    ({ answer }) => {
      const data = answer['result']
      if (typeof data !== 'string') return
      const inner = decodeFunctionResult({
        abi: multicall3Abi,
        functionName: 'aggregate3',
        data: `0x${data.slice(2)}` satisfies Hex,
      })
      const bent = inner.map(({ success, returnData }) => {
        if (!success || returnData.length < 2 + 4 * 64) return { success, returnData }
        const amount = change(BigInt(returnData.slice(0, 66)))
        const word = BigInt.asUintN(256, amount).toString(16).padStart(64, '0')
        return { success, returnData: `0x${word}${returnData.slice(66)}` satisfies Hex }
      })
      answer['result'] = encodeFunctionResult({
        abi: multicall3Abi,
        functionName: 'aggregate3',
        result: bent,
      })
    },
    callsOf(aggregate3),
  )
}

/** One simulated call of `eth_simulateV1`, as asked and as answered. */
export type SimulatedCall = { to: string; data: string; place: number; told: object }

/** Bends what a simulation returns for single calls. */
function simulated(front: string, change: (calls: SimulatedCall[]) => void): Lie {
  return answers(front, 'eth_simulateV1', ({ params, answer }) => {
    const asked = at(params, '0.blockStateCalls.0.calls')
    const told = at(answer, 'result.0.calls')
    if (!Array.isArray(asked) || !Array.isArray(told)) return
    change(
      told.filter(isRecord).map((one, place) => ({
        to: String(at(asked, `${place}.to`)),
        data: String(at(asked, `${place}.data`)),
        place,
        told: one,
      })),
    )
  })
}

/** A log more at the end of the call to that contract. */
export function withLog(front: string, target: string, log: object): Lie {
  return simulated(front, (calls) => {
    for (const { to, told } of calls) {
      const logs = at(told, 'logs')
      if (to.toLowerCase() === target.toLowerCase() && Array.isArray(logs)) logs.push(log)
    }
  })
}

/** Another balance after the payment; `to` is the token, or the reader of native balances. */
export function balanceAfter(
  front: string,
  token: (to: string) => boolean,
  change: (before: bigint, after: bigint) => bigint,
): Lie {
  return simulated(front, (calls) => {
    const reads = calls.filter(
      ({ to, data }) => token(to) && (data === '0x' || data.startsWith('0x70a08231')),
    )
    // A run at the payment's prices reads the coins once more before, for what gas takes.
    const [before, after] = reads.slice(-2)
    if (before === undefined || after === undefined) return
    const amount = change(
      BigInt(String(at(before.told, 'returnData'))),
      BigInt(String(at(after.told, 'returnData'))),
    )
    put(after.told, 'returnData', `0x${amount.toString(16).padStart(64, '0')}`)
  })
}
