import { type Token, zeroAddress } from '../../src/core/token.ts'
import { createOpenOceanProvider } from '../../src/providers/open_ocean.ts'
import { type CallCase, type CallSwap, encodeCall, type HostileCall, because } from './callCase.ts'
import { type Body, evm, type Exchange, requestOf, tokenOf } from './depositSupport.ts'

const [usdc, ether, pol] = [
  tokenOf('ETH', 'USDC'),
  tokenOf('ETH', 'ETH'),
  tokenOf('POLYGON', 'POL'),
]
const [alice, bob, mallory] = [evm('alice'), evm('bob'), evm('mallory')]
const executor = evm('executor')
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const polygonCoin = '0x0000000000000000000000000000000000001010'
const exchange = '0x6352a56caadC4F1E25CD6c75970Fa768A3304e64'
const swap =
  'function swap(address caller, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 guaranteedAmount, uint256 flags, address referrer, bytes permit) desc, (uint256 target, uint256 gasLimit, uint256 value, bytes data)[] calls) payable returns (uint256 returnAmount)'
const simpleSwap =
  'function simpleSwap(address caller, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags, address referrer, bytes permit) desc, (uint256 target, uint256 gasLimit, uint256 value, bytes data)[] calls) payable returns (uint256 returnAmount)'

type Sale = { src: Token; dst: Token; amount: bigint; out: bigint; signature: string }

/** The calls of a swap; the answer is that of GET /:chain/quote and GET /:chain/swap. */
function swapOf({ src, dst, amount, out, signature }: Sale): Pick<CallSwap, 'request' | 'honest'> {
  const chainId = src.blockchain === 'POLYGON' ? 137 : 1
  const word = chainId === 137 ? polygonCoin : coin
  const [srcToken = '', dstToken = ''] = [src, dst].map(({ native, address }) =>
    native ? word : address,
  )
  const asked = `inTokenAddress=${srcToken}&outTokenAddress=${dstToken}&amountDecimals=${amount}&gasPriceDecimals=1000000000&disableRfq=true`
  const offer = {
    inToken: { address: srcToken, decimals: src.decimals, symbol: src.symbol, usd: '1' },
    outToken: { address: dstToken, decimals: dst.decimals, symbol: dst.symbol, usd: '3000' },
    inAmount: String(amount),
    outAmount: String(out),
    estimatedGas: '129211',
    price_impact: '-0.05%',
    save: -0.0018,
  }
  const quote: Exchange = {
    path: `/${chainId}/quote?${asked}`,
    body: { code: 200, data: { ...offer, exchange, dexes: [{ dexIndex: 0 }] } },
  }
  const desc = {
    srcToken,
    dstToken,
    srcReceiver: executor,
    dstReceiver: bob,
    amount,
    minReturnAmount: (out * 9_950n) / 10_000n,
    guaranteedAmount: out,
    flags: src.native ? 0n : 2n,
    referrer: zeroAddress,
    permit: '0x',
  }
  const step = { target: BigInt(executor), gasLimit: 0n, value: 0n, data: '0xe5b07cdb' }
  const build: Exchange = {
    path: `/${chainId}/swap?${asked}&slippage=0.5&account=${bob}&sender=${alice}`,
    body: {
      code: 200,
      data: {
        ...offer,
        estimatedGas: 516_812,
        minOutAmount: desc.minReturnAmount.toString(),
        from: alice,
        to: exchange,
        value: src.native ? String(amount) : '0',
        gasPrice: '1000000000',
        data: encodeCall(signature, [executor, desc, [step]]),
        chainId,
        rfqDeadline: 0,
      },
    },
  }
  return {
    request: { ...requestOf(src, dst, amount), fromAddress: alice, receiver: bob },
    honest: [quote, quote, build],
  }
}

const described = (name: string, change: Body): HostileCall => {
  return [name, 'E8', ({ args }) => Object.assign(args[1], change)]
}
const anyExecutor = because(
  'only the growth of the receiver is measured, so that it is typed whichever contract swaps (E15)',
  '0',
  '1.srcReceiver',
  '2',
)
const call: CallSwap['call'] = {
  signature: swap,
  payer: [],
  receiver: ['1.dstReceiver'],
  srcToken: ['1.srcToken'],
  dstToken: ['1.dstToken'],
  srcAmount: ['1.amount'],
  minimum: '1.minReturnAmount',
  dstChain: null,
  free: { ...anyExecutor, '1.guaranteedAmount': 'the exchange only emits it' },
  payerWord: zeroAddress,
}
const nativeWords = [zeroAddress, polygonCoin, '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000', coin]
const sold = { ...call, alike: { '1.srcToken': nativeWords.map((word) => word.toLowerCase()) } }
const bought = { ...call, alike: { '1.dstToken': nativeWords.map((word) => word.toLowerCase()) } }

export const callCase: CallCase = {
  // Answers of the vendor's own reference, references/api-reference.md, and the calls of
  // OpenOceanExchange.sol in dev0xstar/OpenOceanExchangeV2.
  source: {
    kind: 'shaped',
    from: 'openocean-finance/OpenOcean-skills references/api-reference.md',
    date: '2026-03-23',
  },
  create: (baseUrl) => createOpenOceanProvider({ baseUrl }),
  ...swapOf({
    src: usdc,
    dst: ether,
    amount: 100_000_000n,
    out: 33_333_333_333_333_333n,
    signature: swap,
  }),
  wire: {
    quotedOut: ['data.outAmount'],
    builtOut: ['data.outAmount'],
    srcAmount: 'data.inAmount',
    srcToken: 'data.inToken.address',
    dstToken: 'data.outToken.address',
    to: 'data.to',
    data: 'data.data',
    value: 'data.value',
    spender: null,
    fee: null,
  },
  call: bought,
  hostile: [
    described('a permit', { permit: '0x12' }),
    described('a referrer', { referrer: mallory }),
    described('a partial fill', { flags: 3n }),
    described('no claim', { flags: 0n }),
    described('an unknown flag', { flags: 6n }),
  ],
  refusals: [
    [200, { code: 200, data: null }, 'NO_ROUTE'],
    [200, { code: 204, error: 'No avail liquidity' }, 'NO_ROUTE'],
    [200, { code: 400, errorMsg: 'Invalid token address' }, 'UPSTREAM_REFUSED'],
    [200, { code: 500, error: 'Internal Server Error' }, 'UPSTREAM_REFUSED'],
    [404, { code: 404, message: 'chain not found' }, 'NO_ROUTE'],
    [429, { code: 429, message: 'Too Many Requests' }, 'RATE_LIMITED'],
  ],
  more: {
    'native coins': {
      ...swapOf({
        src: ether,
        dst: usdc,
        amount: 10n ** 17n,
        out: 299_000_000n,
        signature: simpleSwap,
      }),
      call: { ...sold, signature: simpleSwap, free: anyExecutor },
      hostile: [described('a claim', { flags: 2n })],
    },
    'a coin with another address': {
      ...swapOf({
        src: pol,
        dst: tokenOf('POLYGON', 'USDC'),
        amount: 10n ** 18n,
        out: 220_000n,
        signature: swap,
      }),
      call: sold,
      hostile: [],
    },
  },
}
