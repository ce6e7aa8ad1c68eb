import { createMesonProvider } from '../../src/providers/meson.ts'
import { formatAmount } from '../../src/core/amounts.ts'
import type { Token } from '../../src/core/token.ts'
import { because, type CallCase, type CallSwap, type HostileCall } from './callCase.ts'
import { type Body, evm, type Exchange, hash, nowMs, requestOf, tokenOf } from './depositSupport.ts'
import {
  contract,
  dataOf,
  encodedOf,
  expiresAt,
  mesonCodec,
  type MesonSwap,
  signature,
} from './meson/encodedSwap.ts'

// Answers by meson.dev and the types of skalenetwork/portal (packages/metaport/src/core/meson.ts), the
// first swap as that of 2026-09-28 on ETH (0x21e3f93b...0713): 71.386725 USDC to BSC for 0.13 USDC.

const [alice, bob] = [evm('alice'), evm('bob')]
const ids: Readonly<Record<string, readonly [id: string, code: bigint]>> = {
  ETH: ['eth', 0x003cn],
  BSC: ['bnb', 0x02can],
  BASE: ['base', 0x2105n],
  ARBITRUM: ['arb', 0x2329n],
  POLYGON: ['polygon', 0x03c6n],
}
const unitOf = ({ decimals }: Token): bigint => 10n ** BigInt(decimals - 6)

type Side = readonly [token: Token, index: bigint]

/** @param sent and fee in units of the API */
function swapOf(
  [src, inToken]: Side,
  [dst, outToken]: Side,
  sent: bigint,
  fee: bigint,
): Pick<CallSwap, 'request' | 'honest' | 'wire' | 'call'> {
  const [from = '', inChain = 0n] = ids[src.blockchain] ?? []
  const [to = '', outChain = 0n] = ids[dst.blockchain] ?? []
  const units = { sold: unitOf(src), bought: unitOf(dst) }
  const swap: MesonSwap = {
    version: 1n,
    amount: sent * units.sold,
    flags: 0xd8n,
    salt: 0xb8dc1977n,
    out: (sent - fee) * units.bought,
    expireTs: expiresAt,
    outChain,
    outToken,
    inChain,
    inToken,
  }
  const amount = formatAmount(sent, 6)
  const answer = (receiver: string): Body => ({
    result: {
      encoded: encodedOf(swap, units),
      fromAddress: alice.toLowerCase(),
      recipient: receiver.toLowerCase(),
      initiator: evm('initiator').toLowerCase(),
      fee: { serviceFee: '0', lpFee: formatAmount(fee, 6), totalFee: formatAmount(fee, 6) },
      tx: {
        to: contract,
        data: dataOf(swap, units),
        value: src.native ? `0x${(sent * units.sold).toString(16)}` : '0',
      },
    },
  })
  const asked = (receiver: string): Exchange => ({
    method: 'POST',
    path: '/swap',
    request: {
      from: `${from}:${src.symbol.toLowerCase()}`,
      to: `${to}:${dst.symbol.toLowerCase()}`,
      amount,
      fromAddress: alice,
      recipient: receiver,
    },
    body: answer(receiver),
  })
  return {
    request: {
      ...requestOf(src, dst, sent * units.sold),
      fromAddress: alice,
      receiver: bob,
    },
    honest: [asked(alice), asked(bob)],
    wire: {
      quotedOut: ['result.fee.totalFee'],
      outDecimals: 6,
      feeIsOf: amount,
      builtOut: ['result.fee.totalFee'],
      srcAmount: null,
      srcToken: null,
      dstToken: null,
      to: 'result.tx.to',
      data: 'result.tx.data',
      value: 'result.tx.value',
      spender: null,
      fee: null,
    },
    call: {
      signature,
      payer: [],
      receiver: [],
      srcToken: [],
      dstToken: [],
      srcAmount: ['amount'],
      minimum: 'out',
      unit: units.sold,
      rest: [units.bought, units.sold],
      dstChain: 'outChain',
      otherChain: outChain + 7n,
      free: because(
        'a random number, and data of contracts as receivers, which are refused',
        'salt',
      ),
      // Who had it encoded, how it might be signed, and whether a fee is taken that the output shows.
      alike: { flags: Array.from({ length: 16 }, (_, at) => 0x80n | (BigInt(at) << 3n)) },
      within: ['expireTs'],
      codec: mesonCodec(units),
    },
  }
}

