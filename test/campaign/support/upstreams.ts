/** Every address the program would ask, as one server of this machine: nothing leaves it. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { allChains } from '../../../src/chains/chains.ts'
import { priceSourceUrls } from '../../../src/prices/sources.ts'
import { providerUrls } from '../../../src/providers/providers.ts'

export type Upstreams = {
  /** Variables that point the program here. */
  env: Record<string, string>
  /** Requests that arrived so far. */
  count(): number
  stop(): Promise<void>
}

export type UpstreamAnswer = (
  request: { path: string; headers: IncomingMessage['headers']; body: string },
  response: ServerResponse,
) => void | Promise<void>

export async function startUpstreams(answer: UpstreamAnswer): Promise<Upstreams> {
  let count = 0
  // Each at a port of its own: what the program knows of one host it does not take for all.
  const listen = async (): Promise<{ server: Server; url: string }> => {
    const server = createServer((incoming, response) => {
      count += 1
      let body = ''
      incoming.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
      incoming.on('end', () => {
        const { url: path = '', headers } = incoming
        void answer({ path, headers, body }, response)
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const bound = server.address()
    if (typeof bound !== 'object' || bound === null) throw new Error('no port')
    return { server, url: `http://127.0.0.1:${bound.port}` }
  }
  const nodes = await listen()
  const names = [...Object.keys(providerUrls), ...Object.keys(priceSourceUrls)]
  const listening = await Promise.all(names.map(async (name) => ({ name, ...(await listen()) })))
  const chains = allChains().filter(({ rpcUrls }) => rpcUrls.length > 0)
  return {
    env: Object.fromEntries([
      ...listening.map(({ name, url }) => [`SWAPROUTE_${name.toUpperCase()}_URL`, url]),
      ...[...chains.map(({ id }) => id), 'TON'].map((id) => [`SWAPROUTE_RPC_${id}`, nodes.url]),
    ]),
    count: () => count,
    stop: async () => {
      for (const { server } of [nodes, ...listening]) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}

export function answerJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const wrappedBitcoin = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'
const usd = { bitcoin: 90_000, ethereum: 3_050 }

/** Answers of one exchange and two price sources as documented; everybody else has no route. */
export function answerExchange(path: string, response: ServerResponse): void {
  if (path.startsWith('/rate?')) {
    const limits = { minAmount: 0.001, maxAmount: 50 }
    answerJson(response, { fromAmount: 1, toAmount: 29.5, ...limits, message: null })
  } else if (path.startsWith('/prices/current/')) {
    const coins = Object.entries(usd).map(([name, price]) => [`coingecko:${name}`, { price }])
    answerJson(response, { coins: Object.fromEntries(coins) })
  } else if (path.startsWith('/tokens/v1/')) {
    const addresses = (path.split('/').at(-1) ?? '').split(',')
    const pairs = addresses.map((address) => ({
      baseToken: { address },
      quoteToken: { address: '' },
      priceUsd: address === wrappedBitcoin ? usd.bitcoin : usd.ethereum,
      liquidity: { usd: 1_000_000 },
    }))
    answerJson(response, pairs)
  } else {
    answerJson(response, { message: 'there is no such pair' }, 404)
  }
}

/** A swap the exchange quotes. */
export const exchangeRequest = {
  srcTokenAddress: '0x0000000000000000000000000000000000000000',
  srcTokenBlockchain: 'BITCOIN',
  srcTokenAmount: '1',
  dstTokenAddress: '0x0000000000000000000000000000000000000000',
  dstTokenBlockchain: 'ETH',
  receiver: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  referrer: 'load',
}
