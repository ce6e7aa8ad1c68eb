import { chainflipCase } from '../../providers/chainflip.case.ts'
import { changenowCase } from '../../providers/changenow.case.ts'
import { exolixCase } from '../../providers/exolix.case.ts'
import { nearIntentsCase } from '../../providers/near_intents.case.ts'
import { quickexCase } from '../../providers/quickex.case.ts'
import { relayCase } from '../../providers/relay.case.ts'
import { thorchainCase } from '../../providers/thorchain.case.ts'
import { depositSubject } from './deposits.ts'
import type { Subject } from './story.ts'

export const depositCases = {
  exolix: exolixCase,
  near_intents: nearIntentsCase,
  relay: relayCase,
  changenow: changenowCase,
  quickex: quickexCase,
  chainflip: chainflipCase,
  thorchain: thorchainCase,
} as const

export async function depositSubjects(): Promise<Subject[]> {
  const made = Object.entries(depositCases).map(([name, it]) => depositSubject(name, it))
  return Promise.all(made)
}
