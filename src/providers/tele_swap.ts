// TeleSwap: tokens of POLYGON and BSC to bitcoins. Its router swaps them for teleBTC, burns it, and
// orders a payment on Bitcoin of exactly what is left after its fees, by a custodian with collateral
// (a locker).
//
// Contracts: https://github.com/TeleportDAO/teleswap-contracts-evm (BurnRouterLogic, UniswapV3Connector,
// LockersManagerLogic and deployments/, 2026-03-14; the router's code of 2026-02-21 is on both chains).
// Addresses and paths of tokens: @teleportdao/configs 4.2.0 (2026-08-07). API of the locker and of an
// order's Bitcoin transaction: @teleportdao/teleswap-sdk 4.2.1 (2026-08-23), without a key.
//
// Amounts of teleBTC and bitcoins are satoshis, shares are of 10,000. Quirks: the second amount of the
// call is the least that the swap pays, and again the least that is left after all fees; the vendor's
// client sets it to 0 and the deadline to 28 hours, so the call is written here. Each token has one path,
// as the connector knows a pool for these pairs alone. From other chains, a swap that fails on the way
// leaves the tokens in a connector; BOB and BSQUARED have an older router without the second minimum.

import * as z from 'zod/mini'

import { isSameAccount } from '../chains/accountKey.ts'
import {
  bitcoinAddress,
  type BitcoinOutput,
  bitcoinOutput,
  bitcoinScript,
} from '../chains/addresses/bitcoinScripts.ts'
import { call, type CallTerms, unsafeCall } from '../chains/evm/calls.ts'
import { asHex, view } from '../chains/evm/views.ts'
import { chainById } from '../chains/chains.ts'
import { isSameAddress, type Token, zeroAddress } from '../core/token.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import { agreed, callFailed } from '../http/agreed.ts'
import { parseWire } from '../http/wire.ts'
import { contractBridge } from './kits/evm/contractBridge.ts'
import type { ContractDelivery } from './kits/evm/contractStatus.ts'
import type { ContractTools } from './kits/evm/contractTools.ts'
import { noRoute, unnamedLimit } from './kits/errors.ts'
import { askServiceOrder, type Service } from './kits/service.ts'
import type { Provider, Vouching } from './types.ts'

type Network = {
  blockchain: BlockchainId
  /** As the API knows it. */
  name: string
  router: string
  connector: string
  lockers: string
  teleBtc: string
  /** Tokens between each token that can be sold and teleBTC. */
  via: Readonly<Record<string, readonly string[]>>
}

const polygon = {
  wpol: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
  usdc: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  bridgedUsdc: '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
  usdt: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
  weth: '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619',
  wbtc: '0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6',
}
const bsc = {
  wbnb: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
  usdc: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
  usdt: '0x55d398326f99059fF775485246999027B3197955',
  eth: '0x2170Ed0880ac9A755fd29B2688956BD959F933F8',
  btcb: '0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c',
  aster: '0x000Ae314E2A2172a039B26378814C252734f556A',
}
const networks: readonly Network[] = [
  {
    blockchain: 'POLYGON',
    name: 'polygon',
    router: '0x0009876C47F6b2f0BCB41eb9729736757486c75f',
    connector: '0x083Ec5DF8f7a1160690E979E23b5aAAD0b1269Eb',
    lockers: '0xf5D6D369A7F4147F720AEAdd4C4f903aE8046166',
    teleBtc: '0x3BF668Fe1ec79a84cA8481CEAD5dbb30d61cC685',
    via: {
      [polygon.wbtc]: [],
      [polygon.weth]: [polygon.wbtc],
      [polygon.bridgedUsdc]: [polygon.wbtc],
      [polygon.usdc]: [polygon.bridgedUsdc, polygon.wbtc],
      [polygon.usdt]: [polygon.bridgedUsdc, polygon.wbtc],
      [polygon.wpol]: [polygon.bridgedUsdc, polygon.wbtc],
    },
  },
  {
    blockchain: 'BSC',
    name: 'bsc',
    router: '0x2787D48e0B74125597DD479978a5DE09Bb9a3C15',
    connector: '0xD25313591BA4c2645bA7427F34eA61951fAF1D6a',
    lockers: '0x84F74e97ebab432CeE185d601290cE0A483987A5',
    teleBtc: '0xC58C1117DA964aEbe91fEF88f6f5703e79bdA574',
    via: {
      [bsc.btcb]: [],
      [bsc.eth]: [bsc.btcb],
      [bsc.wbnb]: [bsc.btcb],
      [bsc.usdt]: [bsc.btcb],
      [bsc.usdc]: [bsc.usdt, bsc.btcb],
      [bsc.aster]: [bsc.usdt, bsc.btcb],
    },
  },
]

