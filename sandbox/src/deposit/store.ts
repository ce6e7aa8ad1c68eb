import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseOrder, printOrder } from './orderFile.ts'
import type { Order } from './types.ts'

/** The orders on disk: one file each, written whole or not at all. */
export type OrderStore = {
  load(): Order[]
  /** On disk when it returns. */
  save(order: Order): void
  remove(order: Order): void
  clear(): void
}

/** Removes the orders of a sandbox that does not run. */
export function removeOrders(stateDir: string): void {
  rmSync(folderOf(stateDir), { recursive: true, force: true })
}

export function createOrderStore(stateDir: string, log: (line: string) => void): OrderStore {
  const folder = folderOf(stateDir)
  const fileOf = (order: Order): string => join(folder, `${nameOf(order)}.json`)
  return {
    load: () => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const orders: Order[] = []
      for (const name of readdirSync(folder)) {
        if (!name.endsWith('.json')) continue
        const order = parseOrder(readFileSync(join(folder, name), 'utf8'))
        if (order === null) log(`deposit: ${name} is no order, left alone`)
        else orders.push(order)
      }
      return orders.sort((a, b) => a.createdAtMs - b.createdAtMs)
    },
    save: (order) => {
      const file = fileOf(order)
      writeFileSync(`${file}.draft`, printOrder(order), { mode: 0o600 })
      renameSync(`${file}.draft`, file)
    },
    remove: (order) => rmSync(fileOf(order), { force: true }),
    clear: () => {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true, mode: 0o700 })
    },
  }
}

function folderOf(stateDir: string): string {
  return join(stateDir, 'deposits')
}

/** Some providers' order ids are not valid file names. */
function nameOf({ provider, id }: Order): string {
  return `${provider}-${createHash('sha256').update(id).digest('hex').slice(0, 20)}`
}
