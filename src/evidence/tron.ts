import * as z from 'zod/mini'

import { hexToTron } from '../chains/tron/addresses.ts'
import { wireUint } from '../http/wire.ts'
import { firstNode, type NodeSource } from './nodes.ts'

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

/** A transaction as a node has it. Accounts in base58; amounts in base units. */
export type TronTransaction = {
  /** `TransferContract`, `TriggerSmartContract`, …; null where it is missing. */
  type: string | null
  /** Whether it is the only contract of the transaction. */
  isAlone: boolean
  owner: string | null
  /** The contract that is called. */
  contract: string | null
  /** The account that a plain transfer pays, in sun. */
  payee: string | null
  amount: bigint
  /** Call data without 0x. */
  data: string | null
  callValue: bigint
  isMined: boolean
  /** `unstated`: the receipt has no result, as that of a plain transfer. */
  result: 'success' | 'failed' | 'unstated'
  isFinal: boolean
  /** Unix milliseconds; null where the node does not have it. */
  atMs: number | null
  /** Of TRC-20 tokens, by their events. */
  transfers: readonly { token: string; amount: bigint; from: string; to: string }[]
  /** Sun that contracts paid. */
  innerPayments: readonly { amount: bigint; to: string }[]
}

const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/**
 * By what a node was sent, and what its newest and its last final block have of it. Null where no
 * node knows it.
 * @param hash 64 hexadecimal digits in lower case
 * @throws SwaprouteError CHAIN_UNAVAILABLE
 */
export async function readTronTransaction(
  hash: string,
  source: NodeSource,
): Promise<TronTransaction | null> {
  return await firstNode('TRON', source, async (node) => {
    const ask = async <Schema extends z.ZodMiniType>(
      path: string,
      wire: Schema,
    ): Promise<z.output<Schema>> =>
      node.read(await node.ask(path, { value: hash }), wire, 'the transaction')
    const [sent, info, final] = await Promise.all([
      ask('/wallet/gettransactionbyid', transactionWire),
      ask('/wallet/gettransactioninfobyid', infoWire),
      ask('/walletsolidity/gettransactioninfobyid', infoWire),
    ])
    return sent.txID === hash ? toTransaction(hash, sent, info, final) : null
  })
}

type Sent = z.output<typeof transactionWire>
type Info = z.output<typeof infoWire>

function toTransaction(hash: string, sent: Sent, info: Info, final: Info): TronTransaction {
  const [call, ...others] = sent.raw_data?.contract ?? []
  const value = call?.parameter.value ?? {}
  const result = (info.receipt?.result ?? '').toUpperCase()
  const isFailed = info.result === 'FAILED' || (result !== '' && result !== 'SUCCESS')
  return {
    type: call?.type ?? null,
    isAlone: others.length === 0,
    owner: inBase58(value.owner_address),
    contract: inBase58(value.contract_address),
    payee: inBase58(value.to_address),
    amount: value.amount ?? 0n,
    data: value.data ?? null,
    callValue: value.call_value ?? 0n,
    isMined: info.id === hash && info.blockNumber != null,
    result: isFailed ? 'failed' : result === '' ? 'unstated' : 'success',
    isFinal: final.id === hash,
    atMs: info.blockTimeStamp ?? null,
    transfers: (info.log ?? []).flatMap(({ address, topics, data }) => {
      const [topic, payer = '', payee = ''] = topics ?? []
      const [token, from, to] = [address, payer.slice(-40), payee.slice(-40)].map(inBase58)
      if (topic !== transferTopic || !/^[0-9a-f]{64}$/i.test(data ?? '')) return []
      if (token == null || from == null || to == null) return []
      return [{ token, amount: BigInt(`0x${data ?? ''}`), from, to }]
    }),
    innerPayments: (info.internal_transactions ?? []).flatMap((one) => {
      const to = inBase58(one.transferTo_address)
      if (to === null || one.rejected === true) return []
      return (one.callValueInfo ?? []).flatMap(({ callValue, tokenId }) =>
        callValue == null || callValue === 0n || (tokenId ?? '') !== ''
          ? []
          : [{ amount: callValue, to }],
      )
    }),
  }
}

/** Null for what is not an address in hexadecimal digits, with or without its prefix. */
function inBase58(hex: string | null | undefined): string | null {
  return hex != null && /^(?:41)?[0-9a-f]{40}$/i.test(hex) ? hexToTron(hex) : null
}

/** What contracts paid to an account of a token, or in sun, base units. */
export function paidOnTron(
  { transfers, innerPayments }: TronTransaction,
  account: string,
  token: string | null,
): bigint {
  const paid =
    token === null ? innerPayments : transfers.filter(({ token: address }) => address === token)
  return paid.reduce((sum, { amount, to }) => (to === account ? sum + amount : sum), 0n)
}
