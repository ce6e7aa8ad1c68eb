/** Commands that show what others say, each with an honest answer whose texts can be replaced. */
import { createRemoteApi } from '../../../src/api/contract.ts'
import { createHttpContract } from '../../../src/api/httpClient.ts'
import type { ProvidersAnswer, StatusAnswer } from '../../../src/api/schemas.ts'
import type { Services } from '../../../src/commands/frame/services.ts'
import { isErrorCode, SwaprouteError } from '../../../src/core/errors.ts'
import type { HttpClient } from '../../../src/http/types.ts'
import { createChainTable } from '../../../src/chains/chainSettings.ts'
import { createTokenList } from '../../../src/chains/tokens.ts'
import { createAssets } from '../../../src/app/assets.ts'
import { type CliOptions, fixedNowMs } from '../../support/runMain.ts'
import { failedItem, routeItem } from '../../support/fakeApi.ts'
import { hashes, receiptId, receiptOf, usdc } from '../../support/swapScript.ts'

export type Scene<Said = unknown> = {
  name: string
  argv: readonly string[]
  /** An honest answer; every string in it is a text field. */
  said: Said
  options(said: Said): CliOptions
}

/** A scene whose answer may be replaced by any of the same shape. */
function scene<Said>(one: Scene<Said>): Scene {
  return {
    ...one,
    // Only copies of `said` with other texts are handed in.
    options: (said) => one.options(said as Said),
  }
}

const sentence = ['250', 'eth:USDC', 'to', 'arb:USDC']
const hash = `0x${'a'.repeat(64)}`

const offers = {
  routes: [
    routeItem('across', '249.71234', { warnings: [{ code: 7001, reason: 'worth 12 % less' }] }),
    routeItem('symbiosis', '249.102211'),
  ],
  failed: [failedItem('meson', 2999, 'no pool for that')],
}

const deposits = {
  routes: [
    routeItem('exolix', '249.7', {
      swapType: 'cross-chain',
      executionKind: 'deposit',
      rateType: 'float',
      limits: { min: '10', max: '9000' },
      transaction: {},
    }),
  ],
  failed: [failedItem('changenow', 2005, 'minimum is 400')],
}

const status: StatusAnswer = {
  status: 'PENDING',
  subStatus: 'CONFIRMING',
  destinationTxHash: hashes.destination,
  sourceNetworkTitle: 'ETH',
  destinationNetworkTitle: 'ARBITRUM',
  provider: 'across',
  providerStatus: 'waiting for relayer',
  note: 'the relayer is late',
  srcTxHash: hash,
  srcTransactionHash: hash,
  hashKind: 'message',
  id: '2f6c1c38-93a7-4a0f-8d5c-acaaaa000000',
  updatedAt: new Date(fixedNowMs - 3_000).toISOString(),
}

const providers: ProvidersAnswer = {
  crossChain: [
    { name: 'across', state: 'ready', blockchains: ['ETH'], deposit: false },
    { name: 'lifi', state: 'needs_key', variable: 'LIFI_KEY', blockchains: [], deposit: false },
    { name: 'multichain', state: 'closed', reason: 'stopped', blockchains: [], deposit: true },
  ],
  onChain: [],
}

const chains = [
  {
    id: 1,
    name: 'ETH',
    type: 'evm',
    providers: { crossChain: ['across'], onChain: ['UNI_SWAP_V3'] },
    proxyAvailable: false,
    testnet: false,
  },
]

const fault = {
  code: 'UPSTREAM_FAILED',
  message: 'execution reverted: pool is paused',
  context: { reason: 'paused', data: { from: 'node' } },
  cause: 'HTTP 500 upstream is down',
}
type Fault = typeof fault

/** The hint is always our own sentence: links in it stay, and no foreign text is put into it. */
function thrownBy({ code, message, context, cause }: Fault): SwaprouteError {
  return new SwaprouteError(isErrorCode(code) ? code : 'UPSTREAM_FAILED', message, {
    hint: 'Try again in a minute.',
    context,
    cause: new Error(cause, { cause: new Error(`${cause} again`) }),
  })
}

/** What a service elsewhere sends, through the client that reads it. */
function remote(bodies: (url: string) => unknown, httpStatus = 200): CliOptions {
  const http: HttpClient = {
    send: async ({ url }) => ({ status: httpStatus, retryAfterSeconds: null, body: bodies(url) }),
    close: async () => undefined,
  }
  const contract = createHttpContract({
    http,
    baseUrl: 'https://service.example',
    apiKey: null,
    sandbox: false,
    findToken: () => null,
    onInvalid: () => {},
  })
  return { services: { api: async () => createRemoteApi(contract) } }
}

const echo = {
  srcTokenAddress: usdc.address,
  srcTokenBlockchain: 'ETH',
  srcTokenAmount: '250',
  dstTokenAddress: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  dstTokenBlockchain: 'ARBITRUM',
}

const openedReceipt = receiptOf({
  statusAnswer: status,
  fromAddress: null,
  refundAddress: hashes.source,
  deposit: {
    exchangeId: 'ex0001',
    amountToSend: '250',
    expiresAtMs: fixedNowMs + 60_000,
    payment: 'by_hand',
    record: null,
    answer: null,
  },
})

