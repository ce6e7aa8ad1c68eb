/** The only tool that spends: it carries out a plan of `prepare`. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { ReviewCard } from '../core/review.ts'
import type { Ctx } from '../commands/frame/command.ts'
import type { ExecutionHooks, Services } from '../commands/frame/services.ts'
import { answered, document, progressOf } from './documents.ts'
import {
  type Allowance,
  keyOf,
  personNeeded,
  type Plan,
  type Plans,
  questionOf,
  reasonsForPerson,
  refuseAnswer,
  refuseBeyond,
} from './plans.ts'

const swapInput = z.strictObject({
  planId: z.uuid().describe('Plan id from `prepare`; valid once, for ten minutes'),
  amount: z.string().max(60).describe('The amount of the plan, repeated'),
  again: z
    .boolean()
    .optional()
    .describe('Only after the user confirmed that a second, identical swap is intended'),
})
const typedAmount = z.object({ amount: z.string().max(60).describe('The amount, typed by you') })

type Given = z.infer<typeof swapInput>

/** Serves `swap`, which pays from the account and within the limit that the user set. */
export function registerSwap(
  server: McpServer,
  ctx: Ctx<'assets' | 'execution' | 'journal'>,
  allowance: Allowance,
  plans: Plans,
): void {
  const { account, maxUsdText } = allowance
  let last: Promise<unknown> = Promise.resolve()
  /** `question`: what a person has to answer first; null if nothing. */
  const planFor = (given: Given, call: ServerContext): { plan: Plan; question: string | null } => {
    const plan = plans.take(given.planId, given.amount)
    if (reasonsForPerson(plan.card).length === 0) return { plan, question: null }
    const answer = inputResponse(call.mcpReq.inputResponses, 'amount')
    if (plan.isAsked && answer.kind === 'elicit') {
      refuseAnswer(plan, answer)
      return { plan, question: null }
    }
    if (!canAsk(server, call)) {
      plans.add(plan)
      throw personNeeded(plan)
    }
    plans.add({ ...plan, isAsked: true })
    return { plan, question: questionOf(plan) }
  }
  const execute = async (
    plan: Plan,
    { again = false }: Given,
    call: ServerContext,
  ): Promise<Record<string, unknown>> => {
    const [journal, assets] = await Promise.all([ctx.services.journal(), ctx.services.assets()])
    const gate = (card: ReviewCard): void => {
      refuseBeyond(plan, card, { allowance, journal, assets, again, nowMs: ctx.io.now() })
    }
    const run = (asked: Plan['asked']): Promise<Record<string, unknown>> =>
      ctx.runDocument(
        {
          command: 'swap',
          given: {
            ...asked,
            account,
            yes: '',
            'confirm-amount': plan.amountText,
            'idempotency-key': keyOf(plan),
            'no-wait': '',
          },
        },
        {
          // A swap under way is not aborted when its caller disconnects.
          signal: ctx.signal,
          ...progressOf(call),
          services: { execution: gated(ctx.services, gate, plan) },
        },
      )
    const quick = await run({ id: plan.routeId })
    const answer = codeOf(quick) === 'QUOTE_EXPIRED' ? await run(renewed(plan)) : quick
    // Refused before it was recorded: the plan may be tried again.
    if (answer['ok'] !== true && answer['funds'] === 'none_moved') plans.add(plan)
    return answer
  }
  server.registerTool(
    'swap',
    {
      title: 'Carry out a planned swap',
      description:
        `Signs and sends a plan of \`prepare\` with the account ${account}: real money, irreversible. ` +
        `Only after the user agreed to the review. At most ${maxUsdText} USD within 24 hours. ` +
        'A plan whose review has `typedReasons` needs the user in person, who is prompted by this ' +
        'client if it supports that; otherwise the plan is refused. ' +
        'Answers once the payment is sent; follow it with `status` and the receipt id.',
      inputSchema: swapInput,
      outputSchema: document,
      annotations: {
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: false,
        openWorldHint: true,
      },
    },
    (given, call) =>
      answered('swap', async () => {
        const { plan, question } = planFor(given, call)
        if (question !== null) return asking(question)
        // One after the other: each sees what the previous one has spent.
        const own = last.then(() => execute(plan, given, call))
        last = own.catch(() => undefined)
        return await own
      }),
  )
}

function asking(message: string): InputRequiredResult {
  return inputRequired({
    inputRequests: { amount: inputRequired.elicit({ message, requestedSchema: typedAmount }) },
  })
}

const capabilities = z.looseObject({
  elicitation: z.looseObject({ form: z.unknown(), url: z.unknown() }).partial().optional(),
})
const envelopeOf = z.looseObject({ [CLIENT_CAPABILITIES_META_KEY]: capabilities })

/** Whether the client of this call can show the user a form (MCP elicitation). */
function canAsk({ server }: McpServer, { mcpReq }: ServerContext): boolean {
  // Since 2026-07 every request carries the capabilities of the client; before, the connection
  // does.
  const envelope = envelopeOf.safeParse(mcpReq.envelope)
  const declared = envelope.success
    ? envelope.data[CLIENT_CAPABILITIES_META_KEY]
    : // oxlint-disable-next-line typescript/no-deprecated -- the only source on older connections
      capabilities.safeParse(server.getClientCapabilities()).data
  const elicitation = declared?.elicitation
  // `{}` means forms: clients before 2025-11 have no other kind.
  return elicitation !== undefined && ('form' in elicitation || !('url' in elicitation))
}

/**
 * The planned terms after the route itself has expired: the same provider, and at least as much.
 */
function renewed({ asked, card, atLeastText }: Plan): Plan['asked'] {
  return { ...asked, provider: card.provider, 'min-receive': atLeastText }
}

function codeOf({ error }: Record<string, unknown>): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : null
}

/**
 * The execution with one more check: after the review, and again in the commit that records the
 * swap, where the limit applies to all processes (docs/safety.md K14). Gas is bounded by what was
 * shown.
 */
function gated(
  services: Pick<Services, 'execution'>,
  gate: (card: ReviewCard) => void,
  { card: { maxGasCost } }: Plan,
): Services['execution'] {
  return (hooks: ExecutionHooks) =>
    services.execution({
      ...hooks,
      mostGasCost: maxGasCost.amount,
      review: async (card, ...rest) => {
        gate(card)
        await hooks.review(card, ...rest)
      },
      reserve: gate,
    })
}