const bent = (name: string, change: (args: Body) => unknown): HostileCall => {
  return [name, 'E8', ({ args }) => change(args)]
}
const now = BigInt(nowMs / 1000)
const hostile: readonly HostileCall[] = [
  bent('another version', (args) => (args.version = 2n)),
  bent('a payout by a contract', (args) => (args.flags = 0x58n)),
  bent('a part in coins', (args) => (args.flags = 0xdcn)),
  bent('a share for a partner', (args) => (args.flags = 0xdan)),
  bent('points', (args) => (args.flags = 0xd9n)),
  bent('a call for another chain', (args) => (args.inChain = 0x0504n)),
  bent('a sold token that is not known', (args) => (args.inToken = 9n)),
  bent('a bought token that is not known', (args) => (args.outToken = 40n)),
  bent('a bought token of another kind', (args) => (args.outToken = 243n)),
  bent('a moment too late to be mined', (args) => (args.expireTs = now + 3_600n + 59n)),
  bent('hours to be mined', (args) => (args.expireTs = now + 8n * 3_600n)),
  [
    'another swap than the answer names',
    'E8',
    ({ body }) => {
      const { data } = body.result.tx
      body.result.tx.data = `${data.slice(0, 30)}7${data.slice(31)}`
    },
  ],
]
const refused = (message: string, data?: Body): Body => ({
  error: { code: 1, message, ...(data === undefined ? {} : { data }) },
})
const unsigned: Body = {
  encoded: hash('encoded'),
  fromAddress: alice,
  recipient: alice,
  fee: { serviceFee: '0', lpFee: '0.0001', totalFee: '0.0001' },
}

const first = swapOf(
  [tokenOf('ETH', 'USDC'), 1n],
  [tokenOf('BSC', 'USDC'), 33n],
  71_386_725n,
  130_000n,
)

export const callCase: CallCase = {
  source: {
    kind: 'shaped',
    from: 'meson.dev/api/endpoints/encode-swap and skalenetwork/portal, packages/metaport/src/core/meson.ts',
    date: '2026-03-17',
  },
  create: (baseUrl) => createMesonProvider({ baseUrl }),
  ...first,
  hostile: [
    ...hostile,
    bent('the other stablecoin sold', (args) => (args.inToken = 2n)),
    bent('the other stablecoin bought', (args) => (args.outToken = 34n)),
    bent('the same token on another chain', (args) => {
      args.outChain = 0x2105n
      args.outToken = 1n
    }),
  ],
  refusals: [
    [400, refused('insufficient-allowance', { allowance: '0', swapData: unsigned }), 'NO_ROUTE'],
    [200, { result: unsigned }, 'NO_ROUTE'],
    [200, { result: { ...unsigned, converted: { amount: '0.1', token: 'btc' } } }, 'NO_ROUTE'],
    [400, refused('unsupported token'), 'NO_ROUTE'],
    [400, refused('insufficient-balance'), 'UPSTREAM_REFUSED'],
    [400, { error: { message: 'no', data: { swapData: {} } } }, 'UPSTREAM_REFUSED'],
    [200, { result: { ...unsigned, recipient: bob } }, 'UPSTREAM_FAILED'],
    [200, { result: { ...unsigned, fromAddress: bob } }, 'UPSTREAM_FAILED'],
    [200, { result: { ...unsigned, recipient: undefined } }, 'UPSTREAM_FAILED'],
    [200, { result: { ...unsigned, fee: { totalFee: '80' } } }, 'AMOUNT_TOO_LOW'],
    [500, refused('internal'), 'UPSTREAM_FAILED'],
  ],
  orders: {
    told: (word, { payout, refund } = {}) => [
      {
        path: `/swap?hash=${hash('payment')}`,
        body: {
          result: {
            expired: word === 'expired',
            ...(word === 'expired' || word === 'PENDING'
              ? {}
              : { [word]: payout ?? refund ?? hash('step') }),
            swap: {
              id: hash('swap'),
              from: { amount: '71.386725', network: 'eth', token: 'usdc' },
              to: { amount: '71.256725', network: 'bnb', token: 'usdc' },
            },
          },
        },
      },
    ],
    words: [
      ['PENDING', 'PENDING'],
      ['POSTED', 'PENDING'],
      ['BONDED', 'PENDING'],
      ['LOCKED', 'PENDING'],
      ['EXECUTED', 'PENDING'],
      ['UNLOCKED', 'LONG_PENDING'],
      ['expired', 'LONG_PENDING'],
    ],
    done: 'RELEASED',
    refunded: 'CANCELLED',
    foreign: [],
  },
  more: {
    'native coins': {
      ...swapOf([tokenOf('BASE', 'ETH'), 255n], [tokenOf('ARBITRUM', 'ETH'), 255n], 250_000n, 900n),
      hostile,
    },
    'tokens of 18 decimals': {
      ...swapOf(
        [tokenOf('BSC', 'USDT'), 34n],
        [tokenOf('POLYGON', 'USDC'), 1n],
        40_000_000n,
        520_000n,
      ),
      hostile,
    },
  },
}
