import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '../../../src/core/json.ts'
import type { TonEntry } from './follow.ts'

// The chain on disk: one file, one line per change, each written whole before it is reported. A
// line that was cut short by a sudden end is the last one and is dropped: what it recorded
// never happened.

/** What changed; accounts are bags of cells by raw address. */
export type TonChange = {
  /** Logical time afterwards, decimal text. */
  lt: string
  /** How far the chain's clock is ahead of the machine's. */
  aheadSeconds: number
  accounts: Record<string, string>
  entries: TonEntry[]
}

export type TonJournal = {
  /** The changes so far; null when there is no chain on disk yet. */
  read(): TonChange[] | null
  append(change: TonChange): void
  /** Begins anew with this as the only change. */
  replace(change: TonChange): void
}

/** Changes that are read one by one; more are merged into one, as they contain many outdated accounts. */
const longest = 200

export function tonFileOf(stateDir: string): string {
  return join(stateDir, 'TON.jsonl')
}

export function removeTonState(stateDir: string): void {
  rmSync(tonFileOf(stateDir), { force: true })
}

/** @param codes the chain's set of contracts; a journal of another set counts as absent */
export function openJournal(stateDir: string, codes: string): TonJournal {
  const formatLine = JSON.stringify({ format: 1, codes })
  const file = tonFileOf(stateDir)
  const replaceWith = (text: string): void => {
    writeFileSync(`${file}.draft`, text, { mode: 0o600 })
    renameSync(`${file}.draft`, file)
  }
  const replace = (change: TonChange): void =>
    replaceWith(`${formatLine}\n${JSON.stringify(change)}\n`)
  return {
    read: () => {
      if (!existsSync(file)) return null
      const text = readFileSync(file, 'utf8')
      const whole = text.slice(0, text.lastIndexOf('\n') + 1)
      const [format, ...lines] = whole.split('\n').slice(0, -1)
      if (format !== formatLine || lines.length === 0) return null
      const changes = lines.map(parseChange).filter((change) => change !== null)
      const [first, ...others] = changes
      if (first === undefined || changes.length < lines.length) return null
      if (changes.length > longest) {
        const merged = others.reduce(merge, first)
        replace(merged)
        return [merged]
      }
      if (whole.length < text.length) replaceWith(whole)
      return changes
    },
    append: (change) => appendFileSync(file, `${JSON.stringify(change)}\n`, { mode: 0o600 }),
    replace,
  }
}

function merge(before: TonChange, after: TonChange): TonChange {
  const accounts = { ...before.accounts, ...after.accounts }
  return { ...after, accounts, entries: [...before.entries, ...after.entries] }
}

function parseChange(line: string): TonChange | null {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return null
  }
  return isChange(value) ? value : null
}

// The file is the sandbox's own: this only detects a foreign one.
function isChange(value: unknown): value is TonChange {
  return (
    isRecord(value) &&
    typeof value['lt'] === 'string' &&
    Number.isSafeInteger(value['aheadSeconds']) &&
    isRecord(value['accounts']) &&
    Array.isArray(value['entries'])
  )
}
