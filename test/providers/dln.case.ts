import { createDlnProvider } from '../../src/providers/dln.ts'
import { type CallCase, encodeCall, type HostileCall } from './callCase.ts'
import { type Body, evm, type Exchange, hash, requestOf, tokenOf } from './depositSupport.ts'

// Shapes: https://docs.debridge.com/dln-details (read 2026-11).

const [usdc, bscUsdc] = [tokenOf('ETH', 'USDC'), tokenOf('BSC', 'USDC')]
const [alice, bob, mallory] = [evm('alice'), evm('bob'), evm('mallory')]
const source = '0xeF4fB24aD0916217251F553c0596F8Edc630EB66'
const forwarder = '0x663DC15D3C1aC63ff12E45Ab68FeA3F0a883C251'
// The solver of an answer of 2026-09-15: hyperlane-xyz/hyperlane-monorepo debridge-order.json.
const solver = '0x555ce236c0220695b68341bc48c68d52210cc35b'
const orderId = hash('order')
const signature =
  'function createSaltedOrder((address giveTokenAddress, uint256 giveAmount, bytes takeTokenAddress, uint256 takeAmount, uint256 takeChainId, bytes receiverDst, address givePatchAuthoritySrc, bytes orderAuthorityAddressDst, bytes allowedTakerDst, bytes externalCall, bytes allowedCancelBeneficiarySrc) orderCreation, uint64 salt, bytes affiliateFee, uint32 referralCode, bytes permitEnvelope, bytes metadata) payable returns (bytes32)'

const path = `/dln/order/create-tx?srcChainId=1&srcChainTokenIn=${usdc.address}&srcChainTokenInAmount=100000000&dstChainId=56&dstChainTokenOut=${bscUsdc.address}&dstChainTokenOutAmount=auto&prependOperatingExpenses=false`
const accounts = `dstChainTokenOutRecipient=${bob}&srcChainOrderAuthorityAddress=${alice}&dstChainOrderAuthorityAddress=${bob}&srcAllowedCancelBeneficiary=${alice}&senderAddress=${alice}`
const estimate = {
  estimation: {
    srcChainTokenIn: { chainId: 1, address: usdc.address.toLowerCase(), amount: '100000000' },
    dstChainTokenOut: {
      chainId: 56,
      address: bscUsdc.address,
      amount: '99000000000000000005',
      recommendedAmount: '99000000000000000000',
    },
  },
  fixFee: '1000000000000000',
  order: { approximateFulfillmentDelay: 3 },
}
const swappedBefore: Body = structuredClone(estimate)
swappedBefore.estimation.srcChainTokenOut = { address: evm('weth'), amount: '1' }
const order = {
  giveTokenAddress: usdc.address,
  giveAmount: 100_000_000n,
  takeTokenAddress: bscUsdc.address,
  takeAmount: 99n * 10n ** 18n,
  takeChainId: 56n,
  receiverDst: bob,
  givePatchAuthoritySrc: alice,
  orderAuthorityAddressDst: bob,
  allowedTakerDst: solver,
  externalCall: '0x',
  allowedCancelBeneficiarySrc: alice,
}
const dataOf = (made: typeof order) =>
  encodeCall(signature, [made, 1_789_457_282_496n, '0x', 0, '0x', '0x0101'])
const tx = {
  to: source,
  data: dataOf(order),
  value: '1000000000000000',
  allowanceTarget: source,
}
const quote: Exchange = { path, body: estimate }
const build: Exchange = { path: `${path}&${accounts}`, body: { ...estimate, orderId, tx } }
const forAll = { ...tx, data: dataOf({ ...order, allowedTakerDst: '0x' }) }
const ordered = (bend: (order: Body) => unknown): HostileCall[2] => {
  return ({ args }) => bend(args[0])
}
const text = (stringValue: string | undefined) => stringValue && { stringValue }
const event = (of: string | undefined) => of && { transactionHash: { stringValue: of } }

