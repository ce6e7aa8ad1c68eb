// DeDust: an exchange on TON with a router that builds the messages.
//
// API: https://hub.dedust.io/apis/router-v2/overview, contracts: https://docs.dedust.io (read
// 2026-11). Amounts are base units as text, slippage basis points, the impact percent; pool fees
// are already deducted. Quirks: a missing path is a 400 with plain text, or a 200 with a message; the
// receiver is always the payer. Only pools of the exchange's own factory are requested: the chain
// does not show who created its newer pools.

import { dedustFactory, dedustNativeVault } from './kits/ton/dedustContracts.ts'
import {
  dedustCoin,
  routerMessages,
  type RouterOffer,
  routerQuote,
} from './kits/ton/dedustRouter.ts'
import { tonExchange } from './kits/ton/exchange.ts'
import type { Provider } from './types.ts'

const name = 'DeDust'
/** Each intermediate pool costs one call to read its assets; this bounds them. */
const limits = { protocols: ['dedust'], maxSplits: 2, maxLength: 2 }

export function createDedustProvider({ baseUrl }: { baseUrl: string }): Provider {
  return tonExchange<RouterOffer>({
    id: 'DEDUST',
    name,
    coin: dedustCoin,
    contracts: () => [dedustNativeVault(), dedustFactory()],
    reads: ['dedust'],
    mostParts: limits.maxSplits,
    quote: routerQuote(name, baseUrl, limits),
    make: {
      by: 'service',
      carry: ({ swapData }) => swapData,
      messages: routerMessages(name, baseUrl),
    },
  })
}
