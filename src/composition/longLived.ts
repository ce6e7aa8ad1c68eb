import { SwaprouteError } from '../core/errors.ts'
import { environmentKeyName } from '../wallet/environmentKey.ts'
import type { Run } from './types.ts'

/**
 * What runs for days needs no key, and the system shows a process's first environment as long as it
 * lives (K10).
 * @param who the program that does not start, as the beginning of a sentence
 * @throws SwaprouteError CONFIG_INVALID
 */
export function refuseEnvironmentKey({ environmentKey }: Run, who: string): void {
  if (environmentKey === null) return
  const message = `${who} does not start with ${environmentKeyName} in its environment.`
  throw new SwaprouteError('CONFIG_INVALID', message, {
    hint: `It needs no key, and the variable would be readable as long as it runs. Start it with \`env -u ${environmentKeyName}\`.`,
    context: { check: 'K10', variable: environmentKeyName },
  })
}
