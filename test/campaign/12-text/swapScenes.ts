/** The screens of paying: review, progress, outcome, where to pay; each filled with foreign text. */
import type { SwapAnswer } from '../../../src/api/schemas.ts'
import type { ExecutionHooks } from '../../../src/commands/frame/services.ts'
import type { OrderCard } from '../../../src/core/review.ts'
import type { DepositCard } from '../../../src/execution/context.ts'
import type { SwapOutcome } from '../../../src/execution/outcome.ts'
import { fixedNowMs } from '../../support/runMain.ts'
import { routeItem } from '../../support/fakeApi.ts'
import {
  alice,
  ether,
  hashes,
  receiptId,
  step,
  swapServices,
  usdc,
} from '../../support/swapScript.ts'
import type { Scene } from './scenes.ts'

const dst = {
  ...usdc,
  blockchain: 'ARBITRUM' as const,
  address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
}
const route = routeItem('across', '249.71234', { warnings: [{ code: 7001, reason: 'thin pool' }] })
const sentence = ['250', 'eth:USDC', 'to', 'arb:USDC']
const accepted = ['--yes', '--confirm-amount', '250']

const answer: SwapAnswer = {
  estimate: route.estimate,
  transaction: {
    depositAddress: hashes.source,
    exchangeId: 'ex1',
    extraFields: { name: 'Memo', value: 'MEMO42' },
  },
}

const card = {
  send: { token: usdc, amount: 250_000_000n, usdE18: null },
  provider: 'across' as const,
  target: alice,
  spender: alice,
  receiver: alice,
  refundAddress: alice,
  warnings: [{ code: 'W', text: 'the pool is thin' }],
  typedReasons: [{ code: 'loss' as const, text: 'costs 12 %' }],
}

const outcome: Partial<SwapOutcome> = {
  status: {
    status: 'PENDING',
    subStatus: 'CONFIRMING',
    destinationTxHash: hashes.destination,
    providerStatus: 'filling',
    note: 'late',
    provider: 'across',
    destinationNetworkTitle: 'ARBITRUM',
  },
  hashes: { ...hashes, refund: hashes.source, revoke: hashes.approve },
  received: { token: dst, amount: 1n },
  warnings: [{ code: 'W', text: 'the allowance is left' }],
  gasSpent: { token: ether, amount: 1n },
}

const told = {
  text: 'waiting for the relayer',
  hash: hashes.source,
  warning: 'the node is slow',
  word: 'PENDING',
  providerStatus: 'filling',
}

const paying = { card, outcome, route, told }

const simulated = {
  card: {
    ...card,
    simulation: { kind: 'unavailable' as const, reason: 'execution reverted: paused' },
  },
}

const decoded = {
  card: {
    ...card,
    simulation: {
      kind: 'decoded' as const,
      foreseen: null,
      reason: 'no node simulates',
      messages: ['jetton transfer'],
    },
  },
}

const failing = {
  givenUp: { code: null, reason: 'the order was never opened' },
  status: { status: 'FAIL', destinationTxHash: null, providerStatus: 'reverted', note: 'paused' },
}

const order = {
  card: {
    routeId: 'r1',
    provider: 'exolix' as const,
    rateType: 'float' as const,
    send: { token: usdc, amount: 250_000_000n, usdE18: null },
    receive: { token: dst, expected: 2n, atLeast: 1n, expectedUsdE18: null, atLeastUsdE18: null },
    fees: [],
    limits: { min: '10', max: '9000' },
    durationSeconds: 60,
    receiver: alice,
    refundAddress: alice,
    quoteAgeMs: 1,
    lossBps: null,
    warnings: [{ code: 'W', text: 'floating' }],
    typedReasons: [],
  } satisfies OrderCard,
  instruction: {
    depositAddress: alice,
    amountToSend: '250',
    exchangeId: 'ex0001',
    memo: { name: 'Destination tag', value: 'MEMO42' },
    expiresAtMs: fixedNowMs + 60_000,
  },
  answer,
  outcome,
}
type Order = typeof order

/** What `deposit` does once the user chose: asks, shows where to pay, ends. */
async function playOrder(said: Order, hooks: ExecutionHooks): Promise<void> {
  await hooks.confirmOrder(said.card)
  await hooks.present({
    occasion: 'order',
    receiptId,
    routeId: 'r1',
    provider: 'exolix',
    rateType: 'float',
    send: said.card.send,
    receive: said.card.receive,
    instruction: said.instruction,
    receiver: said.card.receiver,
    receiverMemo: null,
    refundAddress: said.card.refundAddress,
    answer: said.answer,
  } satisfies DepositCard)
}

export const swapScenes: readonly Scene[] = [
  {
    name: 'swap',
    argv: ['swap', ...sentence, ...accepted],
    said: paying,
    options: (said) => {
      const { told, card: shown, outcome: end, route: offered } = said as typeof paying
      const events = [
        step('pay', 'sent', told.text, told.hash),
        { type: 'warning' as const, code: 'SLOW', text: told.warning },
        {
          type: 'status' as const,
          status: {
            status: told.word,
            destinationTxHash: null,
            providerStatus: told.providerStatus,
          },
          elapsedMs: 4,
        },
      ]
      const { services } = swapServices({ card: shown, outcome: end, events })
      return { routes: [offered], services }
    },
  },
  ...[simulated, decoded].map((one): Scene => ({
    name: `dry run, ${one.card.simulation.kind}`,
    argv: ['swap', ...sentence, '--dry-run'],
    said: one,
    options: (said) => ({ routes: [route], ...swapServices(said as typeof one) }),
  })),
  {
    name: 'resume to a failure',
    argv: ['resume', receiptId],
    said: failing,
    options: (said) => {
      const { givenUp, status } = said as typeof failing
      return swapServices({ outcome: { givenUp, status, funds: 'unknown' } })
    },
  },
  {
    name: 'deposit order',
    argv: ['deposit', ...sentence, '-r', alice, '--best', '--yes', '--no-wait'],
    said: order,
    options: (said) => {
      const scripted = said as Order
      const { services } = swapServices({ outcome: scripted.outcome })
      const offered = routeItem('exolix', '249.7', {
        executionKind: 'deposit',
        rateType: 'float',
        transaction: {},
      })
      return {
        routes: [offered],
        services: {
          ...services,
          execution: async (hooks) => {
            const tools = await services.execution?.(hooks)
            if (tools === undefined) throw new Error('no execution')
            return {
              ...tools,
              executeDeposit: async () => {
                await playOrder(scripted, hooks)
                const { instruction } = scripted
                const opened = await tools.resumeSwap(receiptId, { wait: false })
                return {
                  ...opened,
                  deposit: {
                    ...instruction,
                    payment: 'by_hand',
                    record: null,
                    answer: scripted.answer,
                  },
                }
              },
            }
          },
        },
      }
    },
  },
]
