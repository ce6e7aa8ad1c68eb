import type { Hex } from 'viem'
import { bridgers } from '../dialects/bridgers.ts'
import { dln } from '../dialects/dln.ts'
import { dlnSwap } from '../dialects/dlnSwap.ts'
import { kyberSwap } from '../dialects/kyberSwap.ts'
import { lifi } from '../dialects/lifi.ts'
import { lifiSwap } from '../dialects/lifiSwap.ts'
import { oneInch } from '../dialects/oneInch.ts'
import { openOcean } from '../dialects/openOcean.ts'
import { paraSwap } from '../dialects/paraSwap.ts'
import { rango } from '../dialects/rango.ts'
import { rangoSwap } from '../dialects/rangoSwap.ts'
import { symbiosis } from '../dialects/symbiosis.ts'
import { squidrouter } from '../dialects/squidrouter.ts'
import { squidrouterSwap } from '../dialects/squidrouterSwap.ts'
import { symbiosisSwap } from '../dialects/symbiosisSwap.ts'
import { zrx } from '../dialects/zrx.ts'
import type { AggregatorDialect, BridgeDialect, Dialect } from './dialect.ts'

/**
 * The services that are paid by one call; servers, faults and seeded contracts all come from this
 * list.
 */
export const callServices: readonly Dialect[] = [
  kyberSwap,
  openOcean,
  paraSwap,
  oneInch,
  lifiSwap,
  dlnSwap,
  symbiosisSwap,
  zrx,
  rangoSwap,
  squidrouterSwap,
  dln,
  lifi,
  rango,
  bridgers,
  symbiosis,
  squidrouter,
]

export const aggregatorIds: readonly string[] = callServices.filter(isAggregator).map(idOf)

export const callBridgeIds: readonly string[] = callServices.filter(isBridge).map(idOf)

/** Addresses of a service's contracts, the same on every chain of the sandbox. */
export function contractsOf(service: Dialect): readonly Hex[] {
  const { contracts = [] } = service
  return service.kit === 'evmAggregator'
    ? contracts
    : [service.source, service.destination, ...contracts]
}

/** Addresses of these services, each once. */
export function callContracts(services: readonly Dialect[]): readonly Hex[] {
  return [...new Set(services.flatMap(contractsOf))]
}

function isAggregator(service: Dialect): service is AggregatorDialect {
  return service.kit === 'evmAggregator'
}

function isBridge(service: Dialect): service is BridgeDialect {
  return service.kit === 'evmBridge'
}

function idOf({ id }: Dialect): string {
  return id
}
