import { call, type CallTerms, unsafeCall } from '../../chains/evm/calls.ts'
import { asHex, view } from '../../chains/evm/views.ts'
import { isSameAddress, zeroAddress } from '../../core/token.ts'
import { contractBridge } from '../kits/evm/contractBridge.ts'
import type { ContractTools } from '../kits/evm/contractTools.ts'
import { noRoute } from '../kits/errors.ts'
import { createPresumption, type Presumption } from '../kits/kept.ts'
import type { CallSite, Provider } from '../types.ts'
import {
  bridges,
  taikoEther,
  type TaikoLane,
  type TaikoPair,
  type TaikoSide,
  taikoTokens,
  vaults,
} from './contracts.ts'
import { taikoClaims, taikoDelivery } from './deliveries.ts'
import { type TaikoMessage, taikoMessageOf, messageType } from './messages.ts'

// The bridge of TAIKO itself, both ways by messages: some twenty minutes to TAIKO, up to a day to ETH.
// The message carries a fee in ether for the relayer that carries it out, and what is left of the fee
// is paid to the receiver there; without a relayer it is claimed. Both are one for one. ABIs: Bridge,
// ERC20Vault, QuotaManager of https://github.com/taikoxyz/taiko-mono (2026-08). ETH lets out a limited
// amount a day, and a message above it would never be executed.

const sendMessage = `function sendMessage(${messageType} message) payable` as const
const sendToken =
  'function sendToken((uint64 destChainId, address destOwner, address to, uint64 fee, address token, uint32 gasLimit, uint256 amount) op) payable'

/** Gas of a message, as Taiko's own page sets it: the least there is, and the vault's work. */
const gasOf = { ether: 806_657, token: 1_320_000 } as const
/** Length of a vault's message whose token has a name of at most 64 letters. */
const tokenBytes = 544n
/** The page's own margin above the price of gas now. */
const room = 2n
const mostFees = { ETH: 5n * 10n ** 15n, TAIKO: 5n * 10n ** 16n } as const

const name = { name: 'Taiko', keyVariable: null } as const

export function createTaikoProvider(): Provider {
  const managers = createPresumption('taiko_bridge')
  return contractBridge<TaikoLane, TaikoMessage>({
    id: 'taiko_bridge',
    name: 'Taiko',
    blockchains: ['ETH', 'TAIKO'],
    contracts: { ETH: [bridges.ETH, vaults.ETH], TAIKO: [bridges.TAIKO, vaults.TAIKO] },
    spenders: { ETH: [vaults.ETH], TAIKO: [vaults.TAIKO] },
    mostFixedFee: mostFees,
    lane: taikoTokens.laneOf,
    quote: async ({ lane, srcAmount }, { read, gasPrice, context }) => {
      const { from, pair } = lane
      const to = taikoTokens.otherSide(from)
      const isEther = pair === taikoEther
      const [[paused], [pausedThere, least], max, isKnown, price] = await Promise.all([
        read(from, [view(bridges[from], 'function paused() view returns (bool)', [])]),
        read(to, [
          view(bridges[to], 'function paused() view returns (bool)', []),
          view(
            bridges[to],
            'function getMessageMinGasLimit(uint256 dataLength) view returns (uint32)',
            [isEther ? 0n : tokenBytes],
          ),
        ]),
        to === 'ETH' ? quotaOf(pair, managers, { read, context }) : null,
        isEther ? true : isMinted(pair, { read, context }),
        gasPrice(to),
      ])
      const isOpen = paused.ok && !paused.value && pausedThere.ok && !pausedThere.value
      const gas = isEther ? gasOf.ether : gasOf.token
      if (!isOpen || !isKnown || !least.ok || least.value >= gas) throw noRoute(name)
      const fee = BigInt(gas) * price
      return {
        dstAmount: srcAmount,
        exact: true,
        neededFee: fee,
        fixedFee: room * fee,
        spender: isEther ? null : vaults[from],
        durationSeconds: from === 'ETH' ? 20 * 60 : 24 * 3_600,
        limits: { min: null, max },
      }
    },
    calls: (site) => (isBridge(site) ? [coinCall(site)] : [tokenCall(site)]),
    encode: (accepted, { encode, context }) => {
      const { lane, recipient, refundAddress, srcAmount, fixedFee: fee } = accepted
      const { from, pair } = lane
      const destChainId = BigInt(context.chainId(taikoTokens.otherSide(from)) ?? 0)
      const [payee, owner] = [asHex(recipient), asHex(refundAddress)]
      const common = { destChainId, destOwner: payee, to: payee, fee }
      if (pair !== taikoEther) {
        const op = { ...common, token: asHex(pair[from]), gasLimit: gasOf.token, amount: srcAmount }
        return { to: vaults[from], data: encode(sendToken, [op]) }
      }
      // The bridge itself fills in what is zero.
      const filled = { id: 0n, from: zeroAddress, srcChainId: 0n } as const
      const paid = { gasLimit: gasOf.ether, srcOwner: owner, value: srcAmount, data: '0x' } as const
      return { to: bridges[from], data: encode(sendMessage, [{ ...common, ...filled, ...paid }]) }
    },
    transferOf: taikoMessageOf,
    delivery: taikoDelivery,
    claims: taikoClaims,
  })
}

