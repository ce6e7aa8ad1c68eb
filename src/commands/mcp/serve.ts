import { Writable } from 'node:stream'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { Ctx } from '../frame/command.ts'
import type { Allowance } from './plans.ts'
import { createAgentServer } from './server.ts'

/** Serves until the client closes standard input, or the user interrupts. */
export async function serveAgent(ctx: Ctx, allowance: Allowance | null): Promise<void> {
  const stdout = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      ctx.write(String(chunk)) // whole messages, redacted like every other answer
      done()
    },
  })
  const transport = new StdioServerTransport(ctx.io.stdin, stdout)
  const closed = new Promise<void>((resolve) => {
    ctx.io.stdin.once('end', resolve).once('close', resolve)
    ctx.signal.addEventListener('abort', () => {
      resolve()
    })
    if (ctx.signal.aborted || ctx.io.stdin.readableEnded) resolve()
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
  await handle.close()
}
