// Symbiosis between chains: https://api.symbiosis.finance/crosschain/docs (read 2026-11). One request
// prices and builds. A call goes to the gateway of its chain, as symbiosis-finance/js-sdk 3.11.60
// writes it, and straight on to the chain of the receiver, without the hub.

import { isRecord } from '../../../src/core/json.ts'
import type {
  Asked,
  BridgeDialect,
  BridgeEngine,
  FoundOrder,
  Offer,
  Refusal,
  Token,
} from '../calls/dialect.ts'
import type { SandboxBlockchain } from '../chains.ts'

/** Of symbiosis-finance/sdk-types 0.0.26: src/metaRouters.ts and src/crosschain/config/mainnet.ts. */
const gateways = {
  ETH: '0xB4769e9c5bE31199a25ecD1B0C6609183fa72521',
  BSC: '0x851B43189de721dD94AbA767AAd9E6F6d6a95CCA',
  ARBITRUM: '0x3743c756b64ECd0770f1d4f47696A73d2A46dcbe',
  POLYGON: '0x2eE9559387b806E88fd46b9DA160D64A29CE7Da0',
} as const satisfies Record<SandboxBlockchain, string>
const portals = {
  ETH: '0xb8f275fBf7A959F4BCE59999A2EF122A099e81A8',
  BSC: '0x5Aa5f7f84eD0E5db0a4a85C3947eA16B53352FD4',
  ARBITRUM: '0x01A3c8E513B758EBB011F7AFaf6C37616c9C24d9',
  POLYGON: '0xb8f275fBf7A959F4BCE59999A2EF122A099e81A8',
} as const satisfies Record<SandboxBlockchain, string>
/** The routers before them, each with the gateway that held its allowances; callers may know them. */
const older = [
  '0xf621Fb08BBE51aF70e7E0F4EA63496894166Ff7F',
  '0xfCEF2Fe72413b65d3F393d278A714caD87512bcd',
  '0x44487a445a7595446309464A82244B4bD4e325D5',
  '0x5c97D726bf5130AE15408cE32bc764e458320D2f',
  '0xf7e96217347667064DEE8f20DB747B1C7df45DDe',
  '0x80ddDDa846e779cceE463bDC0BCc2Ae296feDaF9',
  '0xa260E3732593E4EcF9DdC144fD6C4c5fe7077978',
  '0xAb83653fd41511D638b69229afBf998Eb9B0F30c',
] as const
/** Pays out here; there, each portal does. */
const payer = '0x5523985926Aa12BA58DC5Ad00DDca99678D7227E'
const zero = '0x0000000000000000000000000000000000000000'

const metaRoute =
  'function metaRoute((bytes firstSwapCalldata, bytes secondSwapCalldata, address[] approvedTokens, address firstDexRouter, address secondDexRouter, uint256 amount, bool nativeIn, address relayRecipient, bytes otherSideCalldata) transaction) payable'
const metaSynthesize =
  'function metaSynthesize((uint256 stableBridgingFee, uint256 amount, address rtoken, address chain2address, address receiveSide, address oppositeBridge, address syntCaller, uint256 chainID, address[] swapTokens, address secondDexRouter, bytes secondSwapCalldata, address finalReceiveSide, bytes finalCalldata, uint256 finalOffset, address revertableAddress, bytes32 clientID) transaction)'
const metaUnsynthesize =
  'function metaUnsynthesize(uint256 fee, bytes32 crossChainID, bytes32 externalID, address to, uint256 amount, address rtoken, address finalReceiveSide, bytes finalCalldata, uint256 finalOffset)'
const revertSynthesize = 'function revertSynthesize(uint256 fee, bytes32 externalID)'

const refuse = (message: string): Refusal => ({ status: 400, body: { code: 400, message } })

export const symbiosis: BridgeDialect = {
  kit: 'evmBridge',
  id: 'symbiosis',
  urls: { symbiosis: '/crosschain' },
  // Its own name for the coin is the empty text.
  coin: zero,
  source: gateways.ETH,
  destination: payer,
  contracts: [...Object.values(gateways), ...older],
  terms: { spreadBps: 30n, minUsd: 5, maxUsd: 5_000_000 },
  payoutUsd: '0.3',
  trades: (_side, { native, symbol }) => native || ['USDC', 'USDT'].includes(symbol),
  unauthorized: { code: 401, message: 'Unauthorized' },
  rateLimited: { code: 429, message: 'Too Many Requests' },
  broken: { code: 500, message: 'Internal server error' },
  noRoute: () => refuse('No route'),
  outOfRange: (side) =>
    refuse(side === 'min' ? 'Amount $0.80 too low. Min amount: $5.00' : 'Amount too high'),
  badAddress: () => refuse('from is not an address'),
  routes: [
    { method: 'POST', path: '/crosschain/v2/swap', answer: build },
    {
      method: 'GET',
      path: '/crosschain/v2/tx/:chain/:hash',
      answer: async (asked, engine) =>
        printState(await engine.findByHash(asked.path('hash')), engine),
    },
  ],
}

