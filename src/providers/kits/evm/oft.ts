import * as z from 'zod/mini'

import { isSameAccount } from '../../../chains/accountKey.ts'
import { type CallTerms, call, unsafeCall } from '../../../chains/evm/calls.ts'
import { asHex, view } from '../../../chains/evm/views.ts'
import { type Token, isSameAddress } from '../../../core/token.ts'
import type { BlockchainId } from '../../../core/blockchainIds.ts'
import { SwaprouteError } from '../../../core/errors.ts'
import type { ProviderId } from '../../../core/providerIds.ts'
import { isNear } from '../../../evidence/expected.ts'
import type { Provider } from '../../types.ts'
import { contractBridge } from './contractBridge.ts'
import type { ContractDelivery, MinedTransfer } from './contractStatus.ts'
import type { ContractTools } from './contractTools.ts'
import { type Limits, noRoute } from '../errors.ts'
import { blockchainOfEid, oftEndpoints } from './oftEndpoints.ts'
import { askServiceOrder, type Service } from '../service.ts'

// Tokens that bridge themselves by LayerZero V2 (OFT, and Stargate's pools with the same interface).
// Interface: https://docs.layerzero.network/v2/developers/evm/oft/quickstart, and IOFT.sol of
// @layerzerolabs/oft-evm (2026-11). Amounts in the decimals of the source; what is below six decimals
// (`sharedDecimals`) is not sent. A message's fee is paid in native coins; the rest of it returns.
// LayerZero Scan (https://docs.layerzero.network/v2/tools/layerzeroscan/api, 2026-11, no key) names
// the delivery; only a receipt of the destination proves it.

/** An asset's contracts by chain; `token` is the zero address where it is the native coin. */
export type OftAsset = Readonly<
  Partial<Record<BlockchainId, { oft: string; token: string; decimals: number }>>
>

type OftBridge = {
  id: ProviderId
  name: string
  assets: readonly OftAsset[]
  /** Pools take their token by an approval always; other contracts say so themselves. */
  pools?: true
  durationSeconds: number
  /** Base address of LayerZero Scan. */
  scanUrl: string
}

const param =
  '(uint32 dstEid, bytes32 to, uint256 amountLD, uint256 minAmountLD, bytes extraOptions, bytes composeMsg, bytes oftCmd) sendParam'
const send = `function send(${param}, (uint256 nativeFee, uint256 lzTokenFee) fee, address refundAddress) payable`
const quoteOft = `function quoteOFT(${param}) view returns ((uint256 minAmountLD, uint256 maxAmountLD) limit, (int256 feeAmountLD, string description)[] fees, (uint256 amountSentLD, uint256 amountReceivedLD) receipt)`
const quoteSend = `function quoteSend(${param}, bool payInLzToken) view returns ((uint256 nativeFee, uint256 lzTokenFee) fee)`
const sent =
  'event OFTSent(bytes32 indexed guid, uint32 dstEid, address indexed fromAddress, uint256 amountSentLD, uint256 amountReceivedLD)'
const received =
  'event OFTReceived(bytes32 indexed guid, uint32 srcEid, address indexed toAddress, uint256 amountReceivedLD)'

const sharedDecimals = 6
/** Room for a fee that rises until the payment; the contract returns what it does not need. */
const feePercent = 105n
/** The receiver of a quote without one; the price does not depend on it. */
const anyone = '0x000000000000000000000000000000000000dEaD'

type Side = { blockchain: BlockchainId; eid: number; oft: string; token: string; decimals: number }
type Lane = { from: Side; to: Side }
type Transfer = {
  dst: BlockchainId
  from: Side
  to: Side
  hash: string
  guid: string
  /** In the destination's decimals. */
  expected: bigint
}

