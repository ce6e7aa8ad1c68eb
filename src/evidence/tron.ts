import * as z from 'zod/mini'

import { hexToTron } from '../chains/tron/addresses.ts'
import type { HttpClient } from '../http/types.ts'
import { parseWire, wireUint } from '../http/wire.ts'

// TRON by its HTTP node: https://developers.tron.network/reference (read 2026-11).

const transactionWire = z.object({
  txID: z.nullish(z.string()),
  raw_data: z.nullish(
    z.object({
      contract: z.array(
        z.object({
          type: z.string(),
          parameter: z.object({
            value: z.object({
              owner_address: z.nullish(z.string()),
              contract_address: z.nullish(z.string()),
              data: z.nullish(z.string()),
              call_value: z.nullish(wireUint),
            }),
          }),
        }),
      ),
    }),
  ),
})
const infoWire = z.object({
  id: z.nullish(z.string()),
  blockNumber: z.nullish(z.int()),
  result: z.nullish(z.string()),
  receipt: z.nullish(z.object({ result: z.nullish(z.string()) })),
  log: z.nullish(
    z.array(
      z.object({
        address: z.string(),
        topics: z.nullish(z.array(z.string())),
        data: z.nullish(z.string()),
      }),
    ),
  ),
  internal_transactions: z.nullish(
    z.array(
      z.object({
        transferTo_address: z.nullish(z.string()),
        rejected: z.nullish(z.boolean()),
        callValueInfo: z.nullish(
          z.array(z.object({ callValue: z.nullish(wireUint), tokenId: z.nullish(z.string()) })),
        ),
      }),
    ),
  ),
})

/** A call of a contract that is in a block. */
type TronMined = {
  owner: string
  contract: string
  /** Call data without 0x. */
  data: string
  callValue: bigint
  failed: boolean
  isFinal: boolean
  /** What an account was paid of a token, or in sun, base units. */
  paidTo(account: string, token: string | null): bigint
}

type TronSource = { http: HttpClient; signal: AbortSignal }

const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/**
 * Null while no block has it, and for what is not the call of a contract.
 * @param node base address without a trailing slash
 * @throws SwaprouteError UPSTREAM_FAILED, TIMED_OUT
 */
export async function readTronTransaction(
  node: string,
  hash: string,
  { http, signal }: TronSource,
): Promise<TronMined | null> {
  const ask = async (path: string): Promise<unknown> => {
    const body = { value: hash }
    const answer = await http.send({
      method: 'POST',
      url: `${node}${path}`,
      body,
      effect: 'read',
      signal,
    })
    return answer.body
  }
  const [sent, seen, final] = await Promise.all([
    ask('/wallet/gettransactionbyid'),
    ask('/wallet/gettransactioninfobyid'),
    ask('/walletsolidity/gettransactioninfobyid'),
  ])
  const transaction = parseWire(transactionWire, sent, "TRON's transaction")
  const info = parseWire(infoWire, seen, "TRON's transaction")
  const { id } = parseWire(infoWire, final, "TRON's transaction")
  const [call, ...others] = transaction.raw_data?.contract ?? []
  if (transaction.txID !== hash || info.id !== hash || info.blockNumber == null) return null
  if (call?.type !== 'TriggerSmartContract' || others.length > 0) return null
  const {
    owner_address: owner,
    contract_address: contract,
    data,
    call_value,
  } = call.parameter.value
  if (owner == null || contract == null || data == null) return null
  return {
    owner: hexToTron(owner),
    contract: hexToTron(contract),
    data,
    callValue: call_value ?? 0n,
    failed: info.result === 'FAILED' || info.receipt?.result !== 'SUCCESS',
    isFinal: id === hash,
    paidTo: (account, token) =>
      token === null ? paidInSun(info, account) : paidInTokens(info, account, token),
  }
}

type Info = z.output<typeof infoWire>

function paidInTokens({ log }: Info, account: string, token: string): bigint {
  let sum = 0n
  for (const { address, topics, data } of log ?? []) {
    const [topic, , to = ''] = topics ?? []
    if (topic !== transferTopic || hexToTron(address) !== token) continue
    if (hexToTron(to) !== account || !/^[0-9a-f]{64}$/i.test(data ?? '')) continue
    sum += BigInt(`0x${data ?? ''}`)
  }
  return sum
}

function paidInSun({ internal_transactions: inner }: Info, account: string): bigint {
  let sum = 0n
  for (const { transferTo_address: to, rejected, callValueInfo } of inner ?? []) {
    if (to == null || rejected === true || hexToTron(to) !== account) continue
    for (const { callValue, tokenId } of callValueInfo ?? []) {
      if (tokenId == null || tokenId === '') sum += callValue ?? 0n
    }
  }
  return sum
}
