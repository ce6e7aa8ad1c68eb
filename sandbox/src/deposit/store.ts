import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { type BlockchainId, isBlockchainId } from '../../../src/core/blockchainIds.ts'
import { type Order, depositProviders, stages } from './types.ts'

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

// An order as text: amounts are decimal strings, everything else as it is.

const amount = z.pipe(
  z.string().check(z.regex(/^\d{1,96}$/)),
  z.transform((text) => BigInt(text)),
)
const text = z.nullable(z.string())
const coin = z.object({
  blockchain: z.custom<BlockchainId>((value) => typeof value === 'string' && isBlockchainId(value)),
  address: z.string(),
  symbol: z.string(),
  decimals: z.int(),
  native: z.boolean(),
})
const transfer = z.object({
  coin,
  to: z.string(),
  memo: text,
  amount,
  hash: text,
  raw: text,
  done: z.boolean(),
})

const orderFile = z.object({
  format: z.literal(1),
  provider: z.enum(depositProviders),
  id: z.string(),
  rateType: z.enum(['fixed', 'float']),
  from: coin,
  to: coin,
  amountIn: amount,
  amountOut: amount,
  minOut: z.nullable(amount),
  receiver: z.string(),
  receiverMemo: text,
  refundAddress: text,
  refundMemo: text,
  depositAddress: z.string(),
  depositMemo: text,
  createdAtMs: z.number(),
  expiresAtMs: z.nullable(z.number()),
  openedAtBlock: z.int(),
  stage: z.enum(stages),
  history: z.array(z.object({ stage: z.enum(stages), atMs: z.number() })),
  payments: z.array(
    z.object({ hash: z.string(), from: text, amount, memo: text, atMs: z.number() }),
  ),
  overdue: z.boolean(),
  reason: z.nullable(z.enum(['amount', 'late', 'memo', 'fault', 'price'])),
  payout: z.nullable(transfer),
  refund: z.nullable(transfer),
  facts: z.record(z.string(), z.json()),
})

/** Null for text that is not an order of this format. */
export function parseOrder(text: string): Order | null {
  const read = orderFile.safeParse(parseJson(text))
  if (!read.success) return null
  const { format: _, ...order } = read.data
  return order
}

function printOrder(order: Order): string {
  const write = (_: string, value: unknown): unknown =>
    typeof value === 'bigint' ? value.toString() : value
  return `${JSON.stringify({ format: 1, ...order }, write, 1)}\n`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // torn or foreign
  }
}
