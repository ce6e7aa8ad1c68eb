import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/store/database.ts'
import { claimOrder, orderClaimsSchema } from '../../../src/store/orderClaims.ts'
import { ownMark, startOfProcess } from '../../../src/store/processes.ts'
import { temporaryFolder } from './support/folder.ts'

async function emptyDatabase(): Promise<Database> {
  const opened = await openDatabase({
    file: join(temporaryFolder(), 'quotes.db'),
    format: 1,
    schema: `CREATE TABLE quotes (id TEXT, service_url TEXT, swap TEXT); ${orderClaimsSchema}`,
    synchronous: 'NORMAL',
  })
  if (opened.state === 'damaged') throw new Error(opened.problem)
  return opened.database
}

test('a claim is on disk before its caller goes on; the other writes stay quick', async () => {
  const database = await emptyDatabase()
  const settings: unknown[] = []
  const setting = (): unknown => database.all('PRAGMA synchronous')[0]?.['synchronous']
  const watched: Database = {
    ...database,
    transaction: (work) => {
      settings.push(setting())
      return database.transaction(work)
    },
  }
  expect(claimOrder(watched, 'a', ownMark(), 1_000, startOfProcess)).toBe('claimed')
  settings.push(setting())
  expect(settings).toEqual([2, 1])
  database.close()
})

test('a claim that cannot be written leaves the setting as it was', async () => {
  const database = await emptyDatabase()
  const broken: Database = {
    ...database,
    run: () => {
      throw new Error('disk I/O error')
    },
  }
  expect(() => claimOrder(broken, 'a', ownMark(), 1_000, startOfProcess)).toThrow('disk I/O')
  expect(database.all('PRAGMA synchronous')).toEqual([{ synchronous: 1 }])
  expect(claimOrder(database, 'a', ownMark(), 1_000, startOfProcess)).toBe('claimed')
  database.close()
})
