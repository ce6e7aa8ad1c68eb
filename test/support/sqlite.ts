import Libsql from 'libsql'

type Value = string | number | null
type Statement = { run(...values: Value[]): unknown; all(...values: Value[]): unknown[] }
type Connection = { exec(sql: string): unknown; prepare(sql: string): Statement; close(): unknown }
type SqliteClass = { new (file: string): Connection; prototype: Connection }

/**
 * The class that the stores open files with, by the rule of src/store/engine.ts. Two libraries of
 * SQLite in one process must not have the same file open: closing it in the one drops the locks of
 * the other (https://sqlite.org/howtocorrupt.html, section 2.2, read 2026-11-29).
 */
export const Sqlite: SqliteClass = nodeClass() ?? Libsql

function nodeClass(): SqliteClass | null {
  const found: object = process.getBuiltinModule('node:sqlite') ?? {}
  return 'constants' in found
    ? (found as unknown as { DatabaseSync: SqliteClass }).DatabaseSync
    : null
}
