export const environmentKeyName = 'SWAPROUTE_PRIVATE_KEY'

/**
 * Takes the private key out of the environment, so that no child process inherits it and nothing
 * later prints it (K10). Call it once, at the start of the program, whatever the command. The text
 * is not looked at yet: a malformed one only matters where a key is used.
 */
export function takeEnvironmentKey(env: Record<string, string | undefined>): Buffer | null {
  const text = env[environmentKeyName]
  delete env[environmentKeyName]
  return text === undefined || text === '' ? null : Buffer.from(text, 'utf8')
}