/** Whether the vault of TAIKO still maps the token to the known one. */
async function isMinted(
  pair: TaikoPair,
  { read, context }: Pick<ContractTools, 'read' | 'context'>,
) {
  const [minted] = await read('TAIKO', [
    view(
      vaults.TAIKO,
      'function canonicalToBridged(uint256 chainId, address token) view returns (address)',
      [BigInt(context.chainId('ETH') ?? 0), asHex(pair.ETH)],
    ),
  ])
  return minted.ok && isSameAddress(minted.value, pair.TAIKO)
}

const unlimited = (1n << 256n) - 1n
const aDay = 86_400n

/** What ETH lets out of a token within a day, base units; null: all. */
async function quotaOf(
  pair: TaikoPair,
  managers: Presumption,
  { read, context }: Pick<ContractTools, 'read' | 'context'>,
): Promise<bigint | null> {
  const named = view(bridges.ETH, 'function quotaManager() view returns (address)', [])
  const quotaAt = (manager: string) =>
    view(manager, 'function availableQuota(address token, uint256 leap) view returns (uint256)', [
      asHex(pair.ETH),
      aDay,
    ])
  const presumed = managers.of(context)
  const [manager, early] = await (presumed === null
    ? read('ETH', [named])
    : read('ETH', [named, quotaAt(presumed)]))
  if (!manager.ok) throw noRoute(name)
  managers.note(manager.value, context)
  if (isSameAddress(manager.value, zeroAddress)) return null
  const isIt = presumed !== null && isSameAddress(manager.value, presumed)
  const [quota] =
    isIt && early !== undefined ? [early] : await read('ETH', [quotaAt(manager.value)])
  if (!quota.ok) throw noRoute(name)
  return quota.value === unlimited ? null : quota.value
}

function isBridge({ blockchain, to }: CallSite): boolean {
  return isSameAddress(to, blockchain === 'ETH' ? bridges.ETH : bridges.TAIKO)
}

function coinCall(site: CallSite) {
  return call(sendMessage, ([message]): CallTerms => {
    const { id, from, srcChainId, srcOwner, destOwner, to, value, data } = message
    if (data !== '0x') throw unsafeCall('Taiko', 'runs a call on arrival')
    if (id !== 0n || srcChainId !== 0n || from !== zeroAddress) {
      throw unsafeCall('Taiko', 'contains a statement that only the bridge may make')
    }
    refuseGas(message.gasLimit, gasOf.ether)
    const dst = destinationOf(message.destChainId, site)
    return {
      srcToken: zeroAddress,
      dstToken: zeroAddress,
      recipient: to,
      amountIn: value,
      minOut: value,
      dst,
      refundTo: srcOwner,
      powers: [{ may: 'claim', holder: destOwner, blockchain: dst }],
    }
  })
}

function tokenCall(site: CallSite) {
  return call(sendToken, ([op]): CallTerms => {
    refuseGas(op.gasLimit, gasOf.token)
    const dst = destinationOf(op.destChainId, site)
    const from = taikoTokens.otherSide(dst)
    const pair = taikoTokens.knownPair(from, op.token)
    return {
      srcToken: pair[from],
      dstToken: pair[dst],
      recipient: op.to,
      amountIn: op.amount,
      minOut: op.amount,
      dst,
      refundTo: null,
      powers: [{ may: 'claim', holder: op.destOwner, blockchain: dst }],
    }
  })
}

/** @throws SwaprouteError UNSAFE_ROUTE with check E8 */
function destinationOf(chainId: bigint, { blockchain, chainOf }: CallSite): TaikoSide {
  const dst = blockchain === 'ETH' ? 'TAIKO' : 'ETH'
  if (chainOf(chainId) !== dst) {
    throw unsafeCall('Taiko', 'pays on a chain that is not known for it')
  }
  return dst
}

/** @throws SwaprouteError UNSAFE_ROUTE with check E8 */
function refuseGas(gas: number, known: number): void {
  if (gas !== known) throw unsafeCall('Taiko', 'asks for other gas than its arrival takes')
}
