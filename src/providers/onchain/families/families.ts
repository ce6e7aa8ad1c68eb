import { algebra, type AlgebraRow, type AlgebraState } from './algebra.ts'
import { balancer, type BalancerRow, type BalancerState } from './balancer.ts'
import { clober, type CloberRow, type CloberState } from './clober.ts'
import { curve, type CurveRow, type CurveState } from './curve.ts'
import type { Family } from './family.ts'
import { maverick, type MaverickRow, type MaverickState } from './maverick.ts'
import { izumi, type IzumiRow, type IzumiState } from './izumi.ts'
import { polydex, type PolydexRow, type PolydexState } from './polydex.ts'
import { smoothy, type SmoothyRow, type SmoothyState } from './smoothy.ts'
import { solidly, type SolidlyRow, type SolidlyState } from './solidly.ts'
import { syncSwap, type SyncSwapRow, type SyncSwapState } from './syncSwap.ts'
import { synapse, type SynapseRow, type SynapseState } from './synapse.ts'
import { uniswapV2, type V2Row, type V2State } from './uniswapV2.ts'
import { type RouterState, uniswapV3, type V3Row, type V3State } from './uniswapV3.ts'
import { wooFi, type WooFiRow, type WooFiState } from './wooFi.ts'

export type PoolRow =
  | AlgebraRow
  | BalancerRow
  | CloberRow
  | CurveRow
  | IzumiRow
  | MaverickRow
  | PolydexRow
  | SmoothyRow
  | SolidlyRow
  | SynapseRow
  | SyncSwapRow
  | V2Row
  | V3Row
  | WooFiRow

/** A path of a quote, with what its call needs in addition to the amounts. */
export type PoolState =
  | AlgebraState
  | BalancerState
  | CloberState
  | CurveState
  | IzumiState
  | MaverickState
  | PolydexState
  | RouterState
  | SmoothyState
  | SolidlyState
  | SynapseState
  | SyncSwapState
  | V2State
  | V3State
  | WooFiState

type FamilyName = PoolRow['family']

/** A family whose rows may be of any kind: its own functions get its own rows. */
type AnyFamily = Family<PoolRow, PoolState>

const families: Readonly<Record<FamilyName, AnyFamily>> = {
  algebra: widen(algebra),
  'balancer-v2': widen(balancer),
  clober: widen(clober),
  curve: widen(curve),
  izumi: widen(izumi),
  'maverick-v2': widen(maverick),
  polydex: widen(polydex),
  smoothy: widen(smoothy),
  solidly: widen(solidly),
  synapse: widen(synapse),
  syncswap: widen(syncSwap),
  'uniswap-v2': widen(uniswapV2),
  'uniswap-v3': widen(uniswapV3),
  woofi: widen(wooFi),
}

export function isFamilyName(name: string): name is FamilyName {
  return Object.hasOwn(families, name)
}

export function familyNamed(name: FamilyName): AnyFamily {
  return families[name]
}

/** What is known of a row's code. */
export function familyOf({ family }: { family: FamilyName }): AnyFamily {
  return families[family]
}

function widen<R extends PoolRow, S extends PoolState & { row: R }>(
  family: Family<R, S>,
): AnyFamily {
  return family
}
