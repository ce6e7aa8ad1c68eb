import { Writable } from 'node:stream'
import { INVALID_REQUEST } from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { Ctx } from '../commands/frame/command.ts'
import { idAtEnd, limitLines } from './lines.ts'
import type { Allowance } from './plans.ts'
import { createAgentServer } from './server.ts'

/** Serves until the client closes standard input, or the user interrupts. */
export async function serveAgent(
  ctx: Ctx<'assets' | 'execution' | 'journal'>,
  allowance: Allowance | null,
): Promise<void> {
  const stdout = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      ctx.write(String(chunk)) // whole messages, redacted like every other answer
      done()
    },
  })
  const lines = limitLines((end) => {
    const message = 'The message is longer than 1 MiB and was not read.'
    ctx.note([`${message} Serving goes on.`])
    const id = idAtEnd(end)
    if (id === null) return // the request cannot be identified
    const error = { code: INVALID_REQUEST, message }
    ctx.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`)
  })
  const transport = new StdioServerTransport(ctx.io.stdin.pipe(lines), stdout)
  const closed = new Promise<void>((resolve) => {
    lines.once('end', resolve)
    ctx.io.stdin.once('close', resolve)
    ctx.signal.addEventListener('abort', () => {
      resolve()
    })
    if (ctx.signal.aborted || ctx.io.stdin.destroyed) resolve()
  })
  const handle = serveStdio(() => createAgentServer(ctx, allowance), {
    transport,
    onerror: (error) => {
      ctx.note([`A message of the client could not be read: ${error.message}`])
    },
  })
  ctx.note([
    'Serving tools for agents on standard input and output; stop with Ctrl-C.',
    ...(allowance === null
      ? []
      : [
          `It may swap with ${allowance.account}, at most ${allowance.maxUsdText} USD in 24 hours.`,
        ]),
  ])
  await closed
  ctx.io.stdin.unpipe(lines).pause()
  await handle.close()
}
