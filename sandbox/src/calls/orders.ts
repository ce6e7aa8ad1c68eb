import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { sandboxChains, type SandboxBlockchain } from '../chains.ts'

// Orders of the bridges that are paid by a call, one file each, written whole or not at all. What
// became of an order is not here: the chains know it.

const chains = sandboxChains.map(({ blockchain }) => blockchain)
const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value))
const amount = z.pipe(
  z.string().check(z.regex(/^\d{1,96}$/)),
  z.transform((text) => BigInt(text)),
)
const side = z.object({
  blockchain: z.custom<SandboxBlockchain>((value) => chains.some((chain) => chain === value)),
  token: hex,
  amount,
})
const site = z.object({ contract: hex, data: hex })
const payment = z.extend(site, {
  to: hex,
  logs: z.array(z.object({ topics: z.array(hex), data: hex })),
})
const orderFile = z.object({
  format: z.literal(1),
  provider: z.string(),
  id: z.string(),
  from: side,
  to: side,
  /** The call that pays it. */
  source: site,
  /** Other data of that call, by which it may be paid as well. */
  alike: z.optional(z.array(hex)),
  payout: payment,
  refund: payment,
  createdAtMs: z.number(),
  /** When its payment was first detected, and its transaction. */
  paidAtMs: z.nullable(z.number()),
  paidBy: z.nullable(hex),
  /** It is refunded and never paid out. */
  cancelled: z.boolean(),
  /** Paid out or back. */
  ended: z.boolean(),
})

export type CallOrder = Omit<z.output<typeof orderFile>, 'format'>

export type CallOrderStore = {
  load(): CallOrder[]
  /** On disk when it returns. */
  save(order: CallOrder): void
  remove(order: CallOrder): void
  clear(): void
}

/** Removes the orders of a sandbox that does not run. */
export function removeCallOrders(stateDir: string): void {
  rmSync(folderOf(stateDir), { recursive: true, force: true })
}

export function createCallOrderStore(
  stateDir: string,
  log: (line: string) => void,
): CallOrderStore {
  const folder = folderOf(stateDir)
  return {
    load: () => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const orders: CallOrder[] = []
      for (const name of readdirSync(folder)) {
        if (!name.endsWith('.json')) continue
        const order = parseOrder(readFileSync(join(folder, name), 'utf8'))
        if (order === null) log(`bridge: ${name} is no order, left alone`)
        else orders.push(order)
      }
      return orders
    },
    save: (order) => {
      const file = join(folder, nameOf(order))
      const write = (_: string, value: unknown): unknown =>
        typeof value === 'bigint' ? value.toString() : value
      const text = `${JSON.stringify({ format: 1, ...order }, write, 1)}\n`
      writeFileSync(`${file}.draft`, text, { mode: 0o600 })
      renameSync(`${file}.draft`, file)
    },
    remove: (order) => rmSync(join(folder, nameOf(order)), { force: true }),
    clear: () => {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true, mode: 0o700 })
    },
  }
}

function folderOf(stateDir: string): string {
  return join(stateDir, 'orders')
}

function nameOf({ provider, id }: CallOrder): string {
  return `${provider}-${createHash('sha256').update(id).digest('hex').slice(0, 20)}.json`
}

/** Null for text that is not an order of this format. */
function parseOrder(text: string): CallOrder | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null // torn or foreign
  }
  const read = orderFile.safeParse(value)
  if (!read.success) return null
  const { format: _, ...order } = read.data
  return order
}
