import { bech32, bech32m, createBase58check } from '@scure/base'
import { sha256 } from '@noble/hashes/sha2.js'

import type { StatusName } from '../../src/core/status.ts'
import { createTeleSwapProvider } from '../../src/providers/tele_swap.ts'
import { registeredLocker } from '../support/registry.ts'
import { type CallCodec, decodeCall, encodeCall } from './callCase.ts'
import { nodeUrls } from './chainNodes.ts'
import {
  type ChainFacts,
  type ContractCase,
  type ContractSwap,
  logOf,
  payment,
  type ViewFact,
} from './contractCase.ts'
import {
  type Body,
  btc,
  evm,
  type Exchange,
  nowMs,
  plainHash,
  requestOf,
  tokenOf,
} from './depositSupport.ts'

// The price, the fees and the locker are those of the README of @teleportdao/teleswap-sdk.

const [alice, mallory] = [evm('alice'), evm('mallory')]
const bitcoin = tokenOf('BITCOIN', 'BTC')
const lockerAddress = '3CAQAw7m95axbY761Xq8d9DADhjNaX9b8o'
const lockerAccount = '0x13ffEe453a15E627Cd2aCbb23A735ab57c7C298f'
const signature =
  'function swapAndUnwrap(address exchangeConnector, uint256[] amounts, bool isFixedToken, address[] path, uint256 deadline, bytes userScript, uint8 scriptType, bytes lockerLockingScript, uint256 thirdParty) payable returns (uint256)'
const newUnwrap =
  'event NewUnwrap(bytes userScript, uint8 scriptType, address lockerTargetAddress, address indexed userTargetAddress, uint256 requestIdOfLocker, uint256 indexed deadline, uint256 thirdPartyId, address inputToken, uint256[3] amounts, uint256[4] fees)'
const paidUnwrap =
  'event PaidUnwrap(address indexed lockerTargetAddress, uint256 requestIdOfLocker, bytes32 bitcoinTxId, uint256 bitcoinTxOutputIndex)'

const polygon = {
  blockchain: 'POLYGON',
  name: 'polygon',
  router: '0x0009876C47F6b2f0BCB41eb9729736757486c75f',
  connector: '0x083Ec5DF8f7a1160690E979E23b5aAAD0b1269Eb',
  lockers: '0xf5D6D369A7F4147F720AEAdd4C4f903aE8046166',
  teleBtc: '0x3BF668Fe1ec79a84cA8481CEAD5dbb30d61cC685',
} as const
const bsc = {
  blockchain: 'BSC',
  name: 'bsc',
  router: '0x2787D48e0B74125597DD479978a5DE09Bb9a3C15',
  connector: '0xD25313591BA4c2645bA7427F34eA61951fAF1D6a',
  lockers: '0x84F74e97ebab432CeE185d601290cE0A483987A5',
  teleBtc: '0xC58C1117DA964aEbe91fEF88f6f5703e79bdA574',
} as const
type Network = typeof polygon | typeof bsc

const usdc = tokenOf('POLYGON', 'USDC')
const [bridgedUsdc, wbtc] = [tokenOf('POLYGON', 'USDC.e'), tokenOf('POLYGON', 'WBTC')]
const [bnb, wbnb, btcb] = [tokenOf('BSC', 'BNB'), tokenOf('BSC', 'WBNB'), tokenOf('BSC', 'BTCB')]

/** Satoshis: of the swap, of the fees, and what is left. */
const [swapped, networkFee, lockerFee, payout] = [102_172n, 600n, 102n, 101_470n]
/** Less one percent. */
const minimum = 100_455n
const deadline = BigInt((nowMs + 60_000) / 1000 + 20 * 60)
const index = 7n

