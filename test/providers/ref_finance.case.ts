import { base58 } from '@scure/base'

import type { Token } from '../../src/core/token.ts'
import { createRefProvider } from '../../src/providers/ref_finance.ts'
import { nodeUrls } from './chainNodes.ts'
import { type Body, type Exchange, plainHash, requestOf, tokenOf } from './depositSupport.ts'
import type { ForeignCase, ForeignSwapCase, MinedAs, Scene } from './foreignCase.ts'
import { mallory, nearBends } from './ref_finance/bends.ts'

const [near, usdc, bridged, usdt] = ['NEAR', 'USDC', 'USDC.e', 'USDT'].map((symbol) =>
  tokenOf('NEAR', symbol),
) as [Token, Token, Token, Token]
const payer = 'payer-of-swaps.near'
const exchange = 'v2.ref-finance.near'
const node = 'https://near.test'
const index = nodeUrls.NEAR
const hash = base58.encode(Buffer.from(plainHash('swapped on NEAR'), 'hex'))
const deposit = '1250000000000000000000'

function contractOf({ native, address }: Token): string {
  return native ? 'wrap.near' : address
}

/** A question to a contract, and its answer as bytes. */
function view(contract: string, method: string, args: object, answer: unknown): Exchange {
  return {
    method: 'POST',
    path: node,
    request: {
      jsonrpc: '2.0',
      id: 'swaproute',
      method: 'query',
      params: {
        request_type: 'call_function',
        finality: 'optimistic',
        account_id: contract,
        method_name: method,
        args_base64: Buffer.from(JSON.stringify(args)).toString('base64'),
      },
    },
    body: {
      jsonrpc: '2.0',
      id: 'swaproute',
      result: {
        block_height: 170_000_000,
        logs: [],
        result: [...Buffer.from(JSON.stringify(answer))],
      },
    },
  }
}

function registration(contract: string, isThere: boolean): Exchange[] {
  const balance = isThere ? { total: deposit, available: '0' } : null
  return [
    view(contract, 'storage_balance_of', { account_id: payer }, balance),
    ...(isThere
      ? []
      : [view(contract, 'storage_balance_bounds', {}, { min: deposit, max: deposit })]),
  ]
}

type Path = {
  amount: bigint
  out: bigint
  pools: readonly (readonly [id: number, token: string])[]
}

function swapOf(
  src: Token,
  dst: Token,
  paths: readonly Path[],
  views: readonly Exchange[],
): ForeignSwapCase {
  const amount = paths.reduce((sum, path) => sum + path.amount, 0n)
  const out = paths.reduce((sum, path) => sum + path.out, 0n)
  const [from, to] = [contractOf(src), contractOf(dst)]
  const quote: Exchange = {
    path: `/ref/findPath?${new URLSearchParams({
      amountIn: String(amount),
      tokenIn: from,
      tokenOut: to,
      pathDeep: '3',
      slippage: '0.005',
    }).toString()}`,
    body: {
      result_code: 0,
      result_message: 'Success',
      result_data: {
        routes: paths.map((path) => ({
          pools: path.pools.map(([id, token], at) => ({
            pool_id: String(id),
            token_in: path.pools[at - 1]?.[1] ?? from,
            token_out: token,
            amount_in: at === 0 ? String(path.amount) : '0',
            amount_out: '0',
            min_amount_out: at === path.pools.length - 1 ? String((path.out * 199n) / 200n) : '0',
          })),
          amount_in: String(path.amount),
          min_amount_out: String((path.out * 199n) / 200n),
          amount_out: String(path.out),
        })),
        contract_in: from,
        contract_out: to,
        amount_in: String(amount),
        amount_out: String(out),
      },
    },
  }
  return {
    request: { ...requestOf(src, dst, amount), fromAddress: payer },
    honest: { quote: [quote], build: [quote, ...views] },
    wire: {
      srcToken: 'result_data.contract_in',
      dstToken: 'result_data.contract_out',
      srcAmount: 'result_data.amount_in',
      dstAmount: 'result_data.amount_out',
    },
    reads: { target: exchange, networkFee: null },
    // The message is made here: nothing of an answer but its path gets into it.
    hostile: [],
    transactions: nearBends({ payer, to, amount, wraps: src.native }),
  }
}

function answered(body: Body): Scene {
  return {
    exchanges: [
      // Any account may be named as its sender: nodes follow the hash.
      { method: 'POST', path: node, body },
      {
        method: 'POST',
        path: `${index}/v0/transactions`,
        request: { tx_hashes: [hash] },
        body: {
          transactions: [
            {
              transaction: body.result?.transaction ?? {
                hash,
                signer_id: payer,
                receiver_id: exchange,
                actions: [],
              },
              execution_outcome: { outcome: { status: { SuccessValue: '' } } },
              receipts: [],
            },
          ],
        },
      },
    ],
  }
}

const unknown = {
  jsonrpc: '2.0',
  id: 'swaproute',
  error: {
    name: 'HANDLER_ERROR',
    cause: { name: 'UNKNOWN_TRANSACTION', info: { requested_transaction_hash: hash } },
    code: -32_000,
    message: 'Server error',
  },
}

