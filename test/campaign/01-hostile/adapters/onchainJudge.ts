/** What signed bytes would really do, asked of the chain itself behind the hostile node. */
import { parseTransaction, recoverTransactionAddress } from 'viem'
import { at, isRecord } from '../../../support/bodies.ts'
import type { Run } from '../kit/stage.ts'

export type Account = {
  rpcUrl: string
  owner: string
  router: string
  srcToken: string
  dstToken: string
  /** Base units that may leave, and that have to come if they do. */
  amount: bigint
  atLeast: bigint
}

/** 250 USD (E11) at the sandbox's price of 3000. */
const mostGasWei = (250n * 10n ** 18n) / 3000n
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

/** Null where nothing that was signed could do harm, mined now on the real chain. */
export async function harmOf(account: Account, { sent }: Run): Promise<string | null> {
  for (const raw of sent) {
    const problem = await harmOfOne(account, `0x${raw.slice(2)}`)
    if (problem !== null) return problem
  }
  return null
}

async function harmOfOne(
  account: Account,
  raw: `0x02${string}` | `0x${string}`,
): Promise<string | null> {
  const { owner, router, srcToken, dstToken, amount, atLeast } = account
  const signed = parseTransaction(raw)
  const { to = null, data = '0x', value = 0n, gas = 0n } = signed
  const price = signed.maxFeePerGas ?? signed.gasPrice ?? 0n
  const signer = await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })
  if (signer.toLowerCase() !== owner.toLowerCase()) return `signed by ${signer}`
  const chain = BigInt(String(await ask(account.rpcUrl, 'eth_chainId', [])))
  if (BigInt(signed.chainId ?? 0) !== chain) return `signed for chain ${signed.chainId}`
  if (to?.toLowerCase() !== router.toLowerCase()) return `signed for ${to}`
  if (value !== 0n) return `sends ${value} wei`
  if (gas * price > mostGasWei) return `gas may cost ${gas * price} wei`
  const read = (token: string): object => ({
    to: token,
    data: `0x70a08231${owner.slice(2).padStart(64, '0')}`,
  })
  const calls = [
    read(srcToken),
    read(dstToken),
    { from: owner, to, data, gas: `0x${gas.toString(16)}` },
    read(srcToken),
    read(dstToken),
  ]
  const told = await ask(account.rpcUrl, 'eth_simulateV1', [
    { blockStateCalls: [{ calls }] },
    'latest',
  ])
  const results = at(told, '0.calls')
  const word = (place: number): bigint => BigInt(String(at(results, `${place}.returnData`)))
  if (BigInt(String(at(results, '2.status'))) !== 1n) return null // reverts: nothing leaves but gas
  const left = word(0) - word(3)
  const came = word(4) - word(1)
  if (left > amount) return `${left} of the source leave`
  if (came < atLeast) return `only ${came} come for ${left}`
  const logs = at(results, '2.logs')
  const approvals = (Array.isArray(logs) ? logs : []).filter(
    (log) =>
      at(log, 'topics.0') === approvalTopic &&
      String(at(log, 'topics.1')).endsWith(owner.slice(2).toLowerCase()) &&
      String(at(log, 'topics.2')).slice(-40) !== router.slice(2).toLowerCase(),
  )
  return approvals.length > 0 ? 'gives another approval' : null
}

/**
 * A question to the chain itself.
 * @throws Error with what it answers in place of a result
 */
export async function ask(rpcUrl: string, method: string, params: unknown[]): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const body: unknown = await response.json()
  if (isRecord(body) && 'result' in body) return body['result']
  throw new Error(`${method}: ${JSON.stringify(body).slice(0, 300)}`)
}