export function oftBridge({
  assets,
  pools,
  scanUrl,
  durationSeconds,
  ...named
}: OftBridge): Provider {
  const service: Service = named
  const blockchains = [...new Set(assets.flatMap((asset) => chainsOf(asset)))].toSorted()
  const sidesOn = (blockchain: BlockchainId): Lane['from'][] =>
    assets.flatMap((asset) => sideOf(asset, blockchain) ?? [])
  const contracts = Object.fromEntries(
    blockchains.map((chain) => [chain, sidesOn(chain).map(({ oft }) => oft)]),
  )

  /** The other end of a contract's asset. */
  const laneBetween = (
    blockchain: BlockchainId,
    oft: string,
    dst: BlockchainId | null,
  ): Lane | null => {
    for (const asset of assets) {
      const from = sideOf(asset, blockchain)
      const to = dst === null ? null : sideOf(asset, dst)
      if (from !== null && to !== null && isSameAddress(from.oft, oft)) return { from, to }
    }
    return null
  }

  return contractBridge<Lane, Transfer>({
    ...named,
    blockchains,
    contracts,
    mostFixedFee: Object.fromEntries(
      blockchains.map((chain) => [chain, oftEndpoints[chain]?.mostFee ?? 0n]),
    ),
    lane: (srcToken, dstToken) => {
      if (srcToken.blockchain === dstToken.blockchain) return null
      for (const asset of assets) {
        const from = sideOf(asset, srcToken.blockchain)
        const to = sideOf(asset, dstToken.blockchain)
        if (from === null || to === null) continue
        // A call to the source token itself is never signed (E4).
        if (isSameAddress(from.oft, from.token)) continue
        if (isToken(from, srcToken) && isToken(to, dstToken)) return { from, to }
      }
      return null
    },
    quote: async ({ lane: { from, to }, srcAmount, recipient }, { read }) => {
      const asked = paramOf(to, recipient ?? anyone, srcAmount, 0n)
      const [token, approval, price, fee] = await read(from.blockchain, [
        view(from.oft, 'function token() view returns (address)', []),
        view(from.oft, 'function approvalRequired() view returns (bool)', []),
        view(from.oft, quoteOft, [asked]),
        view(from.oft, quoteSend, [asked, false]),
      ])
      if (!price.ok || !fee.ok) throw noRoute({ name: named.name, keyVariable: null })
      if (!token.ok || !isSameAddress(token.value, from.token)) {
        throw new SwaprouteError(
          'UPSTREAM_FAILED',
          `The contract of ${named.name} holds a different token than is known for it.`,
          { context: { contract: from.oft } },
        )
      }
      const [limit, , receipt] = price.value
      const limits = limitsOf(limit, from)
      // Above its limit a pool quotes what it would take; the limit is the answer then.
      const isWhole = receipt.amountSentLD > srcAmount - unitOf(from.decimals)
      const isOutside = limits.max !== null && srcAmount > limits.max
      if (!isWhole && !isOutside) throw noRoute({ name: named.name, keyVariable: null })
      const needsApproval = pools === true || (approval.ok && approval.value)
      const isNative = isSameAddress(from.token, zero)
      return {
        dstAmount: rescaled(receipt.amountReceivedLD, from, to),
        unit: unitOf(to.decimals),
        neededFee: fee.value.nativeFee,
        fixedFee: (fee.value.nativeFee * feePercent + 99n) / 100n,
        spender: needsApproval && !isNative ? from.oft : null,
        durationSeconds,
        limits,
      }
    },
    calls: ({ blockchain, to }) => [
      call(send, ([order, fee, refundAddress]): CallTerms => {
        const lane = laneBetween(blockchain, to, blockchainOfEid(order.dstEid))
        if (lane === null) throw unsafeCall(named.name, 'pays on a chain that is not known for it')
        if (!['0x', '0x0003'].includes(order.extraOptions)) {
          throw unsafeCall(named.name, 'orders more than the transfer')
        }
        if (order.composeMsg !== '0x') throw unsafeCall(named.name, 'runs a call on arrival')
        if (order.oftCmd !== '0x') throw unsafeCall(named.name, 'does not send immediately')
        if (fee.lzTokenFee !== 0n) throw unsafeCall(named.name, 'pays a fee in another token')
        if (!order.to.startsWith(`0x${'0'.repeat(24)}`)) {
          throw unsafeCall(named.name, 'pays an account that is not valid on the destination')
        }
        return {
          recipient: `0x${order.to.slice(26)}`,
          srcToken: lane.from.token,
          dstToken: lane.to.token,
          amountIn: order.amountLD,
          minOut: rescaled(order.minAmountLD, lane.from, lane.to),
          dst: lane.to.blockchain,
          refundTo: refundAddress,
        }
      }),
    ],
    encode: (accepted, { encode }) => {
      const { lane, recipient, srcAmount, dstMinAmount, fixedFee, refundAddress } = accepted
      const least = rescaled(dstMinAmount, lane.to, lane.from)
      const order = paramOf(lane.to, recipient, srcAmount, least)
      const fee = { nativeFee: fixedFee, lzTokenFee: 0n }
      return { to: lane.from.oft, data: encode(send, [order, fee, asHex(refundAddress)]) }
    },
    transferOf: (mined, { events }) => {
      for (const { address, args } of events(sent, mined.logs, null)) {
        const lane = laneBetween(mined.blockchain, address, blockchainOfEid(args.dstEid))
        if (lane === null) continue
        const { guid, amountReceivedLD } = args
        const expected = rescaled(amountReceivedLD, lane.from, lane.to)
        return { ...lane, dst: lane.to.blockchain, hash: mined.hash, guid, expected }
      }
      return null
    },
    delivery: async (transfer, tools) => {
      if (/^0x0+$/.test(transfer.guid)) {
        return { kind: 'waiting', note: 'The transfer waits for others to travel with.' }
      }
      const scan = await askScan(service, scanUrl, transfer, tools)
      return await deliveryOf(transfer, scan, tools)
    },
  })
}

const zero = '0x0000000000000000000000000000000000000000'

function chainsOf(asset: OftAsset): BlockchainId[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
  return Object.keys(asset) as BlockchainId[]
}

function sideOf(asset: OftAsset, blockchain: BlockchainId): Side | null {
  const found = asset[blockchain]
  const endpoint = oftEndpoints[blockchain]
  return found === undefined || endpoint === undefined
    ? null
    : { blockchain, eid: endpoint.eid, ...found }
}

