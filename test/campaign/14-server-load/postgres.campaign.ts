import { describe } from 'vitest'
import { hasPostgres, testDatabase } from '../../support/postgres.ts'
import { defineRow } from '../support/row.ts'
import { facts, judgeServer } from './server.ts'

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  defineRow({ ...facts, title: `${facts.title}, on PostgreSQL` }, async (row) => {
    const { address } = await testDatabase()
    await judgeServer(row, { SWAPROUTE_STORE: address.urls[0] })
  })
})
