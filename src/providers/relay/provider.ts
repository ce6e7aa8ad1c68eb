import type { DepositOptions } from '../kits/deposit/exchange.ts'
import { twoForms } from '../kits/twoForms.ts'
import type { Provider } from '../types.ts'
import { createRelayProvider } from './relay.ts'
import { createSignedRelay } from './signed.ts'

/** Relay by deposits and by signed calls. */
export function createRelay(options: DepositOptions): Provider {
  return twoForms({ deposit: createRelayProvider(options), signed: createSignedRelay(options) })
}
