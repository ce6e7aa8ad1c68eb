import { randomBytes } from 'node:crypto'
import type { Context, Hono } from 'hono'
import {
  type Abi,
  encodeEventTopics,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  isAddress,
  keccak256,
  parseAbi,
} from 'viem'
import { isRecord } from '../../../src/core/json.ts'
import type { Asked, Dialect, Log, Refusal, Route, Token } from '../calls/dialect.ts'
import { priceOffer, upstreamName } from '../calls/offers.ts'
import { contractsOf } from '../calls/services.ts'
import { findSandboxChain, type SandboxChain } from '../chains.ts'
import type { FaultBoard } from '../faults.ts'
import { usdText } from '../seed/prices.ts'
import { tokensOf } from '../seed/tokens.ts'
import { asHex } from '../rpc.ts'
import { createServer, type LoopbackEnv, RefusalError } from './server.ts'

// Shared by the servers of all services that are paid by one call: routes of a dialect, prices, and
// calls by the vendor's ABI.

/** What every dialect is handed. */
export function createTools(dialect: Dialect, faults: FaultBoard) {
  const refuse = ({ status, body }: Refusal): RefusalError => new RefusalError(status, body)
  const chainOf = ({ blockchain }: Token): SandboxChain => {
    const chain = findSandboxChain(blockchain)
    if (chain === undefined) throw new Error(`the sandbox has no chain ${blockchain}`)
    return chain
  }
  const gasPrice = (token: Token): bigint => chainOf(token).baseFee
  return {
    now: Date.now,
    refuse,
    offer: (asked: Parameters<typeof priceOffer>[1]) => priceOffer(dialect, asked, faults, refuse),
    upstreamName: (token: Token): Hex => asHex(upstreamName(dialect, token)),
    chainIdOf: (token: Token): number => chainOf(token).chainId,
    usd: (amount: bigint, token: Token): string => usdText(amount, token),
    gasPrice,
    gasUsd: (gas: bigint, token: Token): string => {
      const native = tokensOf(token.blockchain).find((one) => one.native)
      return native === undefined ? '0' : usdText(gas * gasPrice(token), native)
    },
    call: (signature: string, args: readonly unknown[]): Hex =>
      encodeFunctionData({ abi: abiOf(signature), args: [...args] }),
    log: encodeLog,
    account: (value: unknown): Hex => {
      if (typeof value === 'string' && isAddress(value, { strict: false })) return value
      throw refuse(dialect.badAddress())
    },
    unique: () => randomBytes(8).readBigUInt64BE(),
    hash: (data: Hex): Hex => keccak256(data),
  }
}

/** The routes of a dialect on the server that every service has. */
export function serveDialect<Engine>(
  dialect: Dialect & { routes: readonly Route<Engine>[] },
  engine: Engine,
  faults: FaultBoard,
): Hono<LoopbackEnv> {
  const app = createServer(dialect.id, faults, dialect)
  for (const { method, path, answer } of dialect.routes) {
    app.on(method, path, async (context) => context.json(await answer(await read(context), engine)))
  }
  return app
}

/** The contract of a service that a call goes to by default. */
export function firstContract(dialect: Dialect): Hex {
  const [contract] = contractsOf(dialect)
  if (contract === undefined) throw new Error(`${dialect.id} has no contract`)
  return contract
}

async function read(context: Context<LoopbackEnv>): Promise<Asked> {
  let body: unknown = null
  try {
    if (context.req.method !== 'GET') body = await context.req.json()
  } catch {
    body = null // not JSON: the dialect misses its members
  }
  return {
    path: (name) => context.req.param(name) ?? '',
    query: (name) => context.req.query(name) ?? '',
    header: (name) => context.req.header(name) ?? '',
    body: isRecord(body) ? body : {},
  }
}

function encodeLog(signature: string, args: readonly unknown[]): Log {
  const abi = abiOf(signature)
  const [event] = abi
  if (event?.type !== 'event') throw new Error(`${signature} is no event`)
  const isIndexed = (_: unknown, index: number): boolean => event.inputs[index]?.indexed === true
  const plain = event.inputs.filter((input) => input.indexed !== true)
  const named = Object.fromEntries(
    event.inputs.map(({ name }, index) => [name ?? String(index), args[index]]),
  )
  const topics = encodeEventTopics({ abi, args: named })
  return {
    topics: topics.flatMap((topic) => (typeof topic === 'string' ? [topic] : [])),
    data: encodeAbiParameters(
      plain,
      args.filter((value, index) => !isIndexed(value, index)),
    ),
  }
}

const abis = new Map<string, Abi>()

/** Parsed once: a signature with a struct takes milliseconds. */
function abiOf(signature: string): Abi {
  const known = abis.get(signature)
  if (known !== undefined) return known
  const abi: Abi = parseAbi<readonly string[]>([signature])
  abis.set(signature, abi)
  return abi
}
