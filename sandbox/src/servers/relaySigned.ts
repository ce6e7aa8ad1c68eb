import { encodeAbiParameters, hashStruct, type Hex, parseAbiParameters } from 'viem'
import { isRecord } from '../../../src/core/json.ts'
import type { BridgeDialect, BridgeEngine, FoundOrder, Offer, Token } from '../calls/dialect.ts'
import type { SandboxBlockchain } from '../chains.ts'
import type { FaultBoard } from '../faults.ts'
import { stuckReason } from './relayRequests.ts'
import { RefusalError } from './server.ts'

// Orders of Relay that are paid by a call: the depository receives only the hash of an order,
// `hashStruct` of its EIP-712 types (src/order of https://github.com/relayprotocol/relay-protocol-sdk and
// docs.relay.link "Price Stabilization", read 2026-11-23). Clients put the order behind the call.

const depository = '0x4cd00e387622c35bddb9b4c962c136462338bc31'
/** Fills orders. */
const router = '0xb92fe925dc43a0ecde6c8b1a2709c170ec4fff4f'
const solver = '0xf70da97812cb96acdf810712aa562db8dfa3dbef'
const zero = '0x0000000000000000000000000000000000000000'
const approve = 'function approve(address spender, uint256 amount)'
const depositNative = 'function depositNative(address depositor, bytes32 id) payable'
const depositErc20 =
  'function depositErc20(address depositor, address token, uint256 amount, bytes32 id)'
const nativeDeposited = 'event RelayNativeDeposit(address from, uint256 amount, bytes32 id)'
const erc20Deposited =
  'event RelayErc20Deposit(address from, address token, uint256 amount, bytes32 id)'
const fill = 'function fill(bytes32 id)'
const withdraw = 'function withdraw(bytes32 id)'

const orderParameters = parseAbiParameters([
  'Order order',
  'struct Order { string version; string solverChainId; address solver; uint256 salt; Input[] inputs; Output output; Fee[] fees; }',
  'struct Input { Payment payment; Refund[] refunds; }',
  'struct Payment { string chainId; bytes currency; uint256 amount; uint256 weight; }',
  'struct Refund { string chainId; bytes recipient; bytes currency; uint256 minimumAmount; uint32 deadline; bytes extraData; }',
  'struct Output { string chainId; Payout[] payments; uint32 deadline; bytes[] calls; bytes extraData; }',
  'struct Payout { bytes recipient; bytes currency; uint256 minimumAmount; uint256 expectedAmount; }',
  'struct Fee { string recipientChainId; bytes recipient; string currencyChainId; bytes currency; uint256 amount; }',
])
const field = (name: string, type: string) => ({ name, type })
const orderTypes = {
  Order: [
    field('version', 'string'),
    field('solverChainId', 'string'),
    field('solver', 'address'),
    field('salt', 'uint256'),
    field('inputs', 'Input[]'),
    field('output', 'Output'),
    field('fees', 'Fee[]'),
  ],
  Input: [field('payment', 'InputPayment'), field('refunds', 'InputRefund[]')],
  InputPayment: [
    field('chainId', 'string'),
    field('currency', 'bytes'),
    field('amount', 'uint256'),
    field('weight', 'uint256'),
  ],
  InputRefund: [
    field('chainId', 'string'),
    field('recipient', 'bytes'),
    field('currency', 'bytes'),
    field('minimumAmount', 'uint256'),
    field('deadline', 'uint32'),
    field('extraData', 'bytes'),
  ],
  Output: [
    field('chainId', 'string'),
    field('payments', 'OutputPayment[]'),
    field('deadline', 'uint32'),
    field('calls', 'bytes[]'),
    field('extraData', 'bytes'),
  ],
  OutputPayment: [
    field('recipient', 'bytes'),
    field('currency', 'bytes'),
    field('minimumAmount', 'uint256'),
    field('expectedAmount', 'uint256'),
  ],
  Fee: [
    field('recipientChainId', 'string'),
    field('recipient', 'bytes'),
    field('currencyChainId', 'string'),
    field('currency', 'bytes'),
    field('amount', 'uint256'),
  ],
}

