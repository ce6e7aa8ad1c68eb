import { mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { SwaprouteError } from '../../core/errors.ts'
import { systemFault } from '../../core/systemFault.ts'
import { readOwnFile } from './ownFile.ts'
import type { SettingValue } from './settings.ts'

type ConfigDocument = Record<string, unknown>

/**
 * Sets or, with null, removes members of the configuration file by their dotted names. The rest of
 * the file stays as it is, in its order; the file is replaced as a whole, readable for its owner
 * alone.
 *
 * @throws SwaprouteError CONFIG_INVALID where the file is no JSON object or cannot be written
 */
export function changeConfig(
  file: string,
  changes: Readonly<Record<string, SettingValue | null>>,
): void {
  const document = readDocument(file)
  for (const [key, value] of Object.entries(changes)) {
    remove(document, key.split('.'))
    if (value !== null) put(document, key.split('.'), value)
  }
  writeConfigText(file, `${JSON.stringify(document, null, 2)}\n`)
}

/** Replaces the file at once; a link is followed, so that it stays one. */
export function writeConfigText(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const target = realPath(file)
    const temporary = `${target}.${process.pid}`
    rmSync(temporary, { force: true })
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' })
    renameSync(temporary, target)
  } catch (cause) {
    throw new SwaprouteError(
      'CONFIG_INVALID',
      `${file} cannot be written: ${systemFault(cause)}.`,
      {
        hint: 'Check the folder and its permissions, or name another file with --config.',
        cause,
      },
    )
  }
}

function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file // not there yet
  }
}

function readDocument(file: string): ConfigDocument {
  let text: string
  try {
    text = readOwnFile(file)
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) throw thrown
    return {} // no file yet; one that cannot be read cannot be replaced either
  }
  try {
    const parsed: unknown = JSON.parse(text)
    if (isDocument(parsed)) return parsed
  } catch {
    // told below
  }
  throw new SwaprouteError('CONFIG_INVALID', `${file} is not a JSON object.`, {
    hint: 'Fix it with `swaproute config edit`, or delete it.',
  })
}

/** Takes every spelling of a key out: nested, dotted, or half of each. */
function remove(document: ConfigDocument, parts: readonly string[]): void {
  for (let length = parts.length; length > 0; length -= 1) {
    const name = parts.slice(0, length).join('.')
    const rest = parts.slice(length)
    const value = document[name]
    if (rest.length === 0) Reflect.deleteProperty(document, name)
    else if (isDocument(value)) {
      remove(value, rest)
      if (Object.keys(value).length === 0) Reflect.deleteProperty(document, name)
    }
  }
}

function put(document: ConfigDocument, parts: readonly string[], value: SettingValue): void {
  const [name = '', ...rest] = parts
  if (rest.length === 0) {
    document[name] = value
    return
  }
  const inner = document[name]
  const member = isDocument(inner) ? inner : {}
  document[name] = member
  put(member, rest, value)
}

function isDocument(value: unknown): value is ConfigDocument {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
