import * as z from 'zod/mini'

import { hexToTron } from '../chains/tron/addresses.ts'
import type { HttpClient } from '../http/types.ts'
import { parseWire, wireUint } from '../http/wire.ts'
import type { ChainPayment, ChainTransaction } from './transactions/transaction.ts'

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
              to_address: z.nullish(z.string()),
              amount: z.nullish(wireUint),
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
  blockTimeStamp: z.nullish(z.int()),
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

/** The node's records of one hash: what was sent, and what the newest and the last final block say. */
type TronRecord = {
  sent: z.output<typeof transactionWire>
  info: Info
  isFinal: boolean
}

async function readRecord(
  node: string,
  hash: string,
  { http, signal }: TronSource,
): Promise<TronRecord> {
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
  return {
    sent: parseWire(transactionWire, sent, "TRON's transaction"),
    info: parseWire(infoWire, seen, "TRON's transaction"),
    isFinal: parseWire(infoWire, final, "TRON's transaction").id === hash,
  }
}

/**
 * Null while no block has it, and for what is not the call of a contract.
 * @param node base address without a trailing slash
 * @throws SwaprouteError UPSTREAM_FAILED, TIMED_OUT
 */
export async function readTronTransaction(
  node: string,
  hash: string,
  source: TronSource,
): Promise<TronMined | null> {
  const { sent, info, isFinal } = await readRecord(node, hash, source)
  const [call, ...others] = sent.raw_data?.contract ?? []
  if (sent.txID !== hash || info.id !== hash || info.blockNumber == null) return null
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
    isFinal,
    paidTo: (account, token) =>
      token === null ? paidInSun(info, account) : paidInTokens(info, account, token),
  }
}

/**
 * Any transaction, as it is told to those who look for its provider.
 * @param node base address without a trailing slash
 * @throws SwaprouteError UPSTREAM_FAILED, TIMED_OUT
 */
export async function seeTronTransaction(
  node: string,
  hash: string,
  source: TronSource,
): Promise<ChainTransaction | null> {
  const { sent, info } = await readRecord(node, hash, source)
  if (sent.txID !== hash) return null
  const [call] = sent.raw_data?.contract ?? []
  const value = call?.parameter.value ?? {}
  const written = (hex: string | null | undefined): string | null =>
    hex == null || !/^(?:41)?[0-9a-f]{40}$/i.test(hex) ? null : hexToTron(hex)
  const from = written(value.owner_address)
  const contract = written(value.contract_address)
  const coins = call?.type === 'TransferContract' ? value.amount : value.call_value
  const to = written(value.to_address) ?? contract
  const isMined = info.id === hash && info.blockNumber != null
  const isFailed =
    info.result === 'FAILED' || (info.receipt?.result ?? 'SUCCESS').toUpperCase() !== 'SUCCESS'
  const moves = (info.log ?? []).flatMap(({ address, topics, data }): ChainPayment[] => {
    const [topic, payer = '', payee = ''] = topics ?? []
    const [token, owner, taker] = [address, payer.slice(-40), payee.slice(-40)].map(written)
    if (topic !== transferTopic || !/^[0-9a-f]{64}$/i.test(data ?? '')) return []
    if (token == null || owner == null || taker == null) return []
    return [{ token, amount: BigInt(`0x${data ?? ''}`), from: owner, to: taker }]
  })
  const inner = (info.internal_transactions ?? []).flatMap((one): ChainPayment[] => {
    const payee = written(one.transferTo_address)
    const sun = one.rejected === true ? [] : (one.callValueInfo ?? [])
    return sun.flatMap(({ callValue, tokenId }) =>
      callValue == null || callValue === 0n || (tokenId ?? '') !== '' || payee === null
        ? []
        : [{ token: null, amount: callValue, from: null, to: payee }],
    )
  })
  const direct =
    coins == null || coins === 0n ? [] : [{ token: null, amount: coins, from, to } as const]
  const method = (value.data ?? '').slice(0, 8).toLowerCase()
  const isTransfer = call?.type === 'TransferContract' || method === 'a9059cbb'
  return {
    blockchain: 'TRON',
    hash,
    state: !isMined ? 'waiting' : isFailed ? 'failed' : 'done',
    atMs: info.blockTimeStamp ?? null,
    sender: from,
    touched: contract === null ? [] : [contract, ...moves.flatMap(({ token }) => token ?? [])],
    payments: isMined && isFailed ? [] : [...direct, ...moves, ...inner],
    kind: tronKind(isTransfer, method, contract, value.data ?? ''),
  }
}

/** approve(address,uint256), of TRC-20 as of EIP-20. */
function tronKind(
  isTransfer: boolean,
  method: string,
  token: string | null,
  data: string,
): ChainTransaction['kind'] {
  const [, spender, amount] = /^.{8}.{24}([0-9a-f]{40})([0-9a-f]{64})$/i.exec(data) ?? []
  if (method === '095ea7b3' && token !== null && spender !== undefined && amount !== undefined) {
    return { is: 'approval', token, spender: hexToTron(spender), amount: BigInt(`0x${amount}`) }
  }
  return { is: isTransfer ? 'transfer' : 'call' }
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
