import {
  encodeAbiParameters,
  getAddress,
  type Hex,
  keccak256,
  parseAbiParameters,
  toEventSelector,
  zeroAddress,
} from 'viem'
import { isRecord } from '../../../src/core/json.ts'
import type { ChainNode } from '../chainNode.ts'
import type { Rpc } from '../rpc.ts'
import type { Log } from './dialect.ts'

// What SandboxRouter.sol is to do for one exact call: its plan is the code of an account whose
// address follows from contract and calldata. No transaction puts it there, so building a call
// mines no block and works while the chain's faults are on.

/** The zero token is the native coin. */
type Payment = { token: Hex; to: Hex; amount: bigint }

/** Simulations see a call as planned, whatever happens when it is mined. */
export type WhenMined = 'as planned' | 'reverts' | 'keeps the money'

export type Plan = {
  /** Null: anyone. */
  sender: Hex | null
  value: bigint
  /** Taken by allowance; null: only the value. */
  take: { token: Hex; amount: bigint; spender: Hex } | null
  payments: readonly Payment[]
  logs: readonly Log[]
  result: Hex
  whenMined: WhenMined
}

/** A call to a contract of a service. */
export type CallSite = { contract: Hex; data: Hex }

const planUsed = toEventSelector('event PlanUsed(bytes32 indexed plan)')
const fates: readonly WhenMined[] = ['as planned', 'reverts', 'keeps the money']
const planParameters = parseAbiParameters([
  'Plan plan',
  'struct Plan { address sender; uint256 value; address token; uint256 amount; address spender; Payment[] payments; Log[] logs; bytes result; uint8 whenMined; }',
  'struct Payment { address token; address to; uint256 amount; }',
  'struct Log { bytes32[] topics; bytes data; }',
])
const placeParameters = parseAbiParameters('address, bytes32')

/** A plan as the contract reads it. */
export function encodePlan(plan: Plan): Hex {
  const { sender, take, whenMined, logs, payments, ...rest } = plan
  return encodeAbiParameters(planParameters, [
    {
      ...rest,
      sender: sender ?? zeroAddress,
      token: take?.token ?? zeroAddress,
      amount: take?.amount ?? 0n,
      spender: take?.spender ?? zeroAddress,
      payments: [...payments],
      logs: logs.map(({ topics, data }) => ({ topics: [...topics], data })),
      whenMined: fates.indexOf(whenMined),
    },
  ])
}

/** Registers a call that may be sent once. */
export async function putPlan(rpc: Rpc, site: CallSite, code: Hex): Promise<void> {
  await rpc.call('anvil_setCode', [planAddress(site), code])
}

/** Puts a plan back that a chain has lost with its last blocks. */
export async function keepPlan(rpc: Rpc, site: CallSite, code: Hex): Promise<void> {
  const there = await rpc.call('eth_getCode', [planAddress(site), 'latest'])
  if (there === '0x') await putPlan(rpc, site, code)
}

/** The transaction of the call; null while not sent. */
export async function findUse(
  { rpc }: Pick<ChainNode, 'rpc'>,
  site: CallSite,
): Promise<Hex | null> {
  const [use] = await findUses(rpc, [site.contract], keccak256(site.data))
  return use?.hash ?? null
}

/** Every call of the contracts, or the one with this key, from a block on. */
export async function findUses(
  rpc: Rpc,
  contracts: readonly Hex[],
  key: Hex | null,
  fromBlock = '0x0',
): Promise<{ key: Hex; contract: Hex; hash: Hex }[]> {
  const topics = key === null ? [planUsed] : [planUsed, key]
  const filter = { address: contracts, topics, fromBlock, toBlock: 'latest' }
  const logs = await rpc.call('eth_getLogs', [filter])
  if (!Array.isArray(logs)) throw new Error('the node gives no logs')
  return logs.flatMap((log: unknown) => {
    if (!isRecord(log) || !Array.isArray(log['topics'])) return []
    const { address, transactionHash } = log
    const used: unknown = log['topics'][1]
    return isHex(address) && isHex(transactionHash) && isHex(used)
      ? [{ key: used, contract: getAddress(address), hash: transactionHash }]
      : []
  })
}

function planAddress({ contract, data }: CallSite): Hex {
  const place = encodeAbiParameters(placeParameters, [contract, keccak256(data)])
  return `0x${keccak256(place).slice(-40)}`
}

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && value.startsWith('0x')
}
