export const environmentKeyName = 'SWAPROUTE_PRIVATE_KEY'

/**
 * Removes the private key from the environment, so that no child process inherits it and nothing
 * can print it later (K10). Call it once, at the start of the program, for every command. The text
 * is not parsed yet: a malformed one only matters where a key is used.
 */
export function takeEnvironmentKey(env: Record<string, string | undefined>): Buffer | null {
  const text = env[environmentKeyName]
  delete env[environmentKeyName]
  return text === undefined || text === '' ? null : Buffer.from(text, 'utf8')
}
