import { SwaprouteError } from '../core/errors.ts'
import { type Ctx, defineCommand } from './frame/command.ts'

const defaultHost = '127.0.0.1'
const defaultPort = 7331

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'The routing service over HTTP',
  usage: '',
  about:
    'Serves the contract on 127.0.0.1:7331 until interrupted: POST /api/routes/quoteAll and\n' +
    'the other calls, /openapi.json, /docs, /healthz, /metrics. It has no key and signs nothing.\n' +
    'Any address other than loopback needs a token.',
  examples: [
    'swaproute serve',
    'swaproute serve --port 8080 --sandbox',
    'swaproute serve --host 0.0.0.0 --token-file ./token --allow-host swaps.example.org',
  ],
  flags: [
    { name: 'host', value: 'ADDR', hint: 'Address to bind (default 127.0.0.1)' },
    { name: 'port', value: 'N', hint: 'Port (default 7331; 0 picks a free one)' },
    {
      name: 'token-file',
      value: 'FILE',
      values: 'file',
      hint: 'File with the token callers send as `apikey` or bearer',
    },
    {
      name: 'allow-host',
      value: 'NAME',
      repeatable: true,
      hint: 'Further name of this server in Host headers',
    },
    {
      name: 'allow-origin',
      value: 'URL',
      repeatable: true,
      hint: 'Web origin that may call',
    },
  ],
  maxWords: 0,
  asker: 'client',
  graceMs: 12_000, // the server lets running calls finish for 10 s
  async run(input, ctx: Ctx<'serve'>) {
    const startedAtMs = ctx.io.now()
    const server = await ctx.services.serve({
      host: input.host ?? defaultHost,
      port: readPort(input.port),
      tokenFile: input.tokenFile ?? null,
      allowedHosts: input.allowHost,
      allowedOrigins: input.allowOrigin,
    })
    const { url } = server
    ctx.emit({ type: 'progress', url })
    ctx.note([`Serving on ${url} · docs ${url}/docs · stop with Ctrl-C`])
    await new Promise<void>((resolve) => {
      if (ctx.signal.aborted) resolve()
      ctx.signal.addEventListener('abort', () => {
        resolve()
      })
    })
    ctx.note(['Stopping; finishing open requests.'])
    await server.stop()
    const view = { url, servedMs: ctx.io.now() - startedAtMs }
    return { data: view, view }
  },
  screen: ({ url }) => [`Stopped serving on ${url}.`],
  plain: ({ url, servedMs }) => ['url\tservedMs', `${url}\t${servedMs}`],
})

function readPort(text: string | undefined): number {
  if (text === undefined) return defaultPort
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1
  if (port >= 0 && port <= 65_535) return port
  throw new SwaprouteError('INVALID_ARGUMENT', `"${text.slice(0, 20)}" is not a port.`, {
    hint: 'Write a number from 0 to 65535.',
  })
}
