/** The program as an agent's client runs it, with the official client on the other side. */
import { PassThrough } from 'node:stream'
import { Client, type ElicitResult, type Transport } from '@modelcontextprotocol/client'
import { afterEach } from 'vitest'
import { routeItem } from './fakeApi.ts'
import { type CliOptions, runCli } from './runMain.ts'
import { type SwapScript, swapServices } from './swapScript.ts'

const routes = ['across', 'stargate', 'symbiosis', 'relay', 'cbridge', 'debridge'].map(
  (provider, index) => routeItem(provider, `${249 - index}.5`),
)

export type Session = {
  client: Client
  asked: ReturnType<typeof swapServices>['asked']
  /** Closes the connection as a client does, and gives the exit code and everything on stdout. */
  end(): Promise<{ exit: number; stdout: string; stderr: string }>
  call(name: string, input?: Record<string, unknown>): Promise<Answer>
}
type Answer = {
  isError: boolean
  document: Record<string, unknown>
  error: Record<string, unknown>
}

const open: Session[] = []
afterEach(async () => {
  for (const session of open.splice(0)) await session.end()
})

/** Connects; the session ends with its test. */
export async function connect(
  flags: string[] = [],
  script: SwapScript = {},
  options: CliOptions = {},
  /** What the user answers to a question of the server; absent: the client cannot ask. */
  user?: (question: string) => ElicitResult,
): Promise<Session> {
  const stdin = new PassThrough()
  const transport: Transport & { take(text: string): void } = {
    start: async () => undefined,
    close: async () => undefined,
    send: async (message) => {
      stdin.write(`${JSON.stringify(message)}\n`)
    },
    take(text) {
      for (const line of text.split('\n').filter((one) => one !== '')) {
        this.onmessage?.(JSON.parse(line))
      }
    },
  }
  const { services, asked } = swapServices(script)
  const run = runCli(['mcp', ...flags], {
    routes,
    ...options,
    services: { ...services, ...options.services },
    stdinStream: stdin,
    onStdout: (text) => transport.take(text),
  })
  const client = new Client(
    { name: 'test', version: '1' },
    user === undefined ? {} : { capabilities: { elicitation: {} } },
  )
  if (user !== undefined) {
    client.setRequestHandler('elicitation/create', async ({ params }) => user(params.message))
  }
  await client.connect(transport)
  const session: Session = {
    client,
    asked,
    async end() {
      stdin.end()
      return await run
    },
    async call(name, input = {}) {
      const result = await client.callTool({ name, arguments: input })
      const document = record(result.structuredContent)
      return { isError: result.isError === true, document, error: record(document['error']) }
    },
  }
  open.push(session)
  return session
}

export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
