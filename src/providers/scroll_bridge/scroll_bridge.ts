import { call, type CallTerms, unsafeCall } from '../../chains/evm/calls.ts'
import { asHex, view } from '../../chains/evm/views.ts'
import { isSameAddress, zeroAddress } from '../../core/token.ts'
import { contractBridge } from '../kits/evm/contractBridge.ts'
import type { ContractTools } from '../kits/evm/contractTools.ts'
import { noRoute } from '../kits/errors.ts'
import type { Provider } from '../types.ts'
import {
  child,
  type ScrollLane,
  type ScrollPair,
  pairs,
  parent,
  scrollTokens,
} from './contracts.ts'
import type { ScrollMessage } from './message.ts'
import { scrollDelivery, scrollMessageOf } from './messages.ts'
import { proofFinder, scrollClaims } from './proofs.ts'

// The bridge of SCROLL itself. A deposit is a message whose gas on SCROLL is paid in advance on ETH;
// it arrives after some twenty minutes, and what is paid above the fee returns to the payer. A
// withdrawal costs only gas, takes some hours until it is proved, and has to be claimed on
// ETH. Both are one for one. ABIs: L1GatewayRouter, L2GatewayRouter, L1MessageQueueV2, ScrollChain of
// https://github.com/scroll-tech/scroll-contracts (2026-03). The forms of the calls that run a call on
// arrival are not used.

const depositEther = 'function depositETH(address to, uint256 amount, uint256 gasLimit) payable'
const depositToken =
  'function depositERC20(address token, address to, uint256 amount, uint256 gasLimit) payable'
const withdrawEther = 'function withdrawETH(address to, uint256 amount, uint256 gasLimit) payable'
const withdrawToken =
  'function withdrawERC20(address token, address to, uint256 amount, uint256 gasLimit) payable'

/** Gas of the message on SCROLL, as Scroll's own page sets it; with less, a deposit may get stuck. */
const gasOf = { ether: 170_000n, token: 250_000n } as const
/** A message to ETH is executed by its claim: the router ignores this argument. */
const noGas = 0n
/** Prices rise until the payment; what is not used returns to the payer. */
const room = 2n
/** Wei that a message may cost: some 15 USD. */
const mostMessageFee = 5n * 10n ** 15n

const name = { name: 'Scroll', keyVariable: null } as const

export function createScrollProvider({ historyUrl }: { historyUrl: string }): Provider {
  const service = { id: 'scroll_bridge', name: 'Scroll' } as const
  const findProof = proofFinder(service, historyUrl)
  return contractBridge<ScrollLane, ScrollMessage>({
    ...service,
    blockchains: ['ETH', 'SCROLL'],
    contracts: { ETH: [parent.router], SCROLL: [child.router] },
    spenders: {
      ETH: [parent.router],
      SCROLL: pairs.flatMap(({ takes, childGateway }) => (takes === true ? [childGateway] : [])),
    },
    mostFixedFee: { ETH: mostMessageFee },
    lane: scrollTokens.laneOf,
    quote: async ({ lane: { from, pair }, srcAmount }, { read }) => {
      const isEther = isSameAddress(pair.ETH, zeroAddress)
      const oneForOne = { dstAmount: srcAmount, exact: true } as const
      if (from === 'SCROLL') {
        if (!(await isRouted(from, pair, read))) throw noRoute(name)
        const spender = pair.takes === true ? pair.childGateway : null
        return { ...oneForOne, spender, durationSeconds: 4 * 3_600 }
      }
      const [routed, [queue, fee]] = await Promise.all([
        isRouted(from, pair, read),
        read('ETH', [
          view(parent.messenger, 'function messageQueueV2() view returns (address)', []),
          view(
            parent.queue,
            'function estimateCrossDomainMessageFee(uint256 gasLimit) view returns (uint256)',
            [isEther ? gasOf.ether : gasOf.token],
          ),
        ]),
      ])
      if (!routed) throw noRoute(name)
      if (!queue.ok || !isSameAddress(queue.value, parent.queue) || !fee.ok) throw noRoute(name)
      return {
        ...oneForOne,
        neededFee: fee.value,
        fixedFee: room * fee.value,
        spender: isEther ? null : parent.router,
        durationSeconds: 20 * 60,
      }
    },
    calls: ({ blockchain }) => (blockchain === 'ETH' ? depositCalls : withdrawalCalls),
    encode: ({ lane: { from, pair }, recipient, srcAmount }, { encode }) => {
      const payee = asHex(recipient)
      const isEther = isSameAddress(pair.ETH, zeroAddress)
      if (from === 'SCROLL') {
        const data = isEther
          ? encode(withdrawEther, [payee, srcAmount, noGas])
          : encode(withdrawToken, [asHex(pair.SCROLL), payee, srcAmount, noGas])
        return { to: child.router, data }
      }
      const data = isEther
        ? encode(depositEther, [payee, srcAmount, gasOf.ether])
        : encode(depositToken, [asHex(pair.ETH), payee, srcAmount, gasOf.token])
      return { to: parent.router, data }
    },
    transferOf: scrollMessageOf,
    delivery: (message, tools) => scrollDelivery(message, findProof, tools),
    claims: scrollClaims,
  })
}

