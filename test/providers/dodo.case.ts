import { formatAmount } from '../../src/core/amounts.ts'
import { type Token, zeroAddress } from '../../src/core/token.ts'
import { createDodoProvider } from '../../src/providers/dodo.ts'
import { type CallCase, type CallSwap, encodeCall, type HostileCall, because } from './callCase.ts'
import { evm, type Exchange, nowMs, requestOf, tokenOf } from './depositSupport.ts'

const [usdc, usdt, ether] = [tokenOf('ETH', 'USDC'), tokenOf('ETH', 'USDT'), tokenOf('ETH', 'ETH')]
const [alice, mallory] = [evm('alice'), evm('mallory')]
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const proxy = '0xfe837a3530dd566401d35befcd55582af7c4dffc'
const approve = '0xCB859eA579b28e02B87A1FDE08d087ab9dbE5149'
const fee = 'address broker, uint256 brokerFeeRate'
const mixTail =
  'address[] mixAdapters, address[] mixPairs, address[] assetTo, uint256 directions, bytes[] moreInfos, bytes feeData, uint256 deadLine) payable'
const mixSwap = `function mixSwap(address fromToken, address toToken, uint256 fromTokenAmount, uint256 expReturnAmount, uint256 minReturnAmount, ${mixTail}`
const olderMixSwap = mixSwap.replace('uint256 expReturnAmount, ', '')
const externalSwap =
  'function externalSwap(address fromToken, address toToken, address approveTarget, address swapTarget, uint256 fromTokenAmount, uint256 expReturnAmount, uint256 minReturnAmount, bytes feeData, bytes callDataConcat, uint256 deadLine) payable'
const olderExternalSwap = externalSwap.replace('uint256 expReturnAmount, ', '')
const multiSwap =
  'function dodoMutliSwap(uint256 fromTokenAmount, uint256 expReturnAmount, uint256 minReturnAmount, uint256[] splitNumber, address[] midToken, address[] assetFrom, bytes[] sequence, bytes feeData, uint256 deadLine) payable'
const olderMultiSwap = multiSwap.replace('uint256 expReturnAmount, ', '')

type Sale = { src?: Token; dst?: Token; amount?: bigint; out?: bigint; signature?: string }
type Named = Pick<CallSwap, 'request' | 'honest' | 'call' | 'wire'>

/** Arguments by their names, in the order of the signature. */
const namesOf = (signature: string): string[] =>
  signature
    .slice(signature.indexOf('(') + 1, signature.lastIndexOf(')'))
    .split(', ')
    .map((argument) => argument.split(' ')[1] ?? '')

