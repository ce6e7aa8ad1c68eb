import type { Ctx } from '../frame/command.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { nearest } from '../../core/nearest.ts'
import type { Setting } from '../frame/setting.ts'
import { settingByKey } from '../frame/settings.ts'
import { explainedSettings } from './explained.ts'

/**
 * The setting of a key.
 * @throws SwaprouteError INVALID_ARGUMENT with the nearest ones
 */
export function knownSetting(key: string): Setting {
  const setting = settingByKey(key)
  if (setting !== null) return setting
  const names = explainedSettings.map((one) => one.key)
  const meant = nearest(key, names, 2)
  const guess = meant.length === 0 ? '' : `Did you mean ${meant.join(' or ')}? `
  throw new SwaprouteError('INVALID_ARGUMENT', `There is no setting "${key.slice(0, 60)}".`, {
    hint: `${guess}\`swaproute config list --all\` explains every setting.`,
    context: { key: key.slice(0, 60), suggestions: meant },
  })
}

/** @throws SwaprouteError MISSING_FIELD */
export function requiredWord(word: string | undefined, what: string, usage: string): string {
  if (word !== undefined) return word
  throw new SwaprouteError('MISSING_FIELD', `The ${what} is missing.`, {
    hint: `Write it like \`swaproute ${usage}\`.`,
    context: { field: what },
  })
}

export function warnOfFile({ config, warn }: Ctx): void {
  if (config.fileProblem !== null) warn('CONFIG_INVALID', config.fileProblem.message)
}
