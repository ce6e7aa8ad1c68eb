import { toFunctionSelector } from 'viem'

import { decodeCall, encodeCall } from './callCase.ts'
import { nodeUrls } from './chainNodes.ts'
import { createSunSwapProvider } from '../../src/providers/sun_swap.ts'
import type { Token } from '../../src/core/token.ts'
import { tronToHex } from '../../src/chains/tron/addresses.ts'
import { type Exchange, plainHash, requestOf, tokenOf, tron } from './depositSupport.ts'
import {
  bendsOf,
  type ForeignCase,
  type ForeignSwapCase,
  type MinedAs,
  type Scene,
} from './foreignCase.ts'

const [trx, usdt, wtrx] = [tokenOf('TRON', 'TRX'), tokenOf('TRON', 'USDT'), tokenOf('TRON', 'WTRX')]
const payer = tron('payer')
const coin = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'
const router = 'TCFNp179Lg46D16zKoumd4Poa2WFFdtqYj'
const node = nodeUrls.TRON
const hash = plainHash('swapped on TRON')
const signature =
  'function swapExactInput(address[] path, string[] poolVersion, uint256[] versionLen, uint24[] fees, (uint256 amountIn, uint256 amountOutMin, address to, uint256 deadline) data) payable returns (uint256[] amountsOut)'
const selector = toFunctionSelector(signature)
const types = 'PSM%2CCURVE%2CCURVE_COMBINATION%2CWTRX%2CSUNSWAP_V1%2CSUNSWAP_V2%2CSUNSWAP_V3'

function swapOf(src: Token, dst: Token, amount: bigint, out: bigint): ForeignSwapCase {
  const [from, to] = [src, dst].map(({ native, address }) => (native ? coin : address))
  const route = {
    amountIn: String(Number(amount) / 1e6),
    amountInRaw: String(amount),
    amountOut: String(Number(out) / 1e6),
    amountOutRaw: String(out),
    amountOutMinimumRaw: String(out),
    inUsd: '0.34',
    outUsd: '0.339',
    impact: '-0.0215',
    fee: '0.0005',
    containsUnverifiedHook: false,
    tokens: [from, wtrx.address, to],
    symbols: [src.symbol, 'WTRX', dst.symbol],
    poolFees: ['0', '500', '0'],
    poolVersions: ['v2', 'v3'],
    poolKeys: [null, null],
    stepAmountsOut: ['1.0', '0.34'],
    amountInReferralBips: 0,
  }
  const quote: Exchange = {
    path: `/swap/routerUniversal?fromToken=${from}&toToken=${to}&amountIn=${amount}&typeList=${types}`,
    body: {
      code: 0,
      message: 'SUCCESS',
      data: [
        route,
        // Better, and over pools that the smart router cannot reach.
        { ...route, amountOutRaw: String(2n * out), poolVersions: ['v4', 'v4'] },
        { ...route, amountOutRaw: String(2n * out), containsUnverifiedHook: true },
      ],
    },
  }
  return {
    request: { ...requestOf(src, dst, amount), fromAddress: payer },
    honest: { quote: [quote], build: [quote] },
    wire: {
      srcToken: 'data.0.tokens.0',
      dstToken: 'data.0.tokens.2',
      srcAmount: 'data.0.amountInRaw',
      dstAmount: 'data.0.amountOutRaw',
    },
    reads: { target: router, networkFee: null },
    // The call is made here: nothing of an answer but its path gets into it.
    hostile: [],
    transactions: bendsOf('tron', [
      ['another contract', 'E2', (it) => ({ ...it, to: tron('mallory') })],
      ['more TRX', 'E5', (it) => ({ ...it, callValue: it.callValue + 1n })],
      ['energy without end', 'E11', (it) => ({ ...it, feeLimit: 10n ** 12n })],
      ['another spender', 'E3', (it) => ({ ...it, approvalAddress: tron('mallory') })],
      ['another method', 'E8', (it) => ({ ...it, signature: 'transfer(address,uint256)' })],
      [
        'data behind its arguments',
        'E8',
        (it) => ({ ...it, rawParameter: `${it.rawParameter}00` }),
      ],
      [
        'half of its arguments',
        'E8',
        (it) => ({ ...it, rawParameter: it.rawParameter.slice(0, 64) }),
      ],
      ...(
        [
          ['another receiver', 'E8', { to: tronToHex(tron('mallory')) }],
          ['a larger amount', 'E5', { amountIn: amount + 1n }],
          ['a smaller minimum', 'E9', { amountOutMin: out / 2n }],
          ['no end', 'E8', { deadline: 10n ** 12n }],
          ['a past end', 'E8', { deadline: 1n }],
        ] as const
      ).map(
        ([name, rule, change]) =>
          [
            name,
            rule,
            (it) => {
              const args = decodeCall(signature, `${selector}${it.rawParameter}`)
              Object.assign(args[4], change)
              return { ...it, rawParameter: encodeCall(signature, args).slice(10) }
            },
          ] satisfies Parameters<typeof bendsOf<'tron'>>[1][number],
      ),
    ]),
  }
}

