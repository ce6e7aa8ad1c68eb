import { blockchainName } from '../../core/blockchainNames.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { UnpinnedContract } from '../../core/review.ts'
import { createPresenter, type Presenter, type QrChoice } from './present.ts'
import type { Ctx } from '../frame/command.ts'
import type { ExecutionTools } from '../frame/services.ts'
import type { AnswerValues } from '../inputs/flags.ts'
import { confirmOrder, confirmReview } from './confirm.ts'
import { followExecution } from './follow.ts'

/**
 * The execution with its questions and screens, for every command that signs, opens an order, or
 * continues either.
 * @param now whether a deposit card is shown as soon as possible; false: it is the answer
 */
export async function depositTools(
  input: AnswerValues & { qr: QrChoice | undefined },
  now: boolean,
  ctx: Ctx<'assets' | 'execution' | 'journal'>,
  payment: 'by_hand' | 'signed' = 'by_hand',
): Promise<{ tools: ExecutionTools; presenter: Presenter }> {
  const given = {
    yes: input.yes,
    confirmAmount: input.confirmAmount ?? null,
    confirmGas: input.confirmGas ?? null,
    trust: input.trust ?? null,
  }
  const presenter = createPresenter({ qr: input.qr ?? 'auto', yes: given.yes, now }, ctx)
  const journal = await ctx.services.journal()
  const follow = followExecution(ctx, { journal, shown: () => presenter.shown()?.facts ?? null })
  const tools = await ctx.services.execution({
    onEvent: (event) => {
      const { subStatus = null } = event.type === 'status' ? event.status : {}
      if (subStatus !== null && subStatus !== 'AWAITING_DEPOSIT') presenter.end()
      follow(event)
    },
    review: async (card) => {
      ctx.live.stop()
      await confirmReview(card, tools.confirmationFor(card), given, ctx)
    },
    confirmOrder: async (card) => {
      ctx.live.stop()
      await confirmOrder(card, tools.orderConfirmation(card, payment), given, ctx)
    },
    present: (card) => presenter.present(card),
    ...createContractAsker(input, ctx),
  })
  const ended = <T>(run: Promise<T>): Promise<T> => run.finally(presenter.end)
  return {
    tools: {
      ...tools,
      executeDeposit: (order, options) => ended(tools.executeDeposit(order, options)),
      payDeposit: (order, options) => ended(tools.payDeposit(order, options)),
      resumeSwap: (id, options) => ended(tools.resumeSwap(id, options)),
    },
    presenter,
  }
}

/** Confirms contracts that are not in the table; see `ExecutionContext.acceptContract`. */
type ContractAsker = (contract: UnpinnedContract) => Promise<boolean>

/**
 * Only the flag with the full address, or typing it on a terminal, accepts a contract, for the rest
 * of this run. Undefined if neither is possible: then such a contract is refused at once, by the
 * rule it breaks.
 */
export function createContractAsker(
  input: Pick<AnswerValues, 'acceptContract'>,
  ctx: Ctx<'assets'>,
): { acceptContract?: ContractAsker } {
  if (input.acceptContract.length === 0 && !ctx.ask.possible) return {}
  return { acceptContract: contractAsker(input, ctx) }
}

function contractAsker(
  input: Pick<AnswerValues, 'acceptContract'>,
  ctx: Ctx<'assets'>,
): ContractAsker {
  const accepted = new Set<string>()
  return async (contract) => {
    const key = `${contract.blockchain}:${contract.address}`
    if (accepted.has(key)) return true
    ctx.live.stop()
    const lines = explanation(contract, ctx)
    const named = await readNames(input.acceptContract, contract, ctx)
    if (named.includes(contract.address)) {
      ctx.note(lines)
    } else {
      if (!ctx.ask.possible) return false
      ctx.show(lines)
      const question = `To accept it for this swap only, type its whole address:`
      const isWhole = (text: string): boolean => text === contract.address
      const mismatch = 'That is not the address. Type all of it, or "no" to refuse the contract.'
      if (!(await ctx.ask.typed(question, { accepts: isWhole, mismatch }))) return false
    }
    accepted.add(key)
    return true
  }
}

function explanation(
  { provider, blockchain, address, roles }: UnpinnedContract,
  ctx: Ctx,
): string[] {
  const { backend, url } = ctx.config
  const namedBy =
    backend === 'remote' ? `the service at ${url ?? 'its public address'}` : `${provider}'s service`
  const does = roles.includes('spender')
    ? roles.includes('target')
      ? 'be paid, and be allowed to spend the amount'
      : 'be allowed to spend the amount'
    : 'be paid'
  return [
    `${address} on ${blockchainName(blockchain)} is not in this release's table of contracts of ${provider}.`,
    `It was named by ${namedBy}, and would ${does}.`,
    `If it is not a contract of ${provider}, everything this swap sends can be lost, with no`,
    'way to bring it back. Compare the address with what the provider itself publishes. All other checks',
    'stay: the receiver, the minimum, the exact approval and the simulation.',
    '',
  ]
}

/** The flag's addresses for this chain, in their canonical spelling; a spelling without checksum is echoed. */
async function readNames(
  texts: readonly string[],
  { blockchain }: UnpinnedContract,
  ctx: Ctx<'assets'>,
): Promise<string[]> {
  if (texts.length === 0) return []
  const assets = await ctx.services.assets()
  return texts.flatMap((text) => {
    const colon = text.indexOf(':')
    if (colon >= 0 && assets.chain(text.slice(0, colon)).id !== blockchain) return []
    const { address, notes } = assets.account(blockchain, text.slice(colon + 1))
    for (const note of notes) ctx.warn('ADDRESS_NOTE', `${address}: ${note}`)
    return [address]
  })
}

/** @throws SwaprouteError INVALID_ARGUMENT before the first request */
export function checkContractFlag({ acceptContract }: Pick<AnswerValues, 'acceptContract'>): void {
  const wrong = acceptContract.find((text) => !/^(?:[^:\s]+:)?0x[0-9a-fA-F]{40}$/.test(text))
  if (wrong === undefined) return
  throw new SwaprouteError(
    'INVALID_ARGUMENT',
    `--accept-contract "${wrong.slice(0, 80)}" is not a whole address.`,
    { hint: 'Write <chain>:<address> with all 40 digits of the address.' },
  )
}
