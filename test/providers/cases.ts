/** The case of every provider: what the suites of the kits and the rows of the campaign run. */
import { readdirSync } from 'node:fs'
import type { ProviderId } from '../../src/core/providerIds.ts'
import { type CallCase, serviceUrl } from './callCase.ts'
import type { DepositCase } from './depositContract.ts'
import type { TonCase } from './tonCase.ts'

/** A file of a case has one of them. */
type Cases = { callCase: CallCase; depositCase: DepositCase; tonCase: TonCase }
type Listed<T> = readonly (readonly [id: ProviderId, it: T])[]

const folder = new URL('.', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.case.ts'))
const files = await Promise.all(
  names
    .toSorted()
    .map(async (name) => (await import(new URL(name, folder).href)) as Partial<Cases>),
)

export const callCases = listed('callCase')
export const depositCases = listed('depositCase')
export const tonCases = listed('tonCase')

function listed<K extends keyof Cases>(kind: K): Listed<Cases[K]> {
  return files.flatMap(({ [kind]: it }) => {
    if (it === undefined) return []
    const { ids } = 'provider' in it ? it.provider : it.create(serviceUrl)
    return ids.map((id) => [id, it] as const)
  })
}
