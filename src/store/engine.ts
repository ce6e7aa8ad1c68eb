import { pathToFileURL } from 'node:url'
import { SwaprouteError } from '../core/errors.ts'

export type SqlValue = string | number | null | Uint8Array

/** An open file; statements take their values in the order of their question marks. */
export type Connection = {
  exec(sql: string): unknown
  all(sql: string, values: readonly SqlValue[]): unknown[]
  /** Returns how many rows changed. */
  run(sql: string, values: readonly SqlValue[]): number
  close(): unknown
}

/** Opens a file, which is created if it is missing and not opened for reading only. */
export type Connect = (file: string, readOnly: boolean) => Connection

/** The used part of `node:sqlite`; the types of Node 20 do not have it. */
type NodeSqlite = {
  DatabaseSync: new (
    file: string,
    options: { readOnly: boolean },
  ) => {
    exec(sql: string): void
    prepare(sql: string): {
      run(...values: readonly SqlValue[]): { changes: number | bigint }
      all(...values: readonly SqlValue[]): unknown[]
    }
    close(): void
  }
}

/**
 * The SQLite of the running Node (22.13 and newer), else libsql. Both read and write the same
 * files, also at the same time.
 * @throws SwaprouteError CONFIG_INVALID if there is neither
 */
export async function loadSqlite(): Promise<Connect> {
  const own = nodeSqlite()
  if (own !== null) return (file, readOnly) => openNode(new own.DatabaseSync(file, { readOnly }))
  try {
    const { default: Libsql } = await import('libsql')
    return (file, readOnly) =>
      openLibsql(new Libsql(readOnly ? `${pathToFileURL(file).href}?mode=ro` : file))
  } catch (cause) {
    throw missingSqlite(cause)
  }
}

/** Null for 22.12 and older, whose flag offers one that cannot open a file for reading only. */
function nodeSqlite(): NodeSqlite | null {
  const { emitWarning } = process
  // Node 22 and 24 call it experimental, on every run.
  process.emitWarning = () => {}
  try {
    const found = process.getBuiltinModule('node:sqlite')
    return isNodeSqlite(found) ? found : null
  } finally {
    process.emitWarning = emitWarning
  }
}

/** Its constants came with the version that needs no flag. */
function isNodeSqlite(found: unknown): found is NodeSqlite {
  return (
    typeof found === 'object' && found !== null && 'DatabaseSync' in found && 'constants' in found
  )
}

// Statements are not kept: one that failed halfway would hold its read lock in libsql.

function openNode(database: InstanceType<NodeSqlite['DatabaseSync']>): Connection {
  let isOpen = true
  return {
    exec: (sql) => database.exec(sql),
    all: (sql, values) => database.prepare(sql).all(...values),
    run: (sql, values) => Number(database.prepare(sql).run(...values).changes),
    close: () => {
      // Unlike libsql, it throws the second time.
      if (isOpen) database.close()
      isOpen = false
    },
  }
}

/** Its own types do not match the values of a row. */
type LibsqlDatabase = {
  exec(sql: string): unknown
  prepare(sql: string): {
    run(values: readonly SqlValue[]): { changes: number }
    all(values: readonly SqlValue[]): unknown[]
  }
  close(): unknown
}

function openLibsql(database: LibsqlDatabase): Connection {
  return {
    exec: (sql) => database.exec(sql),
    all: (sql, values) => database.prepare(sql).all(values),
    run: (sql, values) => database.prepare(sql).run(values).changes,
    close: () => database.close(),
  }
}

/** libsql's binary for a system is an optional package, and there is none for musl (package.json). */
function missingSqlite(cause: unknown): SwaprouteError {
  const { platform, arch, versions } = process
  return new SwaprouteError(
    'CONFIG_INVALID',
    `Node.js ${versions.node} has no SQLite, and libsql for ${platform}-${arch} cannot be loaded: no swap can be recorded.`,
    {
      hint: 'Use Node.js 22.13 or newer, or (not on Alpine) install swaproute again without --omit=optional. Quotes and status work without it.',
      cause,
    },
  )
}