/** Relay's names of chains in orders: docs.relay.link, "Depository". */
const chainNames = {
  ETH: 'ethereum',
  BSC: 'bnb',
  ARBITRUM: 'arbitrum',
  POLYGON: 'polygon',
} as const satisfies Record<SandboxBlockchain, string>
/** Tokens that solvers take, other than native coins. */
const reserves = ['USDC', 'USDT']

const refusal = (message: string, errorCode: string) =>
  ({ status: 400, body: { message, errorCode } }) as const

/** Its routes are those of `relay.ts`. */
export const relaySigned: BridgeDialect = {
  kit: 'evmBridge',
  id: 'relay',
  coin: zero,
  source: depository,
  destination: router,
  terms: { spreadBps: 10n, minUsd: 2, maxUsd: 250_000 },
  payoutUsd: '0.1',
  trades: (side, { native, symbol }) => side === 'to' || native || reserves.includes(symbol),
  noRoute: (why) =>
    why === 'chain'
      ? refusal('Chain is not supported', 'CHAIN_DISABLED')
      : refusal('No routes found', 'NO_SWAP_ROUTES_FOUND'),
  outOfRange: (side) =>
    side === 'min'
      ? refusal('Swap output amount is too small to cover fees', 'AMOUNT_TOO_LOW')
      : refusal('Solver has insufficient liquidity', 'INSUFFICIENT_LIQUIDITY'),
  badAddress: () => refusal('Invalid recipient', 'INVALID_ADDRESS'),
  routes: [],
}

export type SignedAsked = {
  offer: Offer
  user: string
  recipient: string
  refundTo: string
  minOut: bigint
  ttlSeconds: number
}

/** Opens an order; the steps that pay it, and its data. */
export async function openSigned(engine: BridgeEngine, asked: SignedAsked) {
  const { offer, minOut, ttlSeconds } = asked
  const { from, to, amountIn, amountOut } = offer
  const user = engine.account(asked.user)
  const recipient = lower(engine.account(asked.recipient))
  const refundTo = lower(engine.account(asked.refundTo))
  const [src, dst] = [chainNames[from.blockchain], chainNames[to.blockchain]]
  const [paid, bought] = [lower(from.address), lower(to.address)]
  const deadline = Math.floor(engine.now() / 1_000) + ttlSeconds
  const extraData: Hex = `0x${router.slice(2).padStart(64, '0')}`
  const refund = { recipient: refundTo, minimumAmount: 0n, deadline, extraData }
  const order = {
    version: 'v1',
    solverChainId: 'base',
    solver,
    salt: engine.unique(),
    inputs: [
      {
        payment: { chainId: src, currency: paid, amount: amountIn, weight: 1n },
        refunds: [
          { chainId: src, currency: paid, ...refund },
          { chainId: dst, currency: bought, ...refund },
        ],
      },
    ],
    output: {
      chainId: dst,
      payments: [{ recipient, currency: bought, minimumAmount: minOut, expectedAmount: amountOut }],
      deadline,
      calls: [],
      extraData,
    },
    fees: [],
  } as const
  const id = hashStruct({ types: orderTypes, primaryType: 'Order', data: order })
  const bare = from.native
    ? engine.call(depositNative, [user, id])
    : engine.call(depositErc20, [user, from.address, amountIn, id])
  const behind = encodeAbiParameters(orderParameters, [order]).slice(2)
  const value = from.native ? amountIn : 0n
  await engine.open(offer, {
    id,
    // The vendor's own client pays without the order behind the call, which the depository ignores.
    data: bare,
    alike: [`0x${bare.slice(2)}${behind}`],
    value,
    sender: user,
    receiver: recipient,
    refundTo,
    logs: [
      from.native
        ? engine.log(nativeDeposited, [user, amountIn, id])
        : engine.log(erc20Deposited, [user, from.address, amountIn, id]),
    ],
    payout: { data: engine.call(fill, [id]) },
    refund: { data: engine.call(withdraw, [id]) },
  })
  const chainId = engine.chainIdOf(from)
  const step = (name: 'approve' | 'deposit', data: object) => ({
    id: name,
    action: 'Confirm transaction in your wallet',
    description:
      name === 'approve' ? 'Approving the depository' : 'Depositing funds to the relayer',
    kind: 'transaction',
    requestId: id,
    depositAddress: '',
    items: [
      {
        status: 'incomplete',
        data: { from: user, ...data, chainId },
        // Its client would wait for the end of the order after an approval that had one.
        ...(name === 'approve'
          ? {}
          : { check: { endpoint: `/intents/status/v3?requestId=${id}`, method: 'GET' } }),
      },
    ],
  })
  const approval = engine.call(approve, [depository, amountIn])
  return {
    id,
    steps: [
      ...(from.native ? [] : [step('approve', { to: paid, data: approval, value: '0' })]),
      step('deposit', { to: depository, data: bare, value: String(value) }),
    ],
    orderData: printOrder(order),
  }
}

