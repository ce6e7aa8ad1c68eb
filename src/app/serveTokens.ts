import { toSwaprouteError } from '../core/errors.ts'
import type { Log } from '../core/log.ts'
import { type CallerToken, readTokens } from '../server/tokens.ts'
import { readMountedSecretFile } from '../wallet/secretFiles.ts'

/** The tokens of a server's callers, and their next reading. */
export type OpenTokens = {
  readonly current: readonly CallerToken[]
  /** Reads the file again; one that cannot be used changes nothing and is reported. Never rejects. */
  reload(log: Log): Promise<void>
}

/** @throws SwaprouteError CONFIG_INVALID, KEY_UNAVAILABLE for a file that cannot be used */
export async function openTokens(path: string): Promise<OpenTokens> {
  const tokens = { current: await readTokenFile(path), reload }
  async function reload(log: Log): Promise<void> {
    try {
      tokens.current = await readTokenFile(path)
      log.info({ tokens: tokens.current.length }, 'tokens read again')
    } catch (thrown) {
      const { code, message } = toSwaprouteError(thrown)
      log.error({ code, error: message }, 'tokens unchanged: their file cannot be used')
    }
  }
  return tokens
}

/** Only their digests stay in memory. */
export async function readTokenFile(path: string): Promise<readonly CallerToken[]> {
  return readTokens((await readMountedSecretFile(path)).toString('utf8'), path)
}
