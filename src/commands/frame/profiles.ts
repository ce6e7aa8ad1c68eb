import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SwaprouteError } from '../../core/errors.ts'
import type { Given } from '../inputs/input.ts'
import type { Folders } from './folders.ts'
import { invalid } from './setting.ts'
import type { Io } from './shapes.ts'

/**
 * A named set of settings over the configuration file. Keystores and journal are not settings, so
 * every profile shares them.
 */
export type Profile = { name: string; file: string }

const variable = 'SWAPROUTE_PROFILE'
const ending = '.json'

/**
 * The profile of this run by flag or environment; null without one.
 * @param mayCreate whether one that does not exist yet is accepted
 * @throws SwaprouteError INVALID_ARGUMENT, or CONFIG_INVALID from the environment
 */
export function chosenProfile(
  given: Given,
  { env }: Pick<Io, 'env'>,
  { folders, mayCreate }: { folders: Folders; mayCreate: boolean },
): Profile | null {
  const flag = given.get('profile')?.[0]
  const name = flag ?? env[variable] ?? ''
  if (flag === undefined && name === '') return null
  const where = flag === undefined ? variable : '--profile'
  if (!isProfileName(name)) {
    throw invalid(where, 'must be a name of at most 32 letters a-z, digits and -')
  }
  const file = join(folderOf(folders), `${name}${ending}`)
  if (mayCreate || existsSync(file)) return { name, file }
  const names = profileNames(folders)
  throw new SwaprouteError(
    flag === undefined ? 'CONFIG_INVALID' : 'INVALID_ARGUMENT',
    `There is no profile "${name}".`,
    {
      hint:
        names.length === 0
          ? `Create it with its first setting: \`swaproute config set account main --profile ${name}\`.`
          : `Profiles: ${names.join(', ')}.`,
      context: { setting: where, profile: name, profiles: names },
    },
  )
}

/** The profiles that exist, in the order of the alphabet. */
export function profileNames(folders: Folders): string[] {
  const folder = folderOf(folders)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((file) => (file.endsWith(ending) ? [file.slice(0, -ending.length)] : []))
    .filter(isProfileName)
    .toSorted()
}

function isProfileName(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,31}$/.test(text)
}

function folderOf({ config }: Folders): string {
  return join(config, 'profiles')
}
