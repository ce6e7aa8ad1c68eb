import { SwaprouteError } from '../core/errors.ts'

export const environmentKeyName = 'SWAPROUTE_PRIVATE_KEY'

/**
 * Removes the private key from the environment, so that no child process inherits it and nothing
 * can print it later (K10). Called once, at the start of the program, for every command. The text
 * is not parsed yet: a malformed key only matters if it is used.
 */
export function takeEnvironmentKey(env: Record<string, string | undefined>): Buffer | null {
  const text = env[environmentKeyName]
  delete env[environmentKeyName]
  return text === undefined || text === '' ? null : Buffer.from(text, 'utf8')
}

/**
 * A long-running program needs no key, and the system shows a process's initial environment while
 * it runs (K10).
 * @param who the program that does not start, as the beginning of a sentence
 * @throws SwaprouteError CONFIG_INVALID
 */
export function refuseEnvironmentKey(environmentKey: Buffer | null, who: string): void {
  if (environmentKey === null) return
  const message = `${who} does not start with ${environmentKeyName} in its environment.`
  throw new SwaprouteError('CONFIG_INVALID', message, {
    hint: `It needs no key, and the variable would be readable while it runs. Start it with \`env -u ${environmentKeyName}\`.`,
    context: { check: 'K10', variable: environmentKeyName },
  })
}
