import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { describe, expect, test } from 'vitest'
import { type RememberedRoute, createRouteStore } from '../../../src/store/routes.ts'
import { watchConnections } from './support/connections.ts'
import { temporaryFolder } from './support/folder.ts'

const service = 'https://swap.example'
const hour = 60 * 60 * 1000

function remembered(id: string, changes: Partial<RememberedRoute> = {}): RememberedRoute {
  const route = { id, steps: [1] }
  return { id, serviceUrl: service, quotedAtMs: 1_000, body: { amount: '250' }, route, ...changes }
}

describe('routes of a remote service', () => {
  test('come back exactly, in another handle, and only for their own service', async () => {
    const folder = temporaryFolder()
    await createRouteStore(folder, () => 1_000).save([remembered('one'), remembered('two')])
    const store = createRouteStore(folder, () => 1_000)
    expect(await store.find('one', service)).toEqual(remembered('one'))
    expect(await store.find('two', service)).toEqual(remembered('two'))
    expect(await store.find('three', service)).toBeNull()
    expect(await store.find('one', 'https://other.example')).toBeNull()
  })

  test('given out again are the newer ones; those of another service stay', async () => {
    const store = createRouteStore(temporaryFolder(), () => 1_000)
    const other = remembered('one', { serviceUrl: 'https://other.example' })
    await store.save([remembered('one'), other])
    const newer = remembered('one', { route: { id: 'one', steps: [2] } })
    await store.save([newer])
    expect(await store.find('one', service)).toEqual(newer)
    expect(await store.find('one', other.serviceUrl)).toEqual(other)
  })

  test('are kept for an hour', async () => {
    let now = 1_000
    const store = createRouteStore(temporaryFolder(), () => now)
    await store.save([remembered('one')])
    now += hour
    await store.save([])
    expect(await store.find('one', service)).not.toBeNull()
    now += 1
    await store.save([])
    expect(await store.find('one', service)).toBeNull()
  })

  test('leave no connection open, found or not', async () => {
    const open = watchConnections()
    const store = createRouteStore(temporaryFolder(), () => 1_000)
    await store.save([remembered('one')])
    await store.find('one', service)
    await store.find('two', service)
    expect(open()).toBe(0)
  })
})

describe('a file that cannot be used is refused and left as it is', () => {
  test('a damaged one', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'routes.db')
    mkdirSync(folder)
    writeFileSync(file, 'PK'.repeat(5_000))
    const store = createRouteStore(folder, () => 1_000)
    await expect(store.find('one', service)).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
    await expect(store.save([])).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
    expect(readFileSync(file, 'utf8')).toBe('PK'.repeat(5_000))
  })

  test('one of a newer version', async () => {
    const folder = temporaryFolder()
    const store = createRouteStore(folder, () => 1_000)
    await store.save([remembered('one')])
    const database = new Libsql(join(folder, 'routes.db'))
    database.exec('PRAGMA user_version=2')
    database.close()
    await expect(store.find('one', service)).rejects.toMatchObject({
      code: 'STORE_DAMAGED',
      message: expect.stringContaining('it has format 2'),
    })
  })
})