/** Whether the source's router still sends the pair through the known gateway. */
async function isRouted(
  from: ScrollLane['from'],
  pair: ScrollPair,
  read: ContractTools['read'],
): Promise<boolean> {
  const isDeposit = from === 'ETH'
  const [blockchain, router, known] = isDeposit
    ? (['ETH', parent.router, pair.parentGateway] as const)
    : (['SCROLL', child.router, pair.childGateway] as const)
  if (isSameAddress(pair.ETH, zeroAddress)) {
    const [gateway] = await read(blockchain, [
      view(router, 'function ethGateway() view returns (address)', []),
    ])
    return gateway.ok && isSameAddress(gateway.value, known)
  }
  const token = asHex(isDeposit ? pair.ETH : pair.SCROLL)
  const gatewayOf = view(router, 'function getERC20Gateway(address token) view returns (address)', [
    token,
  ])
  const [gateway, other] = await (isDeposit
    ? read(blockchain, [
        gatewayOf,
        view(router, 'function getL2ERC20Address(address l1Token) view returns (address)', [token]),
      ])
    : read(blockchain, [
        gatewayOf,
        view(router, 'function getL1ERC20Address(address l2Token) view returns (address)', [token]),
      ]))
  return (
    gateway.ok &&
    isSameAddress(gateway.value, known) &&
    other.ok &&
    isSameAddress(other.value, isDeposit ? pair.SCROLL : pair.ETH)
  )
}

const depositCalls = [
  call(depositEther, ([recipient, amount, gas]): CallTerms => {
    refuseGas(gas, gasOf.ether)
    return {
      ...termsOf(recipient, amount),
      dst: 'SCROLL',
      srcToken: zeroAddress,
      dstToken: zeroAddress,
    }
  }),
  call(depositToken, ([token, recipient, amount, gas]): CallTerms => {
    refuseGas(gas, gasOf.token)
    const pair = scrollTokens.knownPair('ETH', token)
    return {
      ...termsOf(recipient, amount),
      dst: 'SCROLL',
      srcToken: pair.ETH,
      dstToken: pair.SCROLL,
    }
  }),
]

const withdrawalCalls = [
  call(withdrawEther, ([recipient, amount, gas]): CallTerms => {
    refuseGas(gas, noGas)
    return {
      ...termsOf(recipient, amount),
      dst: 'ETH',
      srcToken: zeroAddress,
      dstToken: zeroAddress,
    }
  }),
  call(withdrawToken, ([token, recipient, amount, gas]): CallTerms => {
    refuseGas(gas, noGas)
    const pair = scrollTokens.knownPair('SCROLL', token)
    return {
      ...termsOf(recipient, amount),
      dst: 'ETH',
      srcToken: pair.SCROLL,
      dstToken: pair.ETH,
    }
  }),
]

/** The contracts pay the whole amount, and hold no refund address. */
function termsOf(recipient: string, amount: bigint) {
  return { recipient, amountIn: amount, minOut: amount, refundTo: null }
}

/** @throws SwaprouteError UNSAFE_ROUTE with check E8 */
function refuseGas(gas: bigint, known: bigint): void {
  if (gas !== known) throw unsafeCall('Scroll', 'asks for other gas than its arrival takes')
}
