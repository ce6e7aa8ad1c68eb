/**
 * Ends that a node makes up. It is the only witness there is: a lie that all of its answers agree
 * in cannot be distinguished from the truth. These contradict the payment or each other.
 */
import type { Cell, Facts } from '../kit/adapter.ts'
import type { BehaviourName } from '../kit/behaviours.ts'
import { put } from '../../../support/bodies.ts'
import { evil, falseEnd } from '../kit/cells.ts'
import { dai, usdc } from '../kit/contracts.ts'
import { answers, failure, result } from '../kit/rpcLies.ts'
import type { Lie } from '../kit/server.ts'
import { together } from '../kit/wire.ts'
import { node } from './onchainNames.ts'
import { logsOf } from './onchainLogs.ts'

type EndName = Extract<
  BehaviourName,
  | 'success-without-hash'
  | 'success-with-foreign-hash'
  | 'success-of-another-swap'
  | 'false-failure'
  | 'refund-elsewhere'
  | 'unknown-word'
>

const receiptCall = 'eth_getTransactionReceipt'

export function onchainEnds({ prepared }: Facts): Record<EndName, Cell> {
  const mined = (members: Record<string, unknown>): Lie => {
    const receipt: unknown = JSON.parse(prepared['minedAnswer'] ?? 'null')
    return answers(node, receiptCall, ({ answer }) => {
      answer['result'] = structuredClone(receipt)
      for (const [path, value] of Object.entries(members)) put(answer, `result.${path}`, value)
    })
  }
  const { stalledHash: hash = '' } = prepared
  const own = { transactionHash: hash }
  const bare = { ...own, logs: [] }
  const logs = logsOf(evil)
  const noted = answers(node, receiptCall, ({ answer }) => put(answer, 'result.note', 'well'))
  const open = (lies: readonly Lie[], scenes?: readonly string[]): Cell =>
    falseEnd(lies, noted, { everywhere: true, scenes })
  return {
    'success-without-hash': open([
      mined({ transactionHash: null }),
      mined({ transactionHash: undefined, blockHash: null }),
    ]),
    'success-with-foreign-hash': open([
      mined({}),
      mined({ transactionHash: `0x${'ab'.repeat(32)}` }),
    ]),
    'success-of-another-swap': open([mined(own)]),
    'false-failure': open([mined({ ...bare, status: '0x0' }), mined({ ...own, status: '0x0' })]),
    'refund-elsewhere': open([
      mined(bare),
      mined({ ...own, logs: [logs.transfer(usdc, evil, evil, 10_000_000n)] }),
      mined({ ...own, logs: [logs.transfer(dai, evil, evil, 10n ** 19n)] }),
      mined({ ...own, from: evil }),
      mined({ ...own, to: evil }),
    ]),
    'unknown-word': open(
      [
        result(node, receiptCall, null),
        mined({ transactionHash: prepared['minedHash'], status: '0x7' }),
        mined({ transactionHash: prepared['minedHash'], status: 'SUCCESS' }),
        mined({ transactionHash: prepared['minedHash'], status: '\u001b[31m0x1' }),
        failure(node, receiptCall, { code: -32000, message: '\u001b[2Jdropped and replaced' }),
        together(
          result(node, receiptCall, null),
          answers(node, 'eth_getBlockByNumber', ({ answer }) =>
            put(answer, 'result.timestamp', '0x1'),
          ),
        ),
      ],
      ['delivered'],
    ),
  }
}