async function build({ body }: Asked, engine: BridgeEngine): Promise<object> {
  const [given, wanted] = [memberOf(body, 'tokenAmountIn'), memberOf(body, 'tokenOut')]
  const slippageBps = Number(body['slippage'])
  if (!(slippageBps >= 0 && slippageBps <= 5_000) || !Number.isInteger(slippageBps)) {
    throw engine.refuse(refuse('slippage must be between 0 and 5000'))
  }
  const offer = engine.offer({
    from: placeOf(given),
    to: placeOf(wanted),
    amount: String(given['amount']),
  })
  const { from, to, amountIn, amountOut } = offer
  const sender = engine.account(body['from'])
  const receiver = engine.account(body['to'])
  const gateway = gateways[from.blockchain]
  const order = engine.unique().toString(16).padStart(64, '0')
  const data = engine.call(metaRoute, [callOf(offer, { sender, receiver, order }, engine)])
  const value = from.native ? amountIn : 0n
  const paid = [0n, `0x${order}`, `0x${order}`, receiver, amountOut, to.address, zero, '0x', 0n]
  await engine.open(offer, {
    id: order,
    data,
    value,
    sender,
    to: gateway,
    receiver,
    refundTo: sender,
    payout: { data: engine.call(metaUnsynthesize, paid) },
    refund: { data: engine.call(revertSynthesize, [0n, `0x${order}`]) },
  })
  const least = (amountOut * BigInt(10_000 - slippageBps) + 9_999n) / 10_000n
  return {
    kind: 'crosschain-swap',
    type: 'evm',
    labels: [],
    tokenAmountOut: printToken(to, amountOut, engine),
    tokenAmountOutMin: printToken(to, least, engine),
    priceImpact: '-0.05',
    fees: [],
    approveTo: from.native ? '' : gateway,
    inTradeType: 'symbiosis',
    outTradeType: 'symbiosis',
    estimatedTime: 2,
    tx: { chainId: engine.chainIdOf(from), to: gateway, data, value: String(value) },
  }
}

type Parties = { sender: string; receiver: string; order: string }

function callOf(
  { from, to, amountIn }: Offer,
  { sender, receiver, order }: Parties,
  engine: BridgeEngine,
): object {
  const across = {
    stableBridgingFee: 0n,
    amount: amountIn,
    rtoken: from.address,
    chain2address: receiver,
    receiveSide: payer,
    oppositeBridge: payer,
    syntCaller: sender,
    chainID: BigInt(engine.chainIdOf(to)),
    swapTokens: [],
    secondDexRouter: zero,
    secondSwapCalldata: '0x',
    finalReceiveSide: zero,
    finalCalldata: '0x',
    finalOffset: 0n,
    revertableAddress: sender,
    clientID: `0x${order}`,
  }
  return {
    firstSwapCalldata: '0x',
    secondSwapCalldata: '0x',
    approvedTokens: [from.address, from.address],
    firstDexRouter: zero,
    secondDexRouter: zero,
    amount: amountIn,
    nativeIn: from.native,
    relayRecipient: portals[from.blockchain],
    otherSideCalldata: engine.call(metaSynthesize, [across]),
  }
}

function printState(order: FoundOrder | null, engine: BridgeEngine): object {
  if (order === null) {
    return { status: { code: -1, text: 'Not found' }, tx: null, txIn: null, transitTokenSent: null }
  }
  const { stage, offer, srcTxHash, payoutHash, refundHash } = order
  const { from, to, amountIn, amountOut } = offer
  const [code, text] = states[stage]
  const sent = (token: Token, amount: bigint, hash: string): object => ({
    hash,
    chainId: engine.chainIdOf(token),
    tokenAmount: printToken(token, amount, engine),
  })
  return {
    status: { code, text },
    txIn: sent(from, amountIn, srcTxHash),
    tx:
      payoutHash !== null
        ? sent(to, amountOut, payoutHash)
        : refundHash === null
          ? null
          : sent(from, amountIn, refundHash),
    transitTokenSent: null,
  }
}

const states = {
  created: [1, 'Pending'],
  filled: [0, 'Success'],
  refunding: [2, 'Stucked'],
  refunded: [3, 'Reverted'],
} as const satisfies Record<FoundOrder['stage'], readonly [number, string]>

function printToken(token: Token, amount: bigint, engine: BridgeEngine): object {
  const { native, address, symbol, name, decimals } = token
  return {
    chainId: engine.chainIdOf(token),
    address: native ? '' : address,
    symbol,
    name,
    decimals,
    amount: String(amount),
    priceUsd: Number(engine.usd(10n ** BigInt(decimals), token)),
  }
}

function placeOf(of: Record<string, unknown>): { chain: string; token: string } {
  const { chainId, address } = of
  return { chain: String(chainId), token: address === '' ? zero : String(address) }
}

function memberOf(body: Asked['body'], name: string): Record<string, unknown> {
  const value = body[name]
  return isRecord(value) ? value : {}
}
