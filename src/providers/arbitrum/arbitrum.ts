import { call, type CallTerms, unsafeCall } from '../../chains/evm/calls.ts'
import { asHex, view } from '../../chains/evm/views.ts'
import { isSameAddress, zeroAddress } from '../../core/token.ts'
import { contractBridge } from '../kits/evm/contractBridge.ts'
import type { ContractTools } from '../kits/evm/contractTools.ts'
import { noRoute } from '../kits/errors.ts'
import type { Provider } from '../types.ts'
import { arbitrumTokens, child, type ArbitrumLane, parent } from './contracts.ts'
import { type ArbitrumDeposit, depositDelivery, depositOf } from './deposits.ts'
import { type Withdrawal, arbitrumClaims, withdrawalDelivery, withdrawalOf } from './withdrawals.ts'

// The bridge of ARBITRUM itself. A deposit is a ticket, executed on ARBITRUM after some ten
// minutes and paid for in advance; what is left of that returns on ARBITRUM. A withdrawal takes about
// a week and has to be claimed on ETH. Both are one for one. ABIs: Inbox, L1GatewayRouter,
// L2GatewayRouter, ArbSys of https://github.com/OffchainLabs/nitro-contracts and
// token-bridge-contracts (2026-03). `depositEth` is not used: its call names neither amount nor
// receiver. Tokens with gateways of their own are not served.

const ticket =
  'function createRetryableTicket(address to, uint256 l2CallValue, uint256 maxSubmissionCost, address excessFeeRefundAddress, address callValueRefundAddress, uint256 gasLimit, uint256 maxFeePerGas, bytes data) payable returns (uint256)'
const depositToken =
  'function outboundTransferCustomRefund(address token, address refundTo, address to, uint256 amount, uint256 maxGas, uint256 gasPriceBid, bytes data) payable returns (bytes)'
const withdrawEther = 'function withdrawEth(address destination) payable returns (uint256)'
const withdrawToken =
  'function outboundTransfer(address l1Token, address to, uint256 amount, bytes data) payable returns (bytes)'
const submissionFee =
  'function calculateRetryableSubmissionFee(uint256 dataLength, uint256 baseFee) view returns (uint256)'

/** Gas of a ticket on ARBITRUM: minting took some 95,000, and what is not used returns. */
const ticketGas = 300_000n
/** Length of a ticket's call: a transfer of the standard gateway with the token's name and symbol. */
const ticketBytes = 1_200n
/** Prices rise until the ticket is there. */
const room = 3n
/** Maximum cost of a ticket, wei; about 50 USD. */
const mostTicketFee = 20n * 10n ** 15n

const name = { name: 'Arbitrum', keyVariable: null } as const

export function createArbitrumProvider(): Provider {
  return contractBridge<ArbitrumLane, ArbitrumDeposit | Withdrawal>({
    id: 'arbitrum',
    name: 'Arbitrum',
    blockchains: ['ARBITRUM', 'ETH'],
    contracts: { ETH: [parent.inbox, parent.router], ARBITRUM: [child.arbSys, child.router] },
    spenders: { ETH: [parent.gateway], ARBITRUM: [] },
    mostFixedFee: { ETH: mostTicketFee },
    lane: arbitrumTokens.laneOf,
    quote: async ({ lane: { from, pair }, srcAmount }, { read, gasPrice, context }) => {
      const isEther = isSameAddress(pair.ETH, zeroAddress)
      const registered = isEther || isRegistered(pair, read)
      if (from === 'ARBITRUM') {
        const [isKnown, [number]] = await Promise.all([
          registered,
          read('ARBITRUM', [
            view(child.arbSys, 'function arbChainID() view returns (uint256)', []),
          ]),
        ])
        if (!isKnown || !number.ok || number.value !== BigInt(context.chainId('ARBITRUM') ?? -1)) {
          throw noRoute(name)
        }
        const week = 7 * 24 * 3_600
        return { dstAmount: srcAmount, exact: true, spender: null, durationSeconds: week }
      }
      // `(1400 + 6 * dataLength) * baseFee` (Inbox.sol): what a wei of it costs is asked for together
      // with the price.
      const [isKnown, parentPrice, childPrice, [perWei]] = await Promise.all([
        registered,
        gasPrice('ETH'),
        gasPrice('ARBITRUM'),
        read('ETH', [view(parent.inbox, submissionFee, [isEther ? 0n : ticketBytes, 1n])]),
      ])
      if (!isKnown || !perWei.ok) throw noRoute(name)
      const submission = perWei.value * parentPrice + 1n
      const needed = submission + ticketGas * childPrice
      return {
        dstAmount: srcAmount,
        exact: true,
        neededFee: needed,
        fixedFee: room * needed,
        spender: isEther ? null : parent.gateway,
        durationSeconds: 900,
        carry: String(room * submission),
      }
    },
    calls: ({ blockchain, to }) => (blockchain === 'ETH' ? depositCalls(to) : withdrawalCalls(to)),
    encode: (accepted, { encode, encodeValues }) => {
      const { lane, recipient, refundAddress, srcAmount, fixedFee, carry } = accepted
      const [payee, refund] = [asHex(recipient), asHex(refundAddress)]
      const token = asHex(lane.pair.ETH)
      const isEther = isSameAddress(token, zeroAddress)
      if (lane.from === 'ARBITRUM') {
        return isEther
          ? { to: child.arbSys, data: encode(withdrawEther, [payee]) }
          : { to: child.router, data: encode(withdrawToken, [token, payee, srcAmount, '0x']) }
      }
      const asked = BigInt(typeof carry === 'string' ? carry : 0)
      const submission = asked < fixedFee / 2n ? asked : fixedFee / 2n
      const price = (fixedFee - submission) / ticketGas
      if (isEther) {
        const data = encode(ticket, [
          payee,
          srcAmount,
          submission,
          refund,
          refund,
          ticketGas,
          price,
          '0x',
        ])
        return { to: parent.inbox, data }
      }
      const more = asHex(encodeValues('uint256, bytes', [submission, '0x']))
      const args = [token, refund, payee, srcAmount, ticketGas, price, more] as const
      return { to: parent.router, data: encode(depositToken, args) }
    },
    transferOf: (mined, tools) =>
      mined.blockchain === 'ETH' ? depositOf(mined, tools) : withdrawalOf(mined, tools),
    delivery: (transfer, tools) =>
      transfer.kind === 'deposit'
        ? depositDelivery(transfer, tools)
        : withdrawalDelivery(transfer, tools),
    claims: arbitrumClaims,
  })
}

