import { mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { SwaprouteError, systemFault } from '../../core/errors.ts'
import { readOwnFile } from './ownFile.ts'
import type { SettingValue } from './setting.ts'

type ConfigDocument = Record<string, unknown>

/**
 * Sets or, with null, removes members of the configuration file by their dotted names. The rest of
 * the file is unchanged, in its order; the file is replaced as a whole, readable for its owner
 * only.
 *
 * @param check runs under the lock; throws to leave the file unchanged
 * @throws SwaprouteError CONFIG_INVALID if the file is not a JSON object or cannot be written
 */
export async function changeConfig(
  file: string,
  changes: Readonly<Record<string, SettingValue | null>>,
  check?: () => void,
): Promise<void> {
  await withConfigLock(file, () => {
    check?.()
    const document = readDocument(file)
    for (const [key, value] of Object.entries(changes)) {
      remove(document, key.split('.'))
      if (value !== null) put(document, key.split('.'), value)
    }
    writeConfigText(file, `${JSON.stringify(document, null, 2)}\n`)
  })
}

const lockWaitMs = 3_000
const lockPauseMs = 20

/**
 * Runs `change` while no other run changes the file, so that no change is lost (docs/safety.md
 * K13). The lock is a file beside it, present during one write.
 * @throws SwaprouteError CONFIG_INVALID if the lock remains for seconds, since its run has crashed
 */
export async function withConfigLock(file: string, change: () => void): Promise<void> {
  const lock = `${realPath(file)}.lock`
  for (let waitedMs = 0; !takeLock(file, lock); waitedMs += lockPauseMs) {
    if (waitedMs >= lockWaitMs) {
      throw new SwaprouteError('CONFIG_INVALID', `Another run is changing ${file}.`, {
        hint: `Nothing was changed. If no other run is active, delete ${lock} and try again.`,
        context: { file, lock },
      })
    }
    await setTimeout(lockPauseMs)
  }
  try {
    change()
  } finally {
    rmSync(lock, { force: true })
  }
}

function takeLock(file: string, lock: string): boolean {
  try {
    mkdirSync(dirname(lock), { recursive: true, mode: 0o700 })
    writeFileSync(lock, String(process.pid), { mode: 0o600, flag: 'wx' })
    return true
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false
    throw unwritable(file, cause)
  }
}

/** Replaces the file atomically; a link is followed, so it remains a link. */
export function writeConfigText(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const target = realPath(file)
    const temporary = `${target}.${process.pid}`
    rmSync(temporary, { force: true })
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' })
    renameSync(temporary, target)
  } catch (cause) {
    throw unwritable(file, cause)
  }
}

function unwritable(file: string, cause: unknown): SwaprouteError {
  return new SwaprouteError('CONFIG_INVALID', `${file} cannot be written: ${systemFault(cause)}.`, {
    hint: 'Check the folder and its permissions, or name another file with --config.',
    cause,
  })
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
    // reported below
  }
  throw new SwaprouteError('CONFIG_INVALID', `${file} is not a JSON object.`, {
    hint: 'Fix it with `swaproute config edit`, or delete it.',
  })
}

/** Removes every spelling of a key: nested, dotted, or mixed. */
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
