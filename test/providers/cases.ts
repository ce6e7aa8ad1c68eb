/** The case of every provider: what the suites of the kits and the rows of the campaign run. */
import type { CallCase } from './callCase.ts'
import { chainflipCase } from './chainflip.case.ts'
import { changenowCase } from './changenow.case.ts'
import { coffeeCase } from './coffee_swap.case.ts'
import { dedustCase } from './dedust.case.ts'
import type { DepositCase } from './depositContract.ts'
import { dlnCase } from './dln.case.ts'
import { exolixCase } from './exolix.case.ts'
import { kyberCase } from './kyber_swap.case.ts'
import { nearIntentsCase } from './near_intents.case.ts'
import { quickexCase } from './quickex.case.ts'
import { relayCase } from './relay.case.ts'
import { stonfiCase } from './stonfi.case.ts'
import { thorchainCase } from './thorchain.case.ts'
import type { TonCase } from './tonCase.ts'
import { toncoCase } from './tonco_dex.case.ts'

type Listed<T> = readonly (readonly [id: string, it: T])[]

export const callCases: Listed<CallCase> = [
  ['KYBER_SWAP', kyberCase],
  ['dln', dlnCase],
]

export const depositCases: Listed<DepositCase> = [
  ['exolix', exolixCase],
  ['near_intents', nearIntentsCase],
  ['relay', relayCase],
  ['changenow', changenowCase],
  ['quickex', quickexCase],
  ['chainflip', chainflipCase],
  ['thorchain', thorchainCase],
]

export const tonCases: Listed<TonCase> = [
  ['STONFI', stonfiCase],
  ['DEDUST', dedustCase],
  ['COFFEE_SWAP', coffeeCase],
  ['TONCO_DEX', toncoCase],
]