/** Whether the router still sends the pair through the standard gateway. */
async function isRegistered(
  pair: ArbitrumLane['pair'],
  read: ContractTools['read'],
): Promise<boolean> {
  const token = asHex(pair.ETH)
  const [gateway, minted] = await read('ETH', [
    view(parent.router, 'function getGateway(address token) view returns (address)', [token]),
    view(parent.router, 'function calculateL2TokenAddress(address token) view returns (address)', [
      token,
    ]),
  ])
  return (
    gateway.ok &&
    minted.ok &&
    isSameAddress(gateway.value, parent.gateway) &&
    isSameAddress(minted.value, pair.ARBITRUM)
  )
}

function depositCalls(to: string) {
  if (isSameAddress(to, parent.inbox)) {
    return [
      call(
        ticket,
        ([recipient, amount, submission, excess, refundTo, gas, price, data]): CallTerms => {
          requireGas(gas)
          if (data !== '0x') throw unsafeCall('Arbitrum', 'runs a call on arrival')
          if (excess !== refundTo) throw unsafeCall('Arbitrum', 'names two refund accounts')
          const coins = { srcToken: zeroAddress, dstToken: zeroAddress }
          return {
            ...coins,
            ...paidOn(amount),
            recipient,
            refundTo,
            ...ticketOf(submission, price),
          }
        },
      ),
    ]
  }
  return [
    call(
      depositToken,
      ([token, refundTo, recipient, amount, gas, price, data], inside): CallTerms => {
        requireGas(gas)
        const [submission, more] = inside.values('uint256, bytes', data)
        if (more !== '0x') throw unsafeCall('Arbitrum', 'runs a call on arrival')
        const pair = arbitrumTokens.knownPair('ETH', token)
        const tokens = { srcToken: pair.ETH, dstToken: pair.ARBITRUM }
        return { ...tokens, ...paidOn(amount), recipient, refundTo, ...ticketOf(submission, price) }
      },
    ),
  ]
}

function paidOn(amount: bigint) {
  return { amountIn: amount, minOut: amount, dst: 'ARBITRUM' } as const
}

/**
 * The inbox refuses a value that does not pay both. What they do not cost goes to the account for
 * refunds; what the value has above them goes to the alias of the sender, for which no key exists
 * (ArbitrumSubmitRetryableTx, arbos/tx_processor.go of OffchainLabs/nitro). The price is rounded.
 */
function ticketOf(submission: bigint, price: bigint) {
  return { onwardGasPrice: price, usedFee: submission + ticketGas * (price + 1n) }
}

/** A ticket that runs out of gas waits a week for someone to execute it, and is then lost. */
function requireGas(gas: bigint): void {
  if (gas !== ticketGas) throw unsafeCall('Arbitrum', 'asks for other gas than its arrival takes')
}

function withdrawalCalls(to: string) {
  if (isSameAddress(to, child.arbSys)) {
    return [
      call(withdrawEther, ([recipient]): CallTerms => {
        const coins = { srcToken: zeroAddress, dstToken: zeroAddress }
        const amounts = { amountIn: null, minOut: null, paysValue: true } as const
        return { ...coins, ...amounts, recipient, dst: 'ETH', refundTo: null }
      }),
    ]
  }
  return [
    call(withdrawToken, ([token, recipient, amount, data]): CallTerms => {
      if (data !== '0x') throw unsafeCall('Arbitrum', 'runs a call on arrival')
      const pair = arbitrumTokens.knownPair('ETH', token)
      const tokens = { srcToken: pair.ARBITRUM, dstToken: pair.ETH }
      return { ...tokens, recipient, amountIn: amount, minOut: amount, dst: 'ETH', refundTo: null }
    }),
  ]
}
