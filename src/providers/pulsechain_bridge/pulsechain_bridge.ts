import { call, type CallTerms, unsafeCall } from '../../chains/evm/calls.ts'
import { asHex, view } from '../../chains/evm/views.ts'
import { isSameAddress, zeroAddress } from '../../core/token.ts'
import { SwaprouteError } from '../../core/errors.ts'
import { contractBridge } from '../kits/evm/contractBridge.ts'
import type { ContractTools } from '../kits/evm/contractTools.ts'
import { noRoute } from '../kits/errors.ts'
import { createPresumption } from '../kits/kept.ts'
import type { Provider } from '../types.ts'
import {
  coinRouter,
  type PulseLane,
  mediators,
  messageBridges,
  pulseTokens,
  type PulseSide,
  wrappedPair,
} from './contracts.ts'
import { pulseDelivery, pulseClaims } from './deliveries.ts'
import { coinReceiver, type PulseMessage, pulseMessageOf } from './messages.ts'

// The bridge of PULSECHAIN: tokens of ETH are locked there, and exist on PULSECHAIN as tokens of the
// bridge. A deposit is carried by validators and arrives after 10 to 30 minutes; a withdrawal is signed
// by them and has to be claimed on ETH. ABIs: BasicOmnibridge, OmnibridgeFeeManager,
// WETHOmnibridgeRouter of https://github.com/omni/omnibridge (1.1). The bridge's owner can set a fee on
// the PULSECHAIN side. The call bounds it by nothing, so that a token with a fee is refused; without
// one, transfers are one for one. Ether becomes the bridge's token of WETH.

const relay = 'function relayTokens(address token, address receiver, uint256 value)'
const relayAndCall =
  'function relayTokensAndCall(address token, address receiver, uint256 value, bytes data)'
const wrapAndRelay = 'function wrapAndRelayTokens(address receiver) payable'

/** Names of the fee in the manager: OmnibridgeFeeManager.sol. */
const fees = {
  PULSECHAIN: '0x741ede137d0537e88e0ea0ff25b1f22d837903dbbee8980b4a06e8523247ee26',
  ETH: '0x03be2b2875cb41e0e77355e802a16769bb8dfcf825061cde185c73bf94f12625',
} as const satisfies Record<PulseSide, string>

const name = { name: 'PulseChain', keyVariable: null } as const

