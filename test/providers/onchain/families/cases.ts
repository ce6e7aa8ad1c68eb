import { algebraCase } from './algebra.case.ts'
import { balancerCase } from './balancer.case.ts'
import { cloberCase } from './clober.case.ts'
import { curveCase } from './curve.case.ts'
import type { FamilyCase } from './familyCase.ts'
import { izumiCase } from './izumi.case.ts'
import { maverickCase } from './maverick.case.ts'
import { polydexCase } from './polydex.case.ts'
import { smoothyCase } from './smoothy.case.ts'
import { solidlyCase } from './solidly.case.ts'
import { syncSwapCase } from './syncSwap.case.ts'
import { synapseCase } from './synapse.case.ts'
import { wooFiCase } from './wooFi.case.ts'

/** Every family but those of Uniswap's code, which have tests of their own. */
export const familyCases: readonly FamilyCase[] = [
  algebraCase,
  balancerCase,
  cloberCase,
  curveCase,
  izumiCase,
  maverickCase,
  polydexCase,
  smoothyCase,
  solidlyCase,
  synapseCase,
  syncSwapCase,
  wooFiCase,
]
