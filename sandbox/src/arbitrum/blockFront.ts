import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { isRecord } from '../../../src/core/json.ts'
import { toHex, type Rpc } from '../rpc.ts'
import { sendStateAt } from './sendState.ts'

/** What clients of ARBITRUM's node reach. */
export type BlockFront = { close(): Promise<void> }

const method = 'eth_getBlockByHash'

/**
 * A proxy of the node of ARBITRUM that passes everything on; a block that is requested by its hash
 * gets the members that nodes of that chain add: `sendCount` and `sendRoot`. Where the node is down,
 * connections end without an answer.
 */
export async function startBlockFront(port: number, rpc: Rpc): Promise<BlockFront> {
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing, rpc).catch(() => outgoing.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  rpc: Rpc,
): Promise<void> {
  const body = await readAll(incoming)
  const { method: verb = 'POST', url = '/', headers } = incoming
  const passed = request({
    host: '127.0.0.1',
    port: rpc.port,
    method: verb,
    path: url,
    headers: { ...headers, connection: 'close' },
  })
  outgoing.once('close', () => passed.destroy())
  passed.end(body)
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    passed.once('response', resolve)
    passed.once('error', reject)
  })
  const text = await readAll(reply)
  const answered = body.includes(method) ? await withSendStates(body, text, rpc) : text
  const type = reply.headers['content-type']
  outgoing.writeHead(reply.statusCode ?? 500, {
    ...(type === undefined ? {} : { 'content-type': type }),
    'content-length': Buffer.byteLength(answered),
  })
  outgoing.end(answered)
}

async function readAll(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(stream, 'end')
  return Buffer.concat(chunks).toString('utf8')
}

async function withSendStates(asked: string, answered: string, rpc: Rpc): Promise<string> {
  const questions: unknown = JSON.parse(asked)
  const answers: unknown = JSON.parse(answered)
  const isAbout = (id: unknown): boolean =>
    listOf(questions).some((one) => one['id'] === id && one['method'] === method)
  for (const one of listOf(answers)) {
    const { result } = one
    if (!isAbout(one['id']) || !isRecord(result)) continue
    const { count, root } = await sendStateAt(rpc, BigInt(String(result['number'])))
    Object.assign(result, { sendCount: toHex(count), sendRoot: root })
  }
  return JSON.stringify(answers)
}

function listOf(value: unknown): Record<string, unknown>[] {
  return (Array.isArray(value) ? value : [value]).filter(isRecord)
}