/** Receivers by the type of their script, as the contracts number it. */
const program = Buffer.from(plainHash('bob'), 'hex')
const base58check = createBase58check(sha256)
const words = (bytes: Uint8Array, version: number) => [version, ...bech32.toWords(bytes)]
const addressOf: Readonly<Record<number, (bytes: Uint8Array) => string>> = {
  1: (bytes) => base58check.encode(Uint8Array.of(0, ...bytes)),
  2: (bytes) => base58check.encode(Uint8Array.of(5, ...bytes)),
  3: (bytes) => bech32.encode('bc', words(bytes, 0)),
  4: (bytes) => bech32.encode('bc', words(bytes, 0)),
  5: (bytes) => bech32m.encode('bc', words(bytes, 1)),
}
const lengthOf: Readonly<Record<number, number>> = { 1: 20, 2: 20, 3: 20, 4: 32, 5: 32 }
const bytesOf = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex')
const programOf = (type: number) => program.subarray(0, lengthOf[type])

/** The receiver as its address, which belongs to one type of script. */
const codec: CallCodec = {
  encode: (args) => {
    const text = String(args[5])
    return encodeCall(signature, args.with(5, text.startsWith('0x') ? text : programIn(text)))
  },
  decode: (data) => {
    const args = decodeCall(signature, data)
    const [script, kind] = [bytesOf(args[5]), Number(args[6])]
    const isWhole = script.length === lengthOf[kind]
    return isWhole ? args.with(5, addressOf[kind]?.(script) ?? args[5]) : args
  },
  readBody: ({ data }) => codec.decode(data),
  writeBody: () => {},
}

function programIn(address: string): string {
  const parts = bech32.decodeUnsafe(address) ?? bech32m.decodeUnsafe(address)
  const bytes =
    parts === undefined
      ? base58check.decode(address).slice(1)
      : bech32.fromWords(parts.words.slice(1))
  return `0x${Buffer.from(bytes).toString('hex')}`
}

const viewsOf = ({ blockchain, router, connector, lockers }: Network): ViewFact[] => {
  const of = (to: string, what: string, returns: unknown): ViewFact => ({
    blockchain,
    to,
    signature: `function ${what}`,
    returns,
  })
  return [
    of(router, 'lockers() view returns (address)', lockers),
    of(connector, 'getExactInput(address[] path, uint256 amountIn) view returns (bool, uint256)', [
      true,
      swapped,
    ]),
    of(router, 'bitcoinFee() view returns (uint256)', networkFee),
    of(router, 'lockerPercentageFee() view returns (uint256)', 10n),
    of(router, 'protocolPercentageFee() view returns (uint256)', 0n),
    of(router, 'thirdPartyFee(uint256 id) view returns (uint256)', 0n),
    {
      ...of(lockers, 'isLocker(bytes script) view returns (bool)', true),
      args: [registeredLocker],
    },
  ]
}
const other = (views: readonly ViewFact[], part: string, returns: unknown): ViewFact[] =>
  views.map((view) => (view.signature.includes(part) ? { ...view, returns } : view))

const locker = { id: '1', sourceAddress: lockerAddress, targetAddress: lockerAccount }
const lockersOf = ({ name }: Network): Exchange => ({
  path: `/v1/teleswap/select-locker/${name}?amount=0&type=unwrap`,
  body: {
    success: true,
    data: {
      // Its bitcoins are too few for this payment.
      preferred: { ...locker, id: '2', sourceAddress: btc('locker'), netMinted: '1000' },
      lockers: [{ ...locker, netMinted: '250000000' }],
    },
  },
})

