/** Answers of the tools: the documents of `--json`, as results of the protocol. */
import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import { toSwaprouteError } from '../core/errors.ts'
import type { CommandEvent, Ctx } from '../commands/frame/command.ts'
import { errorData, toJsonText } from '../commands/frame/output.ts'

export const document = z.looseObject({
  schema: z.string(),
  command: z.string().nullable(),
  ok: z.boolean(),
  data: z.unknown().optional().describe('As `swaproute schema <command>` describes it'),
  error: z.looseObject({ code: z.string(), message: z.string(), retry: z.string() }).optional(),
  warnings: z.array(z.looseObject({ code: z.string(), message: z.string() })),
  funds: z.string().describe('none_moved, approved_only, sent, delivered, refunding or unknown'),
})
type Document = z.infer<typeof document>

/**
 * The document as a result; errors of this program are documents as well. A question to the user is
 * passed on unchanged.
 */
export async function answered<Question extends InputRequiredResult = never>(
  tool: string,
  run: () => Promise<Record<string, unknown> | Question>,
): Promise<CallToolResult | Question> {
  const answer = await run().catch((thrown: unknown) => refusal(tool, thrown))
  if (isQuestion(answer)) return answer
  const text = toJsonText(answer)
  // Through JSON: amounts become strings there.
  const structuredContent: Document = document.parse(JSON.parse(text))
  return {
    content: [{ type: 'text', text }],
    structuredContent,
    ...(structuredContent.ok ? {} : { isError: true }),
  }
}

function isQuestion<Question extends InputRequiredResult>(
  answer: Record<string, unknown> | Question,
): answer is Question {
  return isInputRequiredResult(answer)
}

function refusal(command: string, thrown: unknown): Record<string, unknown> {
  const error = toSwaprouteError(thrown)
  return {
    schema: 'swaproute/v1',
    command,
    ok: false,
    error: errorData(error),
    warnings: [],
    funds: error.funds ?? 'none_moved',
  }
}

export function hooksOf(
  ctx: Ctx,
  call: ServerContext,
): { signal: AbortSignal; onEvent?: (event: CommandEvent) => void } {
  const signal = AbortSignal.any([ctx.signal, call.mcpReq.signal])
  return { signal, ...progressOf(call) }
}

/** Progress for clients that request it: how many providers have answered. */
export function progressOf(call: ServerContext): { onEvent: (event: CommandEvent) => void } | null {
  const token = call.mcpReq._meta?.progressToken
  if (token === undefined) return null
  let reported = 0
  const report = (progress: number, total: unknown, message: string): void => {
    // The protocol requires increasing numbers.
    if (progress <= reported) return
    reported = progress
    void call.mcpReq
      .notify({
        method: 'notifications/progress',
        params: {
          progressToken: token,
          progress,
          message,
          ...(typeof total === 'number' ? { total } : {}),
        },
      })
      .catch(() => undefined)
  }
  return {
    onEvent({ type, calculated, total, text }) {
      if (type !== 'progress') return
      if (typeof calculated === 'number') {
        report(calculated, total, `${calculated} of ${String(total)} providers have answered`)
      } else if (typeof text === 'string') report(reported + 1, undefined, text)
    },
  }
}
