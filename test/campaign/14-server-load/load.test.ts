import { defineRow } from '../support/row.ts'
import { facts, judgeServer } from './server.ts'

defineRow(facts, (row) => judgeServer(row, {}))