const txId = plainHash('payout')
const request = (sourceTransaction: Body, status = 'Submitted'): Exchange => ({
  path: `/v2/teleswap/requests/tx/${payment}`,
  body: {
    success: true,
    data: {
      fromNetwork: { name: 'polygon' },
      toNetwork: { name: 'bitcoin' },
      type: 'SwapAndUnwrap',
      status,
      state: 'Done',
      sourceTransaction,
      targetEvent: { targetTransaction: { txId: payment } },
    },
  },
})
const named = request({ txId })
const unknown: Exchange = { ...named, body: { success: true, data: null } }
const outage: Exchange = { ...named, status: 503, body: { message: 'unavailable' } }
const shown = (
  to: string,
  { amount = payout, confirmed = true, atMs = nowMs + 30 * 60_000 } = {},
): Exchange => ({
  path: `${nodeUrls.BITCOIN}/tx/${txId}`,
  body: {
    txid: txId,
    vin: [{ prevout: { scriptpubkey_address: lockerAddress } }],
    vout: [
      { scriptpubkey_address: to, value: Number(amount) },
      { scriptpubkey_address: lockerAddress, value: 5_000_000 },
    ],
    status: { confirmed, block_time: confirmed ? Math.floor(atMs / 1000) : null },
  },
})
const missing: Exchange = { ...shown(''), status: 404, body: 'Transaction not found' }

function statesOf({ blockchain, router }: Network, receiver: string): ContractSwap['states'] {
  const proved = (ofIndex: bigint): ChainFacts['mined'] => [
    {
      blockchain,
      hash: `0x${plainHash('proof')}`,
      from: lockerAccount,
      to: router,
      logs: [
        logOf(router, paidUnwrap, {
          lockerTargetAddress: lockerAccount,
          requestIdOfLocker: ofIndex,
          bitcoinTxId: `0x${Buffer.from(txId, 'hex').reverse().toString('hex')}`,
          bitcoinTxOutputIndex: 0n,
        }),
      ],
    },
  ]
  const state = (
    what: string,
    word: StatusName,
    exchanges: readonly Exchange[],
    mined: ChainFacts['mined'] = [],
  ) => [what, word, { exchanges, mined }] as const
  return [
    state('a payment that the service names', 'SUCCESS', [named, shown(receiver)]),
    state(
      'one that was proved to the router',
      'SUCCESS',
      [unknown, shown(receiver)],
      proved(index),
    ),
    state('one while the service is down', 'SUCCESS', [outage, shown(receiver)], proved(index)),
    state('no payment', 'PENDING', [unknown]),
    state('a payment for another order', 'PENDING', [unknown, shown(receiver)], proved(8n)),
    state('a payment that Bitcoin does not show', 'PENDING', [named, missing]),
    state('a payment to another account', 'PENDING', [named, shown(btc('mallory'))]),
    state('a payment of less', 'PENDING', [named, shown(receiver, { amount: payout - 1n })]),
    state('a payment in no block', 'PENDING', [named, shown(receiver, { confirmed: false })]),
    state('a payment of yesterday', 'PENDING', [
      named,
      shown(receiver, { atMs: nowMs - 24 * 3_600_000 }),
    ]),
    state('a text for a transaction', 'PENDING', [request({ txId: 'soon' })]),
    state('another transaction for the named one', 'PENDING', [request({ txId: payment })]),
  ]
}

type Sold = {
  network: Network
  token: typeof usdc
  amount: bigint
  path: readonly string[]
  type: number
}