/** An answer of one route, with something else in it. */
function routed(change: object): object {
  const route = {
    amountInRaw: '100000000',
    amountOutRaw: '33900000',
    tokens: [coin, wtrx.address, usdt.address],
    poolFees: ['0', '500', '0'],
    poolVersions: ['v2', 'v3'],
    ...change,
  }
  return { code: 0, message: 'SUCCESS', data: [route] }
}

function hexOf(address: string): string {
  return `41${(tronToHex(address) ?? '').slice(2)}`
}

/** Shapes: developers.tron.network/reference, gettransactioninfobyid. */
function asked(sent: object, info: object, final: object): Exchange[] {
  const ask = (path: string, body: object): Exchange => {
    return { method: 'POST', path: `${node}${path}`, request: { value: hash }, body }
  }
  return [
    ask('/wallet/gettransactionbyid', sent),
    ask('/wallet/gettransactioninfobyid', info),
    ask('/walletsolidity/gettransactioninfobyid', final),
  ]
}

function minedAs(
  dst: Token,
  transaction: Parameters<ForeignCase['mined']['as']>[0],
  { young, failed, received = 0n }: MinedAs,
): Scene {
  if (transaction.kind !== 'tron') throw new Error('not of TRON')
  const word = (text: string): string => text.padStart(64, '0')
  const isPaid = failed !== true && received > 0n
  const info = {
    id: hash,
    blockNumber: 77_000_000,
    blockTimeStamp: 1_795_165_210_000,
    ...(failed === true ? { result: 'FAILED', resMessage: '4641494c' } : {}),
    receipt: { result: failed === true ? 'REVERT' : 'SUCCESS', energy_usage_total: 214_000 },
    log:
      isPaid && !dst.native
        ? [
            {
              address: hexOf(dst.address).slice(2),
              topics: [
                'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
                word(hexOf(router).slice(2)),
                word(hexOf(payer).slice(2)),
              ],
              data: word(received.toString(16)),
            },
          ]
        : [],
    internal_transactions:
      isPaid && dst.native
        ? [
            {
              caller_address: hexOf(router),
              transferTo_address: hexOf(payer),
              callValueInfo: [{ callValue: Number(received) }],
              note: '63616c6c',
            },
          ]
        : [],
  }
  const sent = {
    txID: hash,
    ret: [{ contractRet: failed === true ? 'REVERT' : 'SUCCESS' }],
    raw_data: {
      contract: [
        {
          type: 'TriggerSmartContract',
          parameter: {
            type_url: 'type.googleapis.com/protocol.TriggerSmartContract',
            value: {
              owner_address: hexOf(payer),
              contract_address: hexOf(transaction.to),
              data: `${selector.slice(2)}${transaction.rawParameter}`,
              ...(transaction.callValue === 0n
                ? {}
                : { call_value: Number(transaction.callValue) }),
            },
          },
        },
      ],
      fee_limit: Number(transaction.feeLimit),
    },
  }
  return { exchanges: asked(sent, info, young === true ? {} : info) }
}

export const foreignCase: ForeignCase = {
  source: {
    kind: 'shaped',
    from: 'github.com/sun-protocol/universal-router-sdk, src/types/routeAPI.ts',
    date: '2026-05-13',
  },
  create: (baseUrl) => createSunSwapProvider({ baseUrl: `${baseUrl}/swap` }),
  ...swapOf(trx, usdt, 100_000_000n, 33_900_000n),
  refusals: [
    [200, { code: 0, message: 'SUCCESS', data: [] }, 'NO_ROUTE'],
    [200, { code: 0, message: 'SUCCESS', data: null }, 'NO_ROUTE'],
    [200, { code: 10_001, message: 'the token is not supported', data: null }, 'UPSTREAM_REFUSED'],
    [400, { code: 400, message: 'bad request' }, 'UPSTREAM_REFUSED'],
    [429, 'Too Many Requests', 'RATE_LIMITED'],
    [502, '<html></html>', 'UPSTREAM_FAILED'],
    [200, { code: 0, data: [{ amountOutRaw: 'much' }] }, 'UPSTREAM_FAILED'],
    [
      200,
      routed({ tokens: [coin, `${wtrx.address.slice(0, -1)}0`, usdt.address] }),
      'UPSTREAM_FAILED',
    ],
    [200, routed({ tokens: [coin, '', usdt.address] }), 'UPSTREAM_FAILED'],
    [200, routed({ poolFees: ['16777216', '500', '0'] }), 'UPSTREAM_FAILED'],
    [200, routed({ tokens: [coin], poolFees: ['0'], poolVersions: [] }), 'NO_ROUTE'],
  ],
  mined: {
    hash,
    unknown: { exchanges: asked({}, {}, {}) },
    as: (transaction, how) => {
      const isBuy = transaction.kind === 'tron' && transaction.callValue > 0n
      return minedAs(isBuy ? usdt : trx, transaction, how)
    },
  },
  more: { 'of a token': swapOf(usdt, trx, 34_000_000n, 99_000_000n) },
}
