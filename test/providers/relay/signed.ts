import { encodeFunctionData, hashStruct, type Hex, parseAbi } from 'viem'

import { decodeStruct, encodeStruct } from '../../../src/chains/evm/structs.ts'
import { orderTypes } from '../../../src/providers/relay/order.ts'
import { because, type CallCodec, type CallSwap, decodeCall, encodeCall } from '../callCase.ts'
import { type Body, evm, type Exchange, hash, requestOf, tokenOf } from '../depositSupport.ts'

// Signed deposits of Relay: shapes and fixed values are those of the vendor's documentation,
// "Price Stabilization" (relayprotocol/relay-docs features/price-stabilization.mdx, 2026-07-24).

const [alice, bob] = [evm('alice'), evm('bob')]
const depository = '0x4cd00e387622c35bddb9b4c962c136462338bc31'
const router = '0x000000000000000000000000b92fe925dc43a0ecde6c8b1a2709c170ec4fff4f'
export const requestId = hash('signed request')
const native = 'function depositNative(address depositor, bytes32 id) payable'
const erc20 = 'function depositErc20(address depositor, address token, uint256 amount, bytes32 id)'
/** A quarter of an hour after the moment of the tests. */
const deadline = Date.UTC(2026, 10, 20, 9, 15) / 1_000

/** The id of an order, by viem alone. */
function idOf(order: Body): Hex {
  const types = Object.fromEntries(
    Object.entries(orderTypes).map(([name, members]) => [name, [...members]]),
  )
  return hashStruct({ types, primaryType: 'Order', data: order })
}