function swapOf({ network, token, amount, path, type }: Sold): ContractSwap {
  const receiver = addressOf[type]?.(programOf(type)) ?? ''
  const script = `0x${programOf(type).toString('hex')}`
  return {
    request: { ...requestOf(token, bitcoin, amount), fromAddress: alice, receiver },
    views: viewsOf(network),
    exchanges: [lockersOf(network)],
    call: {
      to: network.router,
      spender: token.native ? null : network.router,
      signature,
      args: [
        network.connector,
        [amount, minimum],
        true,
        path,
        deadline,
        script,
        type,
        registeredLocker,
        0n,
      ],
      payer: [],
      receiver: ['5'],
      srcToken: ['3.0'],
      dstToken: [],
      srcAmount: ['1.0'],
      minimum: '1.1',
      dstChain: null,
      free: {},
      // Limits of time are those of every call.
      within: ['4'],
      codec,
    },
    hostile: [
      ['the deadline of the vendor', 'E8', (args) => (args[4] += 100_000n)],
      ['another connector', 'E8', (args) => (args[0] = mallory)],
      ['the connector of another chain', 'E8', (args) => (args[0] = btcb.address)],
      ['a third amount', 'E8', (args) => args[1].push(1n)],
      ['one amount', 'E8', (args) => args[1].pop()],
      ['a part of the amount', 'E8', (args) => (args[2] = false)],
      ['another token sold', 'E8', (args) => (args[3][0] = mallory)],
      ['another token bought', 'E8', (args) => (args[3][path.length - 1] = mallory)],
      ['another token on the way', 'E8', (args) => (args[3][1] = mallory)],
      ['a token more on the way', 'E8', (args) => args[3].splice(1, 0, wbtc.address)],
      ['a token less on the way', 'E8', (args) => args[3].splice(1, 1)],
      ['no tokens', 'E8', (args) => (args[3] = [])],
      ['another kind of script', 'E8', (args) => (args[6] = type === 3 ? 1 : 3)],
      ['a key for a script', 'E8', (args) => (args[6] = 0)],
      ['an unknown kind of script', 'E8', (args) => (args[6] = 6)],
      ['a script that is too long', 'E8', (args) => (args[5] = `${args[5]}00`)],
      ['an empty script', 'E8', (args) => (args[5] = '0x')],
      ['a locker that is none', 'E2', (args) => (args[7] = `0x0014${mallory.slice(2)}`)],
      ['no locker', 'E2', (args) => (args[7] = '0x')],
      ['a share for a partner', 'E8', (args) => (args[8] = 10n)],
    ],
    sent: [
      logOf(network.router, newUnwrap, {
        userScript: script,
        scriptType: type,
        lockerTargetAddress: lockerAccount,
        userTargetAddress: alice,
        requestIdOfLocker: index,
        deadline: 900_000n,
        thirdPartyId: 0n,
        inputToken: path[0],
        amounts: [amount, swapped, payout],
        fees: [networkFee, lockerFee, 0n, 0n],
      }),
    ],
    states: statesOf(network, receiver),
  }
}

const first = swapOf({
  network: polygon,
  token: usdc,
  amount: 100_000_000n,
  path: [usdc.address, bridgedUsdc.address, wbtc.address, polygon.teleBtc],
  type: 3,
})

export const contractCase: ContractCase = {
  ...first,
  source: {
    kind: 'shaped',
    from: 'TeleportDAO/teleswap-contracts-evm, contracts/routers and deployments; README.md and types of @teleportdao/teleswap-sdk 4.2.1',
    date: '2026-08-23',
  },
  create: (baseUrl) => createTeleSwapProvider({ baseUrl }),
  refusals: [
    ['no pool', other(first.views, 'getExactInput', [false, 0n]), 'NO_ROUTE'],
    ['a router that does not answer', [], 'NO_ROUTE'],
    ['another contract of lockers', other(first.views, 'lockers()', mallory), 'NO_ROUTE'],
    ['dust', other(first.views, 'getExactInput', [true, 1_600n]), 'AMOUNT_TOO_LOW'],
    ['fees above the amount', other(first.views, 'bitcoinFee', 200_000n), 'AMOUNT_TOO_LOW'],
    [
      'more than any locker has',
      other(first.views, 'getExactInput', [true, 300_000_000n]),
      'NO_ROUTE',
    ],
  ],
  more: {
    'native coins': swapOf({
      network: bsc,
      token: bnb,
      amount: 10n ** 17n,
      path: [wbnb.address, btcb.address, bsc.teleBtc],
      type: 5,
    }),
    'to a script': swapOf({
      network: bsc,
      token: btcb,
      amount: 10n ** 15n,
      path: [btcb.address, bsc.teleBtc],
      type: 2,
    }),
  },
}
