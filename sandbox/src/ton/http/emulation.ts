import { Hono } from 'hono'
import { isRecord } from '../../../../src/core/json.ts'
import { foreseenTraceOf } from './transactionV3.ts'
import { failureText } from './v2.ts'
import { blockNumberAt } from './wire.ts'
import { type TonChain, TonRefusalError } from '../tonChain.ts'

// toncenter's emulation: what would follow from a message, without sending it.
// https://docs.ton.org/api/emulate/overview, ton-emulate-go of toncenter/ton-indexer (read 2026-11)

export function createEmulation(chain: () => Promise<TonChain>): Hono {
  const app = new Hono()
  app.post('/emulateTrace', async (context) => {
    const body: unknown = await context.req.json().catch(() => null)
    const { boc, ignore_chksig: ignores } = isRecord(body) ? body : {}
    if (typeof boc !== 'string' || boc === '') {
      return context.json({ error: 'invalid request: boc is required' }, 400)
    }
    if (ignores !== true) {
      return context.json({ error: 'the sandbox foresees without signatures only' }, 400)
    }
    const found = await chain()
    const { state } = found
    return context.json({
      mc_block_seqno: blockNumberAt(state.seconds()),
      ...foreseenTraceOf(state.machine, await found.emulate(boc)),
      rand_seed: '0'.repeat(64),
      is_incomplete: false,
    })
  })
  app.onError((thrown, context) => {
    // In the words of TON's own emulator; the service knows no other status for it.
    const text =
      thrown instanceof TonRefusalError
        ? `External message not accepted by smart contract (exit code ${thrown.exitCode})`
        : failureText(thrown)
    return context.json({ error: text }, 500)
  })
  return app
}

export type FeeQuestion = {
  /** Raw. */
  address: string
  /** Body of a message from outside, a bag of cells in base64. */
  body: string
  initCode: string | null
  initData: string | null
  ignoreSignature: boolean
}

/** Nanoton. */
export type FeeEstimate = { inForward: number; storage: number; gas: number; forward: number }

/** What a message from outside would cost its account, by running it. */
export async function estimateFees(chain: TonChain, question: FeeQuestion): Promise<FeeEstimate> {
  const { machine } = chain.state
  const { Address, beginCell, Cell, external, storeMessage } = machine.core
  const { initCode, initData, body, address } = question
  const init =
    initCode === null || initData === null
      ? undefined
      : { code: Cell.fromBase64(initCode), data: Cell.fromBase64(initData) }
  const to = Address.parseRaw(address)
  const message = external({
    to,
    body: Cell.fromBase64(body),
    ...(init === undefined ? {} : { init }),
  })
  const step = await machine.run(
    chain.state.account(address),
    beginCell().store(storeMessage(message)).endCell(),
    { seconds: chain.state.seconds(), lt: chain.state.view(address).lastLt + 1n },
    { ignoreSignature: question.ignoreSignature },
  )
  if (!step.ok) return { inForward: 0, storage: 0, gas: 0, forward: 0 }
  const { description, totalFees } = step.transaction
  if (description.type !== 'generic') throw new Error('not an ordinary transaction')
  const storage = description.storagePhase?.storageFeesCollected ?? 0n
  const gas = description.computePhase.type === 'vm' ? description.computePhase.gasFees : 0n
  const action = description.actionPhase
  const forward = action?.totalFwdFees ?? 0n
  const inForward = totalFees.coins - storage - gas - (action?.totalActionFees ?? 0n)
  return {
    inForward: Number(inForward),
    storage: Number(storage),
    gas: Number(gas),
    forward: Number(forward),
  }
}