export const callCase: CallCase = {
  source: { kind: 'shaped', from: 'docs.debridge.com/dln-details', date: '2026-11' },
  create: (baseUrl) => createDlnProvider({ baseUrl, trackUrl: `${baseUrl}/track` }),
  request: { ...requestOf(usdc, bscUsdc, 100_000_000n), fromAddress: alice, receiver: bob },
  honest: [quote, build],
  wire: {
    quotedOut: ['estimation.dstChainTokenOut.recommendedAmount'],
    builtOut: ['estimation.dstChainTokenOut.recommendedAmount'],
    srcAmount: 'estimation.srcChainTokenIn.amount',
    srcToken: 'estimation.srcChainTokenIn.address',
    dstToken: 'estimation.dstChainTokenOut.address',
    to: 'tx.to',
    data: 'tx.data',
    value: 'tx.value',
    spender: 'tx.allowanceTarget',
    fee: 'fixFee',
  },
  call: {
    signature,
    payer: ['0.givePatchAuthoritySrc', '0.allowedCancelBeneficiarySrc'],
    receiver: ['0.receiverDst', '0.orderAuthorityAddressDst'],
    srcToken: ['0.giveTokenAddress'],
    dstToken: ['0.takeTokenAddress'],
    srcAmount: ['0.giveAmount'],
    minimum: '0.takeAmount',
    dstChain: '0.takeChainId',
    free: {
      1: 'a salt, which only tells orders apart',
      3: 'a code that deBridge counts referrals by; nothing is paid for it',
      5: 'bytes that the contract only emits',
    },
    alike: { '0.allowedTakerDst': ['0x'], '0.allowedCancelBeneficiarySrc': ['0x'] },
  },
  more: {
    'an order that any solver may fill': {
      honest: [quote, { ...build, body: { ...build.body, tx: forAll } }],
    },
  },
  hostile: [
    ['the forwarder, which swaps before', 'E2', ({ body }) => (body.tx.to = forwarder)],
    ['a stranger as its only taker', 'E8', ordered((each) => (each.allowedTakerDst = mallory))],
    ['the payer as its only taker', 'E8', ordered((each) => (each.allowedTakerDst = alice))],
    ['a taker of another kind', 'E8', ordered((each) => (each.allowedTakerDst = '0x12'))],
    ['a call on delivery', 'E8', ordered((each) => (each.externalCall = '0x12'))],
    ['a fee', 'E8', ({ args }) => (args[2] = mallory)],
    ['a permit', 'E8', ({ args }) => (args[4] = '0x12')],
  ],
  refusals: [
    // What docs.debridge.com shows for ARB on Arbitrum: a swap before the order, by the forwarder.
    [200, swappedBefore, 'NO_ROUTE'],
    [400, { errorId: 'ERROR_LOW_GIVE_AMOUNT', errorMessage: 'low' }, 'AMOUNT_TOO_LOW'],
    [400, { errorId: 'UNSUPPORTED_CHAIN' }, 'NO_ROUTE'],
    [400, { errorId: 'COMPLIANCE_ADDRESS_BLOCKED' }, 'UPSTREAM_REFUSED'],
  ],
  orders: {
    told: (state, { paid, payout, refund } = {}) => [
      {
        path: `/track/api/Orders/${orderId}`,
        body: {
          orderId: text(orderId),
          state,
          giveOfferWithMetadata: { chainId: text('1') },
          createdSrcEventMetadata: event(paid),
          fulfilledDstEventMetadata: event(payout),
          claimedOrderCancelSrcEventMetadata: event(refund),
        },
      },
    ],
    byPayment: (told, paid) => [
      { path: `/track/api/Transaction/${paid}/orderIds`, body: { orderIds: [text(orderId)] } },
      ...told,
    ],
    words: [
      ['Created', 'PENDING'],
      ['OrderCancelled', 'LONG_PENDING'],
      ['SentOrderCancel', 'LONG_PENDING'],
    ],
    done: 'Fulfilled',
    refunded: 'ClaimedOrderCancel',
    foreign: [['another order', (body) => (body.orderId.stringValue = hash('other'))]],
  },
}