export function createPulsechainProvider(): Provider {
  const managers = createPresumption('pulsechain_bridge')
  return contractBridge<PulseLane, PulseMessage>({
    id: 'pulsechain_bridge',
    name: 'PulseChain',
    blockchains: ['ETH', 'PULSECHAIN'],
    contracts: { ETH: [mediators.ETH, coinRouter], PULSECHAIN: [mediators.PULSECHAIN] },
    spenders: { ETH: [mediators.ETH], PULSECHAIN: [mediators.PULSECHAIN] },
    lane: pulseTokens.laneOf,
    quote: async ({ lane, srcToken, srcAmount }, { read, context }) => {
      const { from, pair } = lane
      const to = pulseTokens.otherSide(from)
      const presumed = managers.of(context)
      const [source, destination, minted, early] = await Promise.all([
        read(from, [
          view(mediators[from], 'function bridgeContract() view returns (address)', []),
          view(mediators[from], 'function minPerTx(address token) view returns (uint256)', [
            asHex(pair[from]),
          ]),
          view(
            mediators[from],
            'function maxAvailablePerTx(address token) view returns (uint256)',
            [asHex(pair[from])],
          ),
        ]),
        read(to, [
          view(mediators[to], 'function executionMaxPerTx(address token) view returns (uint256)', [
            asHex(pair[to]),
          ]),
        ]),
        read('PULSECHAIN', [
          view(
            mediators.PULSECHAIN,
            'function bridgedTokenAddress(address token) view returns (address)',
            [asHex(pair.ETH)],
          ),
          view(mediators.PULSECHAIN, 'function feeManager() view returns (address)', []),
        ]),
        presumed === null ? null : takesFee(presumed, lane, srcAmount, read),
      ])
      const [bridge, least, most] = source
      const [mostThere] = destination
      const [token, manager] = minted
      if (!bridge.ok || !least.ok || !most.ok || !mostThere.ok || !token.ok || !manager.ok) {
        throw noRoute(name)
      }
      const isKnown =
        isSameAddress(bridge.value, messageBridges[from]) &&
        isSameAddress(token.value, pair.PULSECHAIN)
      if (!isKnown) throw noRoute(name)
      managers.note(manager.value, context)
      const isIt = presumed !== null && isSameAddress(manager.value, presumed)
      const takes = isIt ? early : await takesFee(manager.value, lane, srcAmount, read)
      if (takes !== false) {
        const text = 'PulseChain takes a fee of this token now, which its call does not bound.'
        throw new SwaprouteError('NO_ROUTE', text)
      }
      return {
        dstAmount: srcAmount,
        exact: true,
        spender: srcToken.native ? null : mediators[from],
        durationSeconds: from === 'ETH' ? 30 * 60 : 45 * 60,
        limits: {
          min: least.value,
          max: most.value < mostThere.value ? most.value : mostThere.value,
        },
      }
    },
    calls: ({ blockchain, to }) => {
      if (blockchain === 'PULSECHAIN') return withdrawalCalls
      return isSameAddress(to, coinRouter) ? coinCalls : depositCalls
    },
    encode: (accepted, { encode }) => {
      const { lane, srcToken, dstToken, recipient, srcAmount } = accepted
      const { from, pair } = lane
      const payee = asHex(recipient)
      if (!srcToken.native && !dstToken.native) {
        const data = encode(relay, [asHex(pair[from]), payee, srcAmount])
        return { to: mediators[from], data }
      }
      if (from === 'ETH') return { to: coinRouter, data: encode(wrapAndRelay, [payee]) }
      const args = [asHex(pair.PULSECHAIN), coinRouter, srcAmount, payee] as const
      return { to: mediators.PULSECHAIN, data: encode(relayAndCall, args) }
    },
    transferOf: pulseMessageOf,
    delivery: pulseDelivery,
    claims: pulseClaims,
  })
}

/** Whether the fee manager, where there is one, takes something of the amount. */
async function takesFee(
  manager: string,
  { from, pair }: PulseLane,
  amount: bigint,
  read: ContractTools['read'],
): Promise<boolean> {
  if (isSameAddress(manager, zeroAddress)) return false
  const [fee] = await read('PULSECHAIN', [
    view(
      manager,
      'function calculateFee(bytes32 feeType, address token, uint256 value) view returns (uint256)',
      [fees[from], asHex(pair.PULSECHAIN), amount],
    ),
  ])
  return !fee.ok || fee.value !== 0n
}

const coinCalls = [
  call(wrapAndRelay, ([recipient]): CallTerms => ({
    srcToken: zeroAddress,
    dstToken: wrappedPair.PULSECHAIN,
    amountIn: null,
    minOut: null,
    paysValue: true,
    recipient,
    dst: 'PULSECHAIN',
    refundTo: null,
  })),
]

const depositCalls = [
  call(relay, ([token, recipient, amount]): CallTerms => {
    const pair = pulseTokens.knownPair('ETH', token)
    const tokens = { srcToken: pair.ETH, dstToken: pair.PULSECHAIN, dst: 'PULSECHAIN' } as const
    return { ...tokens, recipient, amountIn: amount, minOut: amount, refundTo: null }
  }),
]

const withdrawalCalls = [
  call(relay, ([token, recipient, amount]): CallTerms => {
    const pair = pulseTokens.knownPair('PULSECHAIN', token)
    const tokens = { srcToken: pair.PULSECHAIN, dstToken: pair.ETH, dst: 'ETH' } as const
    return { ...tokens, recipient, amountIn: amount, minOut: amount, refundTo: null }
  }),
  call(relayAndCall, ([token, router, amount, payee]): CallTerms => {
    const pair = pulseTokens.knownPair('PULSECHAIN', token)
    const recipient = coinReceiver(pair.ETH, router, payee)
    if (recipient === null) throw unsafeCall('PulseChain', 'runs a call on arrival')
    const tokens = { srcToken: pair.PULSECHAIN, dstToken: zeroAddress, dst: 'ETH' } as const
    return { ...tokens, recipient, amountIn: amount, minOut: amount, refundTo: null }
  }),
]
