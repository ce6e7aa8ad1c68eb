import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from './commands/frame/config.ts'
import type { Host } from './commands/frame/run.ts'
import type { Services } from './commands/frame/services.ts'
import { SwaprouteError } from './core/errors.ts'

/**
 * Puts the layers together for one run: the only place that knows all of them. Everything is
 * loaded on its first use.
 */
export function compose(config: Config, host: Host): Services {
  const { signal } = host
  const notWired = async (): Promise<never> => {
    throw new SwaprouteError('INTERNAL', 'This part of the program is not put together yet.')
  }
  return {
    api: notWired,
    assets: notWired,
    readTokens: notWired,
    findSwap: notWired,
    sleep: (ms) => wait(ms, undefined, { signal }).catch(() => undefined),
    redact: (text) =>
      config.secrets.reduce((clean, secret) => clean.replaceAll(secret, '[redacted]'), text),
    close: async () => undefined,
  }
}
