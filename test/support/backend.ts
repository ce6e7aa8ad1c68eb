/** An embedded backend over fake providers, and the same one behind HTTP. */
import type { Contract } from '../../src/api/contract.ts'
import { createHttpContract } from '../../src/api/httpClient.ts'
import { createContract } from '../../src/backend/backend.ts'
import type { BackendServices } from '../../src/backend/services.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import { isSameToken, type Token } from '../../src/core/token.ts'
import { createHttpClient } from '../../src/http/client.ts'
import type { RpcClient } from '../../src/http/types.ts'
import type { Provider } from '../../src/providers/types.ts'
import { type ServerOptions, startServer } from '../../src/server/server.ts'
import { readTokens } from '../../src/server/tokens.ts'
import type { LyingProxy } from './lyingProxy.ts'
import { memoryQuotes } from './memoryQuotes.ts'
import { noTon } from './noTon.ts'
import { noPage } from './page.ts'
import { fixedProviders, arbUsdc, ether, nativeOf, prices, usdc } from './routing.ts'
import { judging } from './judgedAnswers.ts'
import { ownNode } from './ownNode.ts'

export type Clock = { now: number }

const listed: Token[] = [ether, usdc, arbUsdc, nativeOf('ARBITRUM'), nativeOf('SEPOLIA')]

const noRpc: RpcClient = {
  batch: () => Promise.reject(new SwaprouteError('CHAIN_UNAVAILABLE', 'no chain in this test')),
  call: () => Promise.reject(new SwaprouteError('CHAIN_UNAVAILABLE', 'no chain in this test')),
  witnesses: ownNode,
  has: () => false,
}

export function fakeServices(
  providers: Provider[],
  clock: Clock,
  overrides: Partial<BackendServices> = {},
): BackendServices {
  const quotes = memoryQuotes()
  const chainIds: Partial<Record<string, number>> = { ETH: 1, ARBITRUM: 42161 }
  return {
    providers: fixedProviders(providers),
    stateOf: (id) =>
      providers.some((provider) => provider.ids.includes(id))
        ? { state: 'ready' }
        : { state: 'not_in_sandbox' },
    http: createHttpClient({ bases: [] }),
    rpc: noRpc,
    ton: noTon,
    chainId: (blockchain) => chainIds[blockchain] ?? null,
    nodes: () => [],
    loadPrices: async () => prices,
    findToken: (blockchain, address) =>
      listed.find((token) => isSameToken(token, { ...token, blockchain, address })) ?? null,
    tokensOf: (blockchain) => listed.filter((token) => token.blockchain === blockchain),
    nativeToken: nativeOf,
    readTokens: async (wanted) => {
      const [first] = wanted
      throw new SwaprouteError('UNKNOWN_TOKEN', `${first?.address} is not a token.`)
    },
    quotes: async () => quotes,
    integratorFeeBps: () => 0,
    sandbox: false,
    now: () => clock.now,
    pause: async (ms) => {
      clock.now += ms
    },
    ...overrides,
  }
}

export type Served = { api: Contract; url: string; stop: () => Promise<void> }

/**
 * The backend behind our own server on a free loopback port, called through our own client.
 * @param before what is put before the server; without it every answer is compared with the document
 */
export async function serve(
  contract: Contract,
  { token, ...options }: Partial<ServerOptions> & { token?: string } = {},
  before?: (url: string) => Promise<LyingProxy>,
): Promise<Served> {
  const server = await startServer({
    contract,
    page: noPage,
    version: '0.0.0',
    host: '127.0.0.1',
    port: 0,
    tokens: token === undefined ? null : () => readTokens(token, 'tokens'),
    allowedHosts: [],
    allowedOrigins: [],
    sandbox: false,
    clock: () => performance.now(),
    ...options,
  })
  const front = await before?.(server.url)
  const baseUrl = front?.url ?? server.url
  const client = createHttpClient({ bases: [baseUrl] })
  const http = front === undefined ? judging(client) : client
  return {
    api: createHttpContract({
      http,
      baseUrl,
      apiKey: token ?? null,
      sandbox: options.sandbox ?? false,
      findToken: () => null,
      onInvalid: (text) => {
        throw new Error(text)
      },
    }),
    url: server.url,
    stop: async () => {
      await http.close()
      await front?.close()
      await server.stop()
    },
  }
}

export const embedded = (services: BackendServices): Contract => createContract(services)