const unlisted = '0x1111111111111111111111111111111111111112'

export const scenes: readonly Scene[] = [
  scene({
    name: 'quote',
    argv: ['quote', ...sentence, '--failed'],
    said: offers,
    options: (said) => said,
  }),
  scene({
    name: 'best',
    argv: ['best', ...sentence, '--explain'],
    said: offers,
    options: (said) => said,
  }),
  scene({
    name: 'deposit routes',
    argv: ['deposit', ...sentence, '--failed', '-r', '0x8ba1f109551bD432803012645Ac136ddd64DBA72'],
    said: deposits,
    options: (said) => said,
  }),
  scene({
    name: 'status',
    argv: ['status', hash],
    said: status,
    options: (said) => ({ status: said }),
  }),
  scene({
    name: 'status report',
    argv: ['status', hash, '--report'],
    said: status,
    options: (said) => ({ status: said }),
  }),
  scene({
    name: 'chains',
    argv: ['chains'],
    said: chains,
    options: (said) => ({ api: { chains: async () => said } }),
  }),
  scene({
    name: 'providers',
    argv: ['providers'],
    said: providers,
    options: (said) => ({ api: { providers: async () => said } }),
  }),
  scene({
    name: 'token list',
    argv: ['tokens', 'eth'],
    said: [usdc],
    options: (said) => ({ services: withTokens(said) }),
  }),
  scene({
    name: 'balances',
    argv: ['wallet', 'balance', '0x8ba1f109551bD432803012645Ac136ddd64DBA72', '--chain', 'eth'],
    said: [usdc],
    options: (said) => ({
      services: {
        wallet: async () => ({
          list: async () => ({ accounts: [], warnings: [] }),
          create: noWallet,
          import: noWallet,
          balances: async () => said.map((token) => ({ token, amount: 1_000_000n })),
          chains: () => ['ETH'],
          folder: '/nonexistent',
        }),
      },
    }),
  }),
  scene({
    name: 'token of a chain',
    argv: ['quote', '250', `eth:${unlisted}`, 'to', 'arb:USDC'],
    said: { ...usdc, address: unlisted, listed: false },
    options: (said) => ({ ...offers, services: { readTokens: async () => [said] } }),
  }),
  scene({
    name: 'receipt',
    argv: ['receipt', receiptId],
    said: openedReceipt,
    options: (said) => ({ services: journalOf(said) }),
  }),
  scene({
    name: 'history',
    argv: ['history'],
    said: openedReceipt,
    options: (said) => ({ services: journalOf(said) }),
  }),
  scene({
    name: 'error of a provider or node',
    argv: ['quote', ...sentence, '--verbose'],
    said: fault,
    options: (said) => ({ api: { quoteAll: async () => Promise.reject(thrownBy(said)) } }),
  }),
  scene({
    name: 'fault of anybody',
    argv: ['status', hash, '--verbose'],
    said: { message: 'cannot read it', stack: 'Error: cannot\n    at somewhere' },
    options: ({ message, stack }) => ({
      api: { status: async () => Promise.reject(Object.assign(new Error(message), { stack })) },
    }),
  }),
  scene({
    name: 'error of a service elsewhere',
    argv: ['quote', ...sentence, '--verbose'],
    said: { error: { code: 2999, reason: 'no liquidity', data: { note: 'paused' } }, id: 'e1' },
    options: (said) => remote(() => said, 500),
  }),
  scene({
    name: 'errors of a service elsewhere',
    argv: ['status', hash, '--verbose'],
    said: {
      errors: [
        { code: 1006, reason: 'bad hash' },
        { code: 1999, reason: 'bad chain' },
      ],
    },
    options: (said) => remote(() => said, 400),
  }),
  scene({
    name: 'quote of a service elsewhere',
    argv: ['quote', ...sentence, '--failed'],
    said: { quote: echo, ...offers },
    options: (said) => remote(() => said),
  }),
  scene({
    name: 'health of nodes',
    argv: ['doctor'],
    said: fault,
    options: (said) => ({
      services: {
        journal: async () => Promise.reject(thrownBy(said)),
        wallet: async () => Promise.reject(thrownBy(said)),
        probe: async () => Promise.reject(thrownBy(said)),
      },
      api: {
        providers: async () => Promise.reject(thrownBy(said)),
        chains: async () => Promise.reject(thrownBy(said)),
      },
    }),
  }),
]

const noWallet = (): Promise<never> => Promise.reject(new Error('no account in these scenes'))

function withTokens(
  tokens: ReturnType<Awaited<ReturnType<Services['assets']>>['tokens']>,
): Partial<Services> {
  const assets = createAssets(createChainTable(), createTokenList())
  return { assets: async () => ({ ...assets, tokens: () => tokens }) }
}

function journalOf(receipt: typeof openedReceipt): Partial<Services> {
  return {
    journal: async () => ({
      history: () => [receipt],
      openSwaps: () => [receipt],
      countOpen: () => 1,
      receipt: () => receipt,
      find: () => receiptId,
      keysSince: () => [],
      damage: () => receipt.events[0]?.text ?? null,
    }),
  }
}