function isToken({ blockchain, token, decimals }: Side, { native, address, decimals: own }: Token) {
  const isIt = native ? isSameAddress(token, zero) : isSameAccount(blockchain, token, address)
  return isIt && own === decimals
}

function paramOf({ eid }: Side, recipient: string, amountLD: bigint, minAmountLD: bigint) {
  const to = asHex(`0x${recipient.slice(2).toLowerCase().padStart(64, '0')}`)
  const none = { extraOptions: '0x', composeMsg: '0x', oftCmd: '0x' } as const
  return { dstEid: eid, to, amountLD, minAmountLD, ...none }
}

/** The step of amounts that a message can carry. */
function unitOf(decimals: number): bigint {
  return decimals <= sharedDecimals ? 1n : 10n ** BigInt(decimals - sharedDecimals)
}

/** An amount of one side in the decimals of the other, as the message carries it: rounded down. */
function rescaled(amount: bigint, from: Side, to: Side): bigint {
  return (amount / unitOf(from.decimals)) * unitOf(to.decimals)
}

function limitsOf(
  { minAmountLD, maxAmountLD }: { minAmountLD: bigint; maxAmountLD: bigint },
  { decimals }: Side,
): Limits {
  const unlimited = (1n << 64n) - 1n
  return {
    min: minAmountLD === 0n ? null : minAmountLD,
    max: maxAmountLD / unitOf(decimals) >= unlimited ? null : maxAmountLD,
  }
}

const messagesWire = z.object({
  data: z.array(
    z.object({
      guid: z.nullish(z.string()),
      status: z.nullish(z.object({ name: z.nullish(z.string()) })),
      destination: z.nullish(
        z.object({ tx: z.nullish(z.object({ txHash: z.nullish(z.string()) })) }),
      ),
    }),
  ),
})

/** Scan's report of a message; null if absent or on an outage. */
type Scanned = { status: string; hash: string | null } | null

async function askScan(
  service: Service,
  url: string,
  { hash, guid }: Transfer,
  { context }: ContractTools,
): Promise<Scanned> {
  try {
    const read = (body: unknown) => messagesWire.parse(body).data
    const messages = await askServiceOrder(
      service,
      { url: `${url}/messages/tx/${hash}`, read },
      context,
    )
    const found = messages?.find((one) => one.guid?.toLowerCase() === guid.toLowerCase())
    if (found === undefined) return null
    return { status: found.status?.name ?? '', hash: found.destination?.tx?.txHash ?? null }
  } catch (thrown) {
    // The chains alone decide; without Scan they are searched.
    if (thrown instanceof SwaprouteError && thrown.retry === 'later') return null
    throw thrown
  }
}

/** Statuses of Scan after which a message has to be executed again, or never arrives. */
const storedStatuses: ReadonlySet<string> = new Set(['PAYLOAD_STORED', 'BLOCKED'])
const failedStatuses: ReadonlySet<string> = new Set([
  'FAILED',
  'APPLICATION_BURNED',
  'APPLICATION_SKIPPED',
  'UNRESOLVABLE_COMMAND',
  'MALFORMED_COMMAND',
])

async function deliveryOf(
  transfer: Transfer,
  scan: Scanned,
  { reader, events, topicOf }: ContractTools,
): Promise<ContractDelivery> {
  const { to, from, guid, expected } = transfer
  const arrivedIn = (
    receipt: { hash: string; succeeded: boolean | null; logs: MinedTransfer['logs'] } | null,
  ) => {
    if (receipt?.succeeded !== true) return null
    const event = events(received, receipt.logs, to.oft).find(
      ({ args }) =>
        args.guid.toLowerCase() === guid.toLowerCase() &&
        args.srcEid === from.eid &&
        isNear(args.amountReceivedLD, expected),
    )
    return event === undefined
      ? null
      : ({ kind: 'arrived', hash: receipt.hash, amount: event.args.amountReceivedLD } as const)
  }
  const named = scan?.hash ?? null
  if (named !== null && /^0x[\da-f]{64}$/i.test(named)) {
    const receipt = await reader.readStoredReceipt(to.blockchain, named, { recent: true })
    const arrived = arrivedIn(receipt)
    if (arrived !== null) return arrived
  }
  if (scan === null || scan.status === 'DELIVERED') {
    const filter = { address: to.oft, topics: [topicOf(received), guid] }
    for (const receipt of await reader.findEvents(to.blockchain, filter)) {
      const arrived = arrivedIn(receipt)
      if (arrived !== null) return arrived
    }
  }
  const upstream = scan === null ? {} : { upstreamStatus: scan.status }
  if (scan !== null && storedStatuses.has(scan.status)) {
    const note = `The message is on ${to.blockchain} and was not executed; LayerZero Scan can execute it again.`
    return { kind: 'stuck', note, ...upstream }
  }
  if (scan !== null && failedStatuses.has(scan.status)) {
    const note = `LayerZero Scan reports that the message failed; ${to.blockchain} shows no delivery.`
    return { kind: 'waiting', note, isLong: true, ...upstream }
  }
  const note = `The tokens left ${from.blockchain}; ${to.blockchain} does not show them yet.`
  return { kind: 'waiting', note, ...upstream }
}