/** ScriptTypes of the contracts, by number; 0 (p2pk) has no address. */
const scriptTypes: readonly (BitcoinOutput['kind'] | null)[] = [
  null,
  'p2pkh',
  'p2sh',
  'p2wpkh',
  'p2wsh',
  'p2tr',
]

const swapAndUnwrap =
  'function swapAndUnwrap(address exchangeConnector, uint256[] amounts, bool isFixedToken, address[] path, uint256 deadline, bytes userScript, uint8 scriptType, bytes lockerLockingScript, uint256 thirdParty) payable returns (uint256)'
const isLocker = 'function isLocker(bytes lockerLockingScript) view returns (bool)'
const newUnwrap =
  'event NewUnwrap(bytes userScript, uint8 scriptType, address lockerTargetAddress, address indexed userTargetAddress, uint256 requestIdOfLocker, uint256 indexed deadline, uint256 thirdPartyId, address inputToken, uint256[3] amounts, uint256[4] fees)'
const paidUnwrap =
  'event PaidUnwrap(address indexed lockerTargetAddress, uint256 requestIdOfLocker, bytes32 bitcoinTxId, uint256 bitcoinTxOutputIndex)'

const wholeShare = 10_000n
/** Least that the router pays out (`DUST_SATOSHI_AMOUNT`). */
const dust = 1_000n
const callSeconds = 20n * 60n
/** Clocks of Bitcoin's blocks may be two hours off. */
const blockClockMs = 2 * 3_600_000

const lockerWire = z.object({ sourceAddress: z.string(), netMinted: z.nullish(z.unknown()) })
const lockersWire = z.object({
  data: z.object({ preferred: z.nullish(lockerWire), lockers: z.nullish(z.array(lockerWire)) }),
})
const requestWire = z.object({
  data: z.nullish(
    z.object({ sourceTransaction: z.nullish(z.object({ txId: z.nullish(z.string()) })) }),
  ),
})

type Lane = { network: Network; path: readonly string[] }
type Order = {
  dst: 'BITCOIN'
  network: Network
  hash: string
  blockNumber: bigint
  locker: string
  /** Index among the orders of its locker. */
  index: bigint
  receiver: string
  payout: bigint
}

const service = { id: 'tele_swap', name: 'TeleSwap' } as const satisfies Service
const named = { name: service.name, keyVariable: null } as const

/** @param options.baseUrl without a trailing slash */
export function createTeleSwapProvider({ baseUrl }: { baseUrl: string }): Provider {
  return contractBridge<Lane, Order>({
    ...service,
    blockchains: ['BITCOIN', 'BSC', 'POLYGON'],
    chargesFee: true,
    contracts: Object.fromEntries(networks.map(({ blockchain, router }) => [blockchain, [router]])),
    lane: laneOf,
    quote: async ({ lane: { network, path }, srcToken, srcAmount, recipient }, tools) => {
      if (recipient !== null) outputOf(recipient)
      const { router } = network
      const [[lockers, swapped, ...shares], candidates] = await Promise.all([
        tools.read(network.blockchain, [
          view(router, 'function lockers() view returns (address)', []),
          // It changes nothing, though it is not declared as a view.
          view(
            network.connector,
            'function getExactInput(address[] path, uint256 amountIn) view returns (bool, uint256)',
            [path.map(asHex), srcAmount],
          ),
          view(router, 'function bitcoinFee() view returns (uint256)', []),
          view(router, 'function lockerPercentageFee() view returns (uint256)', []),
          view(router, 'function protocolPercentageFee() view returns (uint256)', []),
          view(router, 'function thirdPartyFee(uint256 id) view returns (uint256)', [0n]),
        ]),
        askLockers(baseUrl, network, tools),
      ])
      const [networkFee, ...percentages] = shares
      if (!lockers.ok || !isSameAddress(lockers.value, network.lockers)) throw noRoute(named)
      if (!swapped.ok || !swapped.value[0] || !networkFee.ok) throw noRoute(named)
      const amount = swapped.value[1]
      let dstAmount = amount - networkFee.value
      for (const share of percentages) {
        if (!share.ok) throw noRoute(named)
        dstAmount -= (amount * share.value) / wholeShare
      }
      if (dstAmount < dust) throw unnamedLimit(named, 'AMOUNT_TOO_LOW', srcToken)
      const locker = candidates.find(({ most }) => most === null || most >= dstAmount)
      if (locker === undefined) throw noRoute(named, 'No locker has as much to pay out.')
      return {
        dstAmount,
        spender: srcToken.native ? null : router,
        durationSeconds: 30 * 60,
        carry: locker.script,
      }
    },
    calls: ({ blockchain }) =>
      networks.filter((one) => one.blockchain === blockchain).map(declaredCall),
    vouches: isItsLocker,
    encode: ({ lane: { network, path }, ...accepted }, { encode, context }) => {
      const { srcAmount, dstMinAmount, recipient, carry } = accepted
      const { kind, program } = outputOf(recipient)
      const now = BigInt(Math.floor(context.now() / 1000))
      const data = encode(swapAndUnwrap, [
        asHex(network.connector),
        [srcAmount, dstMinAmount],
        true,
        path.map(asHex),
        now + callSeconds,
        asHex(program),
        scriptTypes.indexOf(kind),
        asHex(typeof carry === 'string' ? carry : ''),
        0n,
      ])
      return { to: network.router, data }
    },
    transferOf: ({ blockchain, hash, from, to, blockNumber, logs }, { events }) => {
      const network = networks.find((one) => one.blockchain === blockchain)
      if (network === undefined) return null
      for (const { args } of events(newUnwrap, logs, network.router)) {
        const receiver = addressOf(args.scriptType, args.userScript)
        // Who called the router: the payer, or a contract that the payer called.
        const isTheirs = [from, to].some((one) => isSameAddress(one, args.userTargetAddress))
        if (receiver === null || !isTheirs) continue
        const { lockerTargetAddress: locker, requestIdOfLocker: index } = args
        const payout = args.amounts[2]
        return { dst: 'BITCOIN', network, hash, blockNumber, locker, index, receiver, payout }
      }
      return null
    },
    delivery: (order, tools) => deliveryOf(order, baseUrl, tools),
  })
}