/** An order as `GET /intents/status/v3` returns it. */
export function printSignedStatus(
  { offer, ...found }: FoundOrder,
  engine: BridgeEngine,
  faults: FaultBoard,
) {
  const hangs = found.stage === 'refunding' && faults.read('relay', 'stuck') !== null
  return {
    status: hangs ? 'failure' : statuses[found.stage],
    failReason: hangs || found.stage === 'refunded' ? 'SOLVER_BALANCE_TOO_LOW' : 'N/A',
    refundFailReason: hangs ? stuckReason : 'N/A',
    inTxHashes: [found.srcTxHash],
    txHashes: outHashes(found),
    updatedAt: engine.now(),
    originChainId: engine.chainIdOf(offer.from),
    destinationChainId: engine.chainIdOf(offer.to),
    quoteCreatedAt: engine.now(),
  }
}

/** An order as `GET /requests/v3` lists it. */
export function printSignedRequest({ offer, ...found }: FoundOrder, engine: BridgeEngine) {
  const transaction = (token: Token) => (txHash: string) => ({
    txHash,
    type: 'onchain',
    chainId: engine.chainIdOf(token),
    status: 'success',
  })
  const { payer, receiver } = found
  const amountOf = (token: Token, amount: bigint) => ({
    currency: { chainId: engine.chainIdOf(token), address: lower(token.address) },
    amount: String(amount),
  })
  const { from, to } = offer
  const quoted = {
    origin: { inputCurrency: amountOf(from, offer.amountIn) },
    destination: { outputCurrency: amountOf(to, offer.amountOut) },
  }
  return {
    id: found.id,
    status: statuses[found.stage],
    user: payer,
    sender: payer,
    recipient: receiver,
    refundTo: payer,
    requestType: 'Swap',
    depositAddress: null,
    supersededByRequestId: null,
    data: {
      failReason: found.stage === 'refunded' ? 'SOLVER_BALANCE_TOO_LOW' : null,
      refundFailReason: null,
      inTxs: [found.srcTxHash].map(transaction(offer.from)),
      outTxs: outHashes(found).map(transaction(found.stage === 'refunded' ? offer.from : offer.to)),
      route: { quoted, actual: null },
    },
    protocol: { orderId: found.id },
    features: [],
  }
}

const statuses = {
  created: 'pending',
  filled: 'success',
  refunding: 'pending',
  refunded: 'refund',
} as const

function outHashes({ stage, payoutHash, refundHash }: Omit<FoundOrder, 'offer'>): string[] {
  const hash = stage === 'refunded' ? refundHash : payoutHash
  return hash === null ? [] : [hash]
}

/** Numbers as Relay writes them. */
function printOrder({ salt, ...order }: { salt: bigint }): object {
  const text = JSON.stringify(order, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  const printed: unknown = JSON.parse(text)
  if (!isRecord(printed)) throw new Error('an order is an object')
  return { ...printed, salt: `0x${salt.toString(16).padStart(64, '0')}` }
}

function lower(address: string): Hex {
  if (!address.startsWith('0x')) throw new RefusalError(400, { message: 'Invalid address' })
  return `0x${address.slice(2).toLowerCase()}`
}