function swapOf(sale: Sale): Named {
  const {
    src = usdc,
    dst = usdt,
    amount = 100_000_000n,
    out = 100_184_000n,
    signature = mixSwap,
  } = sale
  const [fromToken = '', toToken = ''] = [src, dst].map(({ native, address }) =>
    native ? coin : address,
  )
  const deadLine = Math.floor(nowMs / 1_000) + 1_200
  const asked = `/developer/getdodoroute?chainId=1&fromTokenAddress=${fromToken}&toTokenAddress=${toToken}&fromAmount=${amount}&slippage=0.5&userAddr=${alice}`
  const rest = '&source=dodoV2AndMixWasm&estimateGas=false&apikey=key'
  const pool = evm('pool')
  const named: Readonly<Record<string, unknown>> = {
    fromToken,
    toToken,
    fromTokenAmount: amount,
    expReturnAmount: out,
    minReturnAmount: (out * 9_950n) / 10_000n,
    approveTarget: evm('router'),
    swapTarget: evm('router'),
    mixAdapters: [evm('adapter')],
    mixPairs: [pool],
    assetTo: [pool, proxy],
    directions: 0n,
    moreInfos: ['0x'],
    splitNumber: [0n, 1n],
    midToken: [fromToken, evm('middle'), toToken],
    assetFrom: [pool, proxy],
    sequence: ['0x'],
    callDataConcat: '0x16',
    feeData: [zeroAddress, 0n],
    deadLine: BigInt(deadLine),
  }
  const names = namesOf(signature)
  const at = (name: string): string => String(names.indexOf(name))
  const inner = [[at('feeData'), fee]] as const
  const paths = signature === multiSwap || signature === olderMultiSwap
  const build: Exchange = {
    path: `${asked}&deadLine=${deadLine}${rest}`,
    body: {
      status: 200,
      data: {
        resAmount: Number(formatAmount(out, dst.decimals)),
        resPricePerToToken: 0.9981633793819373,
        resPricePerFromToken: 1.0018399999999998,
        priceImpact: 0,
        useSource: 'DODORoute',
        targetDecimals: dst.decimals,
        targetApproveAddr: src.native ? '' : approve,
        to: proxy,
        data: encodeCall(
          signature,
          names.map((name) => named[name]),
          inner,
        ),
        minReturnAmount: String(named['minReturnAmount']),
        gasLimit: '0',
        value: src.native ? String(amount) : '0',
        id: '4767a82128f23ea114ae4f05c4faef21',
      },
    },
  }
  const quote: Exchange = { ...build, path: asked + rest }
  const free = [
    'approveTarget',
    'swapTarget',
    'mixAdapters',
    'mixPairs',
    'assetTo',
    'directions',
    'moreInfos',
    'splitNumber',
    'assetFrom',
    'sequence',
    'callDataConcat',
  ]
  return {
    request: { ...requestOf(src, dst, amount), fromAddress: alice, receiver: alice },
    honest: [quote, quote, build],
    wire: {
      quotedOut: ['data.resAmount'],
      builtOut: ['data.resAmount'],
      outDecimals: dst.decimals,
      srcAmount: null,
      srcToken: null,
      dstToken: null,
      to: 'data.to',
      data: 'data.data',
      value: 'data.value',
      spender: src.native ? null : 'data.targetApproveAddr',
      fee: null,
    },
    call: {
      signature,
      inner,
      payer: [],
      // Always its sender.
      receiver: [],
      srcToken: [paths ? `${at('midToken')}.0` : at('fromToken')],
      dstToken: [paths ? `${at('midToken')}.2` : at('toToken')],
      srcAmount: [at('fromTokenAmount')],
      minimum: at('minReturnAmount'),
      floors: names.includes('expReturnAmount') ? [at('expReturnAmount')] : [],
      dstChain: null,
      free: {
        ...because(
          'the proxy measures what it has gained itself, and reverts below the minimum',
          ...names.filter((name) => free.includes(name)).map(at),
          ...(paths ? [`${at('midToken')}.1`] : []),
        ),
        [`${at('feeData')}.0`]: 'a broker, whose share has to be zero',
      },
      // Limited to a range, by the clock.
      within: [at('deadLine')],
    },
  }
}

/** Where the fee and the deadline are. */
function hostileOf(signature: string): HostileCall[] {
  const names = namesOf(signature)
  const [feeAt, deadlineAt] = [names.indexOf('feeData'), names.indexOf('deadLine')]
  return [
    ['a fee to a broker', 'E8', ({ args }) => (args[feeAt] = [mallory, 1n])],
    ['no time', 'E8', ({ args }) => (args[deadlineAt] = BigInt(Math.floor(nowMs / 1_000)))],
    ['a deadline of years', 'E8', ({ args }) => (args[deadlineAt] += 100_000_000n)],
  ]
}

const sold = (sale: Sale): Partial<CallSwap> => ({
  ...swapOf(sale),
  hostile: hostileOf(sale.signature ?? mixSwap),
})

export const callCase: CallCase = {
  // The shape of an answer for ZETACHAIN that is recorded there.
  source: {
    kind: 'shaped',
    from: 'DODOEX/widgets packages/dodoex-widgets/src/constants/api.ts',
    date: '2025-05',
  },
  create: (baseUrl) => createDodoProvider({ baseUrl, apiKey: 'key' }),
  ...swapOf({}),
  hostile: hostileOf(mixSwap),
  refusals: [
    [200, { status: -1, data: 'route not found' }, 'NO_ROUTE'],
    [200, { status: 500, data: 'internal error' }, 'UPSTREAM_REFUSED'],
    [200, { status: 200, data: { resAmount: 1, targetDecimals: 18 } }, 'UPSTREAM_FAILED'],
    [401, { message: 'Unauthorized' }, 'UPSTREAM_REFUSED'],
    [429, { message: 'Too Many Requests' }, 'RATE_LIMITED'],
  ],
  more: {
    'native coins': sold({ src: ether, dst: usdc, amount: 10n ** 17n, out: 299_000_000n }),
    'the older mixSwap': sold({ signature: olderMixSwap }),
    'another router': sold({ signature: externalSwap }),
    'another router, older': sold({ signature: olderExternalSwap }),
    'several pools': sold({ signature: multiSwap }),
    'several pools, older': sold({ signature: olderMultiSwap }),
  },
}
