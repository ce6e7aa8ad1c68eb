/** The case of every provider: what the suites of the kits and the rows of the campaign run. */
import { readdirSync } from 'node:fs'
import type { ProviderId } from '../../src/core/providerIds.ts'
import { type CallCase, serviceUrl } from './callCase.ts'
import type { ContractCase } from './contractCase.ts'
import type { DepositCase } from './depositContract.ts'
import type { ForeignCase } from './foreignCase.ts'
import type { TonCase } from './tonCase.ts'

/** A file of a case has one of them. */
type Cases = {
  callCase: CallCase
  contractCase: ContractCase
  depositCase: DepositCase
  tonCase: TonCase
  foreignCase: ForeignCase
}
type Listed<T> = readonly (readonly [id: ProviderId, it: T])[]

const folder = new URL('.', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.case.ts'))
/** Cases that cannot be loaded, by file; a test of their own fails, and the others run. */
export const brokenCases = new Map<string, unknown>()
const files = await Promise.all(names.toSorted().map(load))

/** The name of the case of each provider, without its ending; tests of its own may have the same. */
export const caseNames: ReadonlyMap<ProviderId, string> = new Map(
  files.flatMap(({ name, cases }) =>
    [cases.callCase, cases.contractCase, cases.depositCase, cases.tonCase, cases.foreignCase]
      .flatMap((it) => (it === undefined ? [] : idsOf(it)))
      .map((id) => [id, name] as const),
  ),
)

/** The swaps of a case one by one, the first by the provider's name alone. */
export const callCases = listed('callCase').flatMap(([id, it]) => [
  [id, it] as const,
  ...Object.entries(it.more ?? {}).map(
    ([what, more]) => [`${id}, ${what}`, { ...it, ...more }] as const,
  ),
])
export const contractCases = listed('contractCase').flatMap(([id, it]) => [
  [id, it] as const,
  ...Object.entries(it.more ?? {}).map(
    ([what, more]) => [`${id}, ${what}`, { ...it, refusals: [], ...more }] as const,
  ),
])
export const foreignCases = listed('foreignCase').flatMap(([id, it]) => [
  [id, it] as const,
  ...Object.entries(it.more ?? {}).map(
    ([what, more]) => [`${id}, ${what}`, { ...it, ...more }] as const,
  ),
])
export const depositCases = listed('depositCase')
export const tonCases = listed('tonCase')

async function load(file: string): Promise<{ name: string; cases: Partial<Cases> }> {
  const name = file.replace(/\.case\.ts$/, '')
  try {
    return { name, cases: (await import(new URL(file, folder).href)) as Partial<Cases> }
  } catch (thrown) {
    brokenCases.set(file, thrown)
    return { name, cases: {} }
  }
}

function idsOf(it: Cases[keyof Cases]): readonly ProviderId[] {
  return ('provider' in it ? it.provider : it.create(serviceUrl)).ids
}

function listed<K extends keyof Cases>(kind: K): Listed<Cases[K]> {
  return files.flatMap(({ cases: { [kind]: it } }) =>
    it === undefined ? [] : idsOf(it).map((id) => [id, it] as const),
  )
}