/** Numbers as text and in hexadecimal, as the service writes them. */
function printOrder(order: Body): Body {
  const copy = JSON.parse(
    JSON.stringify(order, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  )
  return { ...copy, salt: `0x${BigInt(order.salt).toString(16).padStart(64, '0')}` }
}

/** Arguments by name: `order`, and `depositor`, `token`, `amount` of the call; `id` unless it is the order's. */
function codecOf(isNative: boolean): CallCodec {
  const signature = isNative ? native : erc20
  const head = ({ depositor, token, amount, id, order }: Body): Hex => {
    const last = id ?? idOf(order)
    return encodeCall(signature, isNative ? [depositor, last] : [depositor, token, amount, last])
  }
  const argumentsIn = (data: string, order: Body): Body => {
    const args = decodeCall(signature, data)
    const id = args.at(-1)
    const own = idOf(order) === id ? {} : { id }
    const [depositor, token, amount] = args
    return isNative ? { depositor, order, ...own } : { depositor, token, amount, order, ...own }
  }
  const size = 2 + 8 + 64 * (isNative ? 2 : 4)
  const place = isNative ? 0 : 1
  return {
    encode: (args) => {
      const order = encodeStruct({ types: orderTypes, name: 'Order', value: args.order })
      return `${head(args)}${order.slice(2)}`.toLowerCase() as Hex
    },
    decode: (data) => {
      const struct = decodeStruct(orderTypes, 'Order', `0x${data.slice(size)}`)
      if (struct === null || struct.rest !== '') throw new Error('no order behind the call')
      return argumentsIn(data.slice(0, size), struct.value)
    },
    readBody: (body) => {
      const { salt, ...order } = numbersIn(body.protocol.v2.orderData)
      const { data } = body.steps[place].items[0].data
      return argumentsIn(data, { ...order, salt: BigInt(salt) })
    },
    writeBody: (body, args) => {
      body.steps[place].items[0].data.data = head(args)
      body.protocol.v2.orderData = printOrder(args.order)
    },
  }
}

/** Decimal texts of an order as numbers; words and bytes stay. */
function numbersIn(order: Body): Body {
  return JSON.parse(JSON.stringify(order), (_key, value: unknown) =>
    typeof value === 'string' && /^\d+$/.test(value) ? BigInt(value) : value,
  )
}

type Coin = ReturnType<typeof tokenOf>

/** A swap from BASE to ARBITRUM. */
function swapOf(src: Coin, dst: Coin, srcAmount: bigint, out: bigint): CallSwap {
  const isNative = src.native
  const wordOf = ({ address }: Coin): string => address.toLowerCase()
  const asked = {
    originChainId: 8453,
    destinationChainId: 42161,
    originCurrency: src.address,
    destinationCurrency: dst.address,
    amount: String(srcAmount),
    tradeType: 'EXACT_INPUT',
    disableOriginSwaps: true,
  }
  const least = (out * 99n) / 100n
  const details = {
    currencyIn: { currency: { chainId: 8453, address: wordOf(src) }, amount: String(srcAmount) },
    currencyOut: {
      currency: { chainId: 42161, address: wordOf(dst) },
      amount: String(out),
      minimumAmount: String(least),
    },
    totalImpact: { usd: '-0.03', percent: '-0.03' },
    timeEstimate: 2,
  }
  const refund = { minimumAmount: 0n, deadline, extraData: router, recipient: alice }
  const order = {
    version: 'v1',
    solverChainId: 'base',
    solver: '0xf70da97812cb96acdf810712aa562db8dfa3dbef',
    salt: BigInt(hash('salt')),
    inputs: [
      {
        payment: { chainId: 'base', currency: wordOf(src), amount: srcAmount, weight: 1n },
        refunds: [
          { chainId: 'base', currency: wordOf(src), ...refund },
          { chainId: 'arbitrum', currency: wordOf(dst), ...refund },
        ],
      },
    ],
    output: {
      chainId: 'arbitrum',
      payments: [
        { recipient: bob, currency: wordOf(dst), minimumAmount: least, expectedAmount: out },
      ],
      deadline,
      calls: [],
      extraData: router,
    },
    fees: [],
  }
  const codec = codecOf(isNative)
  const place = isNative ? 0 : 1
  const approval = {
    id: 'approve',
    kind: 'transaction',
    requestId,
    items: [
      {
        status: 'incomplete',
        data: {
          from: alice,
          to: wordOf(src),
          data: encodeFunctionData({
            abi: parseAbi(['function approve(address spender, uint256 amount)']),
            args: [depository, srcAmount],
          }),
          value: '0',
          chainId: 8453,
        },
      },
    ],
  }
  const data = {
    from: alice,
    to: depository,
    value: isNative ? String(srcAmount) : '0',
    chainId: 8453,
  }
  const deposit = {
    id: 'deposit',
    kind: 'transaction',
    requestId,
    depositAddress: '',
    items: [
      {
        status: 'incomplete',
        data: { ...data, data: '0x' },
        check: { endpoint: `/intents/status/v3?requestId=${requestId}`, method: 'GET' },
      },
    ],
  }
  const steps = isNative ? [deposit] : [approval, deposit]
  const built: Body = { steps, fees: {}, details, protocol: { v2: { orderData: {} } } }
  codec.writeBody(built, { depositor: alice, token: wordOf(src), amount: srcAmount, order })
  const price: Exchange = {
    method: 'POST',
    path: '/price',
    request: { ...asked, user: alice, recipient: alice, refundTo: alice, slippageTolerance: '100' },
    body: { fees: {}, details },
  }
  const input = 'order.inputs.0'
  const output = 'order.output.payments.0'
  return {
    request: { ...requestOf(src, dst, srcAmount), fromAddress: alice, receiver: bob },
    honest: [
      price,
      price,
      {
        method: 'POST',
        path: '/quote/v2',
        request: {
          ...asked,
          user: alice,
          recipient: bob,
          refundTo: alice,
          slippageTolerance: '100',
          protocolVersion: 'v2',
          explicitDeposit: true,
          includeProtocolData: true,
          ttl: 900,
        },
        body: built,
      },
    ],
    wire: {
      quotedOut: ['details.currencyOut.amount', 'details.currencyOut.minimumAmount'],
      builtOut: ['details.currencyOut.amount', 'details.currencyOut.minimumAmount'],
      srcAmount: 'details.currencyIn.amount',
      srcToken: 'details.currencyIn.currency.address',
      dstToken: 'details.currencyOut.currency.address',
      to: `steps.${place}.items.0.data.to`,
      data: `steps.${place}.items.0.data.data`,
      value: `steps.${place}.items.0.data.value`,
      spender: null,
      fee: null,
    },
    call: {
      signature: isNative ? native : erc20,
      payer: ['depositor', `${input}.refunds.0.recipient`, `${input}.refunds.1.recipient`],
      receiver: [`${output}.recipient`],
      srcToken: [
        ...(isNative ? [] : ['token']),
        `${input}.payment.currency`,
        `${input}.refunds.0.currency`,
      ],
      dstToken: [`${output}.currency`, `${input}.refunds.1.currency`],
      srcAmount: [...(isNative ? [] : ['amount']), `${input}.payment.amount`],
      minimum: `${output}.minimumAmount`,
      dstChain: 'order.output.chainId',
      otherChain: 'optimism',
      free: {
        'order.salt': 'a salt, which only tells orders apart',
        [`${input}.payment.weight`]: 'there is one payment, which weighs all',
        ...because(
          'whatever a refund pays, and until when, its order is not guaranteed and typed (E16)',
          `${input}.refunds.0.minimumAmount`,
          `${input}.refunds.0.deadline`,
          `${input}.refunds.1.minimumAmount`,
          `${input}.refunds.1.deadline`,
        ),
        [`${output}.expectedAmount`]: 'what is expected; the least amount is beside it',
      },
      harmless: ['order.output.deadline'],
      alike: { depositor: [`0x${'0'.repeat(40)}`] },
      codec,
    },
    hostile: [
      ['an order of another number', 'E8', ({ args }) => (args.id = hash('other'))],
      ['a call on delivery', 'E8', ({ args }) => (args.order.output.calls = ['0x12'])],
      [
        'a fee to a third party',
        'E8',
        ({ args }) =>
          args.order.fees.push({
            recipientChainId: 'base',
            recipient: evm('mallory'),
            currencyChainId: 'base',
            currency: wordOf(src),
            amount: 1n,
          }),
      ],
      ['no refund', 'E8', ({ args }) => (args.order.inputs[0].refunds = [])],
      [
        'a refund to the receiver',
        'E8',
        ({ args }) => (args.order.inputs[0].refunds[1].recipient = bob),
      ],
      [
        'a second payment',
        'E8',
        ({ args }) => args.order.output.payments.push(args.order.output.payments[0]),
      ],
      ['an unknown solver', 'E8', ({ args }) => (args.order.solver = evm('mallory'))],
      [
        'a fill by an unknown contract',
        'E8',
        ({ args }) => (args.order.output.extraData = router.replace('b92f', 'a92f')),
      ],
      ['a signature', 'E8', ({ body }) => (body.steps.at(-1).kind = 'signature')],
      [
        "an order with another party's signature",
        'E18',
        ({ body }) => (body.protocol.v2.orderSignature = `0x${'12'.repeat(65)}`),
      ],
      ['another transaction', 'E8', ({ body }) => body.steps.push(body.steps.at(-1))],
      [
        'an order that has expired',
        'E8',
        ({ args }) => (args.order.output.deadline = 1_700_000_000),
      ],
    ],
  }
}

export const tokens = swapOf(
  tokenOf('BASE', 'USDC'),
  tokenOf('ARBITRUM', 'USDT'),
  100_000_000n,
  99_950_900n,
)
export const coins = swapOf(
  tokenOf('BASE', 'ETH'),
  tokenOf('ARBITRUM', 'ETH'),
  10n ** 16n,
  9_987_669_548_275_956n,
)