function laneOf(srcToken: Token, dstToken: Token): Lane | null {
  const network = networks.find(({ blockchain }) => blockchain === srcToken.blockchain)
  if (network === undefined || dstToken.blockchain !== 'BITCOIN' || !dstToken.native) return null
  const { native, address, blockchain } = srcToken
  const path = pathOf(network, native ? (chainById(blockchain).wrappedNative ?? '') : address)
  return path === null ? null : { network, path }
}

/** Tokens from the sold one to teleBTC; null for one that is not sold. */
function pathOf({ via, teleBtc }: Network, sold: string): readonly string[] | null {
  const found = Object.entries(via).find(([token]) => isSameAddress(token, sold))
  return found === undefined ? null : [found[0], ...found[1], teleBtc]
}

function declaredCall(network: Network) {
  const refuse = (what: string): SwaprouteError => unsafeCall(service.name, what)
  return call(
    swapAndUnwrap,
    ([connector, amounts, isFixed, path, deadline, script, type, locker, partner]): CallTerms => {
      const [amountIn, minOut, ...more] = amounts
      if (amountIn === undefined || minOut === undefined || more.length > 0) {
        throw refuse('names more or fewer than two amounts')
      }
      if (!isSameAddress(connector, network.connector)) {
        throw refuse(`swaps by ${connector}, which is not its connector`)
      }
      if (!isFixed) throw refuse('does not swap the whole amount')
      const known = pathOf(network, path[0] ?? '')
      const isKnown =
        known?.length === path.length &&
        known.every((one, at) => isSameAddress(one, path[at] ?? ''))
      if (!isKnown) throw refuse('swaps along a path that is not known for its token')
      if (partner !== 0n) throw refuse('pays a share to a partner')
      const recipient = addressOf(type, script)
      if (recipient === null) throw refuse('pays a script that is no address')
      return {
        recipient,
        srcToken: path[0] ?? null,
        dstToken: zeroAddress,
        amountIn,
        // Of what is left after every fee of the router.
        minOut,
        dst: 'BITCOIN',
        // A locker that does not pay loses its collateral to the payer.
        refundTo: null,
        deadlineSeconds: deadline,
        keeper: locker,
      }
    },
  )
}

/** Whether the script is that of a locker, by the contract of lockers and two hosts (N1). */
const isItsLocker: Vouching = async (script, blockchain, { rpc, signal }) => {
  const network = networks.find((one) => one.blockchain === blockchain)
  if (network === undefined) return false
  const { encodeMethod } = await import('../chains/evm/codec.ts')
  const data = encodeMethod(isLocker, [asHex(script)])
  const asked = { method: 'eth_call', params: [{ to: network.lockers, data }, 'latest'] }
  const { answers } = await agreed(rpc, blockchain, [asked], { signal })
  const [answer] = answers
  if (answer === undefined) return false
  if (!answer.ok) throw callFailed(blockchain, 'eth_call', answer)
  return typeof answer.result === 'string' && /^0x0{63}1$/.test(answer.result)
}

