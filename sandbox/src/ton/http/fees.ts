import type { TonChain } from '../tonChain.ts'

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
