import type { SwaprouteError } from '../core/errors.ts'
import type { ProviderId } from '../core/providerIds.ts'
import type { Quote } from '../core/quote.ts'
import type { Danger } from './danger.ts'

/** A route with its dangers. */
export type Offer = { quote: Quote; dangers: Danger[] }

/** Why a provider has no route. */
export type ProviderFailure = { provider: ProviderId; error: SwaprouteError }