/** Shapes: near/nearcore, FinalExecutionOutcomeWithReceiptView; the event is of transaction 2jMSAk3q…J5Ke. */
function minedAs(
  transaction: Parameters<ForeignCase['mined']['as']>[0],
  { young, failed, received = 0n }: MinedAs,
): Scene {
  if (transaction.kind !== 'near') throw new Error('not of NEAR')
  const pay = transaction.transactions.at(-1)
  const args = pay?.actions.at(-1)?.params.args as { amount: string; msg: string }
  const { actions, skip_unwrap_near: skips } = JSON.parse(args.msg)
  const token = actions.at(-1).token_out as string
  const event = (to: string, amount: bigint): string =>
    `EVENT_JSON:${JSON.stringify({
      standard: 'nep141',
      version: '1.0.0',
      event: 'ft_transfer',
      data: [{ old_owner_id: exchange, new_owner_id: to, amount: String(amount) }],
    })}`
  const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')
  const isPaid = failed !== true
  const done = { SuccessValue: '' }
  return answered({
    jsonrpc: '2.0',
    id: 'swaproute',
    result: {
      final_execution_status: young === true ? 'EXECUTED_OPTIMISTIC' : 'FINAL',
      status: { SuccessValue: base64(isPaid ? args.amount : '0') },
      transaction: {
        hash,
        nonce: 1,
        signer_id: pay?.signerId,
        receiver_id: pay?.receiverId,
        actions: pay?.actions.map(({ params }) => ({
          FunctionCall: {
            method_name: params.methodName,
            args: base64(params.args),
            gas: Number(params.gas),
            deposit: params.deposit,
          },
        })),
      },
      transaction_outcome: { id: hash, outcome: { executor_id: payer, logs: [], status: done } },
      receipts_outcome: [
        ...(isPaid && skips === true
          ? [
              {
                id: 'r1',
                outcome: {
                  executor_id: token,
                  logs: [
                    event(mallory, 10n ** 40n),
                    event(payer, received / 2n),
                    `Transfer ${received - received / 2n} from ${exchange} to ${payer}`,
                  ],
                  status: done,
                },
              },
            ]
          : []),
        { id: 'r3', outcome: { executor_id: payer, logs: [], status: { Failure: {} } } },
      ],
      receipts:
        isPaid && skips === false
          ? [
              ['r2', exchange, payer, received],
              ['r3', exchange, payer, 10n ** 40n],
              ['r4', 'system', payer, 10n ** 20n],
            ].map(([id, predecessor, receiver, yocto]) => ({
              receipt_id: id,
              predecessor_id: predecessor,
              receiver_id: receiver,
              receipt: { Action: { actions: [{ Transfer: { deposit: String(yocto) } }] } },
            }))
          : [],
    },
  })
}

const one = 10n ** 24n

export const foreignCase: ForeignCase = {
  source: {
    kind: 'shaped',
    from: 'ref-finance/ref-ui, src/services/smartRouterFromServer.ts',
    date: '2026-11-22',
  },
  create: (baseUrl) => createRefProvider({ baseUrl: `${baseUrl}/ref`, nodeUrl: node }),
  ...swapOf(
    near,
    usdc,
    [
      {
        amount: one,
        out: 5_262_864n,
        pools: [
          [3, bridged.address],
          [5516, usdc.address],
        ],
      },
    ],
    [...registration(usdc.address, false), ...registration('wrap.near', false)],
  ),
  refusals: [
    [200, { result_code: -1, result_message: 'no path', result_data: null }, 'NO_ROUTE'],
    [
      200,
      {
        result_code: 0,
        result_data: {
          routes: [],
          contract_in: 'a',
          contract_out: 'b',
          amount_in: '1',
          amount_out: '0',
        },
      },
      'NO_ROUTE',
    ],
    [
      200,
      {
        result_code: 0,
        result_data: {
          routes: ['3', '4'].map((pool_id) => ({
            pools: [{ pool_id, token_in: 'wrap.near', token_out: usdc.address }],
            min_amount_out: '0',
          })),
          contract_in: 'wrap.near',
          contract_out: usdc.address,
          amount_in: String(one),
          amount_out: '5262864',
        },
      },
      'UPSTREAM_FAILED',
    ],
    [400, { message: 'bad request' }, 'UPSTREAM_REFUSED'],
    [429, 'Too Many Requests', 'RATE_LIMITED'],
    [502, '<html></html>', 'UPSTREAM_FAILED'],
    [200, { result_code: 0, result_data: { amount_out: 'much' } }, 'UPSTREAM_FAILED'],
  ],
  mined: { hash, unknown: answered(unknown), as: minedAs },
  more: {
    'into the coin, over two paths': swapOf(
      usdt,
      near,
      [
        { amount: 3_000_001n, out: one / 2n + 1n, pools: [[4179, 'wrap.near']] },
        {
          amount: 2_000_000n,
          out: one / 3n,
          pools: [
            [4513, usdc.address],
            [4512, 'wrap.near'],
          ],
        },
      ],
      [],
    ),
    'of a registered account': swapOf(
      usdt,
      usdc,
      [{ amount: 5_000_000n, out: 4_999_000n, pools: [[4179, usdc.address]] }],
      registration(usdc.address, true),
    ),
  },
}