/** The lockers of a network, the service's choice first; `most` is what each can pay, if known. */
async function askLockers(
  baseUrl: string,
  { name }: Network,
  { context }: ContractTools,
): Promise<{ script: string; most: bigint | null }[]> {
  const url = `${baseUrl}/v1/teleswap/select-locker/${name}?amount=0&type=unwrap`
  const read = (body: unknown) => parseWire(lockersWire, body, 'The lockers of TeleSwap').data
  const found = await askServiceOrder(service, { url, read }, context)
  if (found === null) throw noRoute(named)
  const { preferred, lockers } = found
  return [...(preferred == null ? [] : [preferred]), ...(lockers ?? [])].flatMap((one) => {
    const output = bitcoinOutput(one.sourceAddress)
    if (output === null) return []
    const isCount = typeof one.netMinted === 'string' && /^\d{1,20}$/.test(one.netMinted)
    return [{ script: bitcoinScript(output), most: isCount ? BigInt(String(one.netMinted)) : null }]
  })
}

/** @throws SwaprouteError UNSUPPORTED_RECEIVER for a script that the contract does not know */
function outputOf(address: string): BitcoinOutput {
  const output = bitcoinOutput(address)
  if (output !== null) return output
  throw new SwaprouteError('UNSUPPORTED_RECEIVER', 'TeleSwap cannot pay this kind of address.', {
    hint: 'Choose an address that begins with 1, 3, bc1q or bc1p.',
    context: { field: 'receiver' },
  })
}

/** The address of a script of the contracts; null for one without an address. */
function addressOf(type: number, program: string): string | null {
  const kind = scriptTypes[type] ?? null
  return kind === null ? null : bitcoinAddress({ kind, program })
}

/** By Bitcoin's own record of the payment; service and contract only name it. */
async function deliveryOf(
  order: Order,
  baseUrl: string,
  tools: ContractTools,
): Promise<ContractDelivery> {
  const { network, blockNumber, receiver, payout } = order
  const waiting = (note: string): ContractDelivery => ({ kind: 'waiting', note })
  const hash = (await namedPayout(order, baseUrl, tools)) ?? (await provenPayout(order, tools))
  if (hash === null) return waiting('The payment on Bitcoin is ordered from a locker of TeleSwap.')
  const { readUtxo } = await import('../evidence/transactions/utxo.ts')
  const paid = await readUtxo('BITCOIN', hash, tools.context)
  if (paid === null) return waiting('Bitcoin does not show the payment yet.')
  const isOwn = paid.payments.some(
    ({ to, amount }) => to !== null && amount === payout && isSameAccount('BITCOIN', to, receiver),
  )
  if (!isOwn) return waiting('The transaction that TeleSwap names does not pay this order.')
  if (paid.state !== 'done') return waiting('The payment on Bitcoin is not confirmed yet.')
  const orderedAtMs = await tools.reader.readBlockTime(network.blockchain, blockNumber)
  const isEarlier =
    paid.atMs === null || orderedAtMs === null || paid.atMs < orderedAtMs - blockClockMs
  if (isEarlier) return waiting('The transaction that TeleSwap names is older than the order.')
  return { kind: 'arrived', hash, amount: payout }
}

/** The Bitcoin transaction that the service names; null if none, or on an outage. */
async function namedPayout(
  { hash }: Order,
  baseUrl: string,
  { context }: ContractTools,
): Promise<string | null> {
  const url = `${baseUrl}/v2/teleswap/requests/tx/${hash}`
  const read = (body: unknown) => parseWire(requestWire, body, 'The order of TeleSwap').data
  try {
    const txId = (await askServiceOrder(service, { url, read }, context))?.sourceTransaction?.txId
    return txId != null && /^[\da-f]{64}$/i.test(txId) ? txId.toLowerCase() : null
  } catch (thrown) {
    // Then the contract is asked.
    if (thrown instanceof SwaprouteError && thrown.retry === 'later') return null
    throw thrown
  }
}

/** The one that was proved to the router; the contract has its bytes in reverse. */
async function provenPayout(
  { network: { blockchain, router }, locker, index }: Order,
  { findEvent }: ContractTools,
): Promise<string | null> {
  const topics = [`0x${locker.slice(2).toLowerCase().padStart(64, '0')}`]
  const place = { blockchain, contract: router, topics }
  const found = await findEvent(paidUnwrap, place, (args) => args.requestIdOfLocker === index)
  const bytes = found === null ? null : Buffer.from(found.args.bitcoinTxId.slice(2), 'hex')
  return bytes === null ? null : bytes.reverse().toString('hex')
}
