import type { Json, Quote } from '../../../../src/core/quote.ts'
import type { LocalQuoteSet } from '../../../../src/store/quoteSets.ts'
import type { QuoteRow } from '../../../../src/store/quotes.ts'
import { usdc } from './events.ts'

const weth = { ...usdc, address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', decimals: 18 }

const quote: Quote = {
  provider: 'UNI_SWAP_V3',
  swapType: 'on-chain',
  executionKind: 'evm',
  request: {
    srcToken: usdc,
    dstToken: weth,
    srcAmount: 250_000_000n,
    receiver: null,
    fromAddress: null,
    refundAddress: null,
    slippageBps: 50,
    referrer: 'n:7',
    integratorAddress: null,
    integratorFeeBps: 0,
    foreignExclusions: { lifi: ['x'], rango: [], zerox: [], dflow: [] },
    enableChecks: false,
  },
  dstAmount: 2n ** 200n,
  dstMinAmount: 1n,
  slippageBps: 50,
  durationSeconds: 15,
  priceImpactPercent: 0.11,
  fees: {
    gas: { limit: 150_000n, price: 1n },
    protocolFixed: 0n,
    providerFixed: 0n,
    percent: { percent: 0.4, token: usdc },
  },
  spender: '0xE592427A0AEce92De3Edee1F18E0157C05861564',
  steps: [
    {
      type: 'on-chain',
      provider: 'UNI_SWAP_V3',
      from: { token: usdc, amount: 250_000_000n },
      to: { token: weth, amount: null },
    },
  ],
  expiresAtMs: null,
  warnings: [{ code: 2004, reason: 's:odd', data: { maxAmount: '1' } }],
  providerState: { path: ['n:12', 's:n:12'], fee: 500, nested: [null, true] },
}

export function stored(id: string, quotedAtMs = 1_000): Omit<QuoteRow, 'swap' | 'srcTxHash'> {
  const route = { id, list: [1] }
  return { id, serviceUrl: null, quotedAtMs, body: { srcTokenAmount: '250' }, quote, route }
}

/** As a route of a remote service is stored. */
export function storedRemote(
  id: string,
  changes: Partial<QuoteRow> = {},
): Omit<QuoteRow, 'swap' | 'srcTxHash'> {
  return { ...stored(id), serviceUrl: 'https://swap.example', quote: null, ...changes }
}

/** Rows of one answer, as they are saved: they differ in id, route and quote alone. */
export function together(...rows: readonly [NewRow, ...NewRow[]]): LocalQuoteSet {
  const [{ serviceUrl, quotedAtMs, body, names }] = rows
  const routes = rows.map(({ id, route, quote }) => ({ id, route: asObject(route), quote }))
  return {
    serviceUrl,
    quotedAtMs,
    body: asObject(body),
    routes,
    ...(names === undefined ? {} : { names }),
  }
}

export type NewRow = Omit<QuoteRow, 'swap' | 'srcTxHash'> & { names?: Json }

function asObject(value: Json): object {
  if (typeof value !== 'object' || value === null) throw new Error('not an object')
  return value
}
