import { readBoc } from '../chains/ton/boc.ts'
import { SwaprouteError } from '../core/errors.ts'
import { differentAnswers, tonWitnesses } from '../http/agreed.ts'
import type {
  TonAccountState,
  TonCallOptions,
  TonCenter,
  TonNode,
  TonStackItem,
} from '../http/toncenterTypes.ts'
import type { Vouchers } from '../http/types.ts'

/** Facts of TON that decide where money goes, of two hosts that agree (docs/safety.md N1). */
export type AgreedTon = {
  /**
   * The client with get-methods with the same answer from two hosts, for those with a constant answer, and
   * whether one host alone has vouched for any answer so far.
   */
  noted(): { ton: TonCenter; isOneNode(): boolean }
  status(
    address: string,
    options: TonCallOptions,
  ): Promise<{ status: TonAccountState['status']; oneNode: boolean }>
}

/** What a get-method ended with: its stack, or the contract's refusal. */
type Ran = { stack: TonStackItem[]; refusal: SwaprouteError | null; text: string }
type Agreed = { ran: Ran; by: Vouchers }

const mostCached = 1_000

/** Agreed answers are cached: renewed plans ask for the same ones. */
export function createAgreedTon(ton: TonCenter): AgreedTon {
  const cache = new Map<string, Agreed>()

  const run = async (
    call: Parameters<TonCenter['runGetMethod']>,
    options: TonCallOptions,
  ): Promise<Agreed> => {
    const [address, method, stack] = call
    const key = `${address} ${method} ${stack.map(textOf).join()}`
    const known = cache.get(key)
    if (known !== undefined) return known
    const ask = (node: TonNode): Promise<Ran> => runAt(node, call)
    const { answers, by } = await tonWitnesses(ton, ask, options)
    const [{ host, answer: ran }, second] = answers
    if (second !== undefined && second.answer.text !== ran.text) {
      throw differentAnswers('TON', [host, second.host])
    }
    // The next plan may find a second host.
    if (by !== 'one_node' && cache.size < mostCached) cache.set(key, { ran, by })
    return { ran, by }
  }

  return {
    noted() {
      let isOneNode = false
      const runGetMethod: TonCenter['runGetMethod'] = async (...call) => {
        const { ran, by } = await run(call, call[3])
        if (by === 'one_node') isOneNode = true
        if (ran.refusal !== null) throw ran.refusal
        return ran.stack
      }
      return { ton: { ...ton, runGetMethod }, isOneNode: () => isOneNode }
    },
    async status(address, options) {
      const ask = async (node: TonNode): Promise<TonAccountState['status']> =>
        (await node.accountState(address, options)).status
      const { answers, by } = await tonWitnesses(ton, ask, options)
      const [{ host, answer: status }, second] = answers
      if (second !== undefined && second.answer !== status) {
        throw differentAnswers('TON', [host, second.host])
      }
      return { status, oneNode: by === 'one_node' }
    },
  }
}

async function runAt(
  node: TonNode,
  [address, method, stack, options]: Parameters<TonCenter['runGetMethod']>,
): Promise<Ran> {
  try {
    const result = await node.runGetMethod(address, method, stack, options)
    return { stack: result, refusal: null, text: result.map(textOf).join() }
  } catch (thrown) {
    if (thrown instanceof RangeError) {
      throw new SwaprouteError('CHAIN_UNAVAILABLE', `The answer of ${node.host} is malformed.`, {
        context: { blockchain: 'TON', host: node.host },
        cause: thrown,
      })
    }
    const isRefusal = thrown instanceof SwaprouteError && thrown.code === 'UPSTREAM_REFUSED'
    if (!isRefusal) throw thrown
    const text = `refused ${String(thrown.context['exitCode'])}`
    return { stack: [], refusal: thrown, text }
  }
}

/** The same text for the same value: servers write bags of cells in several ways. */
function textOf(item: TonStackItem): string {
  switch (item.type) {
    case 'num':
      return String(item.value)
    case 'cell':
    case 'slice':
      return readBoc(item.boc).hash
    case 'null':
      return 'null'
    case 'tuple':
      return `[${item.items.map(textOf).join()}]`
  }
}
