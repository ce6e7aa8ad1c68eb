import { type Token, zeroAddress } from '../../src/core/token.ts'
import { createOneInchProvider } from '../../src/providers/one_inch.ts'
import { type CallCase, type CallSwap, encodeCall, type HostileCall, because } from './callCase.ts'
import { type Body, evm, type Exchange, requestOf, tokenOf } from './depositSupport.ts'

const [usdc, ether] = [tokenOf('ETH', 'USDC'), tokenOf('ETH', 'ETH')]
const [alice, bob] = [evm('alice'), evm('bob')]
const executor = '0x5141B82f5fFDa4c6fE1E372978F1C5427640a190'
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const router = '0x111111125421cA6dc452d289314280a0f8842A65'
const signature =
  'function swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data) payable returns (uint256 returnAmount, uint256 spentAmount)'

function swapOf(
  src: Token,
  dst: Token,
  amount: bigint,
  out: bigint,
): Pick<CallSwap, 'request' | 'honest'> {
  const [srcToken = '', dstToken = ''] = [src, dst].map(({ native, address }) =>
    native ? coin : address,
  )
  const asked = `src=${srcToken}&dst=${dstToken}&amount=${amount}&includeTokensInfo=true`
  const answer = {
    srcToken: { address: srcToken.toLowerCase(), symbol: src.symbol, decimals: src.decimals },
    dstToken: { address: dstToken.toLowerCase(), symbol: dst.symbol, decimals: dst.decimals },
    dstAmount: String(out),
  }
  const quote: Exchange = { path: `/1/quote?${asked}`, body: answer }
  const desc = {
    srcToken,
    dstToken,
    srcReceiver: executor,
    dstReceiver: bob,
    amount,
    minReturnAmount: (out * 9_950n) / 10_000n,
    flags: 0n,
  }
  const build: Exchange = {
    path: `/1/swap?${asked}&from=${alice}&origin=${alice}&receiver=${bob}&slippage=0.5&compatibility=true&disableEstimate=true&allowPartialFill=false`,
    body: {
      ...answer,
      tx: {
        from: alice.toLowerCase(),
        to: router,
        data: `${encodeCall(signature, [executor, desc, '0x0317'])}d1e8116e`,
        value: src.native ? String(amount) : '0',
        gas: 0,
        gasPrice: '1469352523',
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
const unoswap =
  'function unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex)'

export const callCase: CallCase = {
  // Its recorded answer of GET /swap/v6.1/1/swap; the quote is by the vendor's schema.
  source: {
    kind: 'shaped',
    from: 'morpho-org/morpho-blue-liquidation-bot, test of its 1inch liquidity venue',
    date: '2026-11-23',
  },
  create: (baseUrl) => createOneInchProvider({ baseUrl, apiKey: 'key' }),
  ...swapOf(usdc, ether, 100_000_000n, 33_333_333_333_333_333n),
  wire: {
    quotedOut: ['dstAmount'],
    builtOut: ['dstAmount'],
    srcAmount: null,
    srcToken: 'srcToken.address',
    dstToken: 'dstToken.address',
    to: 'tx.to',
    data: 'tx.data',
    value: 'tx.value',
    spender: null,
    fee: null,
  },
  call: {
    signature,
    payer: [],
    receiver: ['1.dstReceiver'],
    srcToken: ['1.srcToken'],
    dstToken: ['1.dstToken'],
    srcAmount: ['1.amount'],
    minimum: '1.minReturnAmount',
    dstChain: null,
    free: because(
      'the router pays out itself what any executor brings it, and not less than the minimum',
      '0',
      '1.srcReceiver',
      '2',
    ),
    payerWord: zeroAddress,
  },
  hostile: [
    described('a partial fill', { flags: 1n }),
    described('extra coins', { flags: 2n }),
    described('Permit2', { flags: 4n }),
    described('an unknown flag', { flags: 8n }),
    [
      'a call that hides the bought token',
      'E8',
      ({ body }) =>
        (body.tx.data = encodeCall(unoswap, [BigInt(bob), BigInt(usdc.address), 1n, 1n, 1n])),
    ],
    ['five bytes behind the call', 'E8', ({ body }) => (body.tx.data += '00')],
  ],
  refusals: [
    [
      400,
      { error: 'Bad Request', description: 'insufficient liquidity', statusCode: 400 },
      'NO_ROUTE',
    ],
    [400, { error: 'Bad Request', description: 'cannot sync token', statusCode: 400 }, 'NO_ROUTE'],
    [400, { error: 'Bad Request', description: 'slippage is not set' }, 'UPSTREAM_REFUSED'],
    [401, 'Unauthorized', 'UPSTREAM_REFUSED'],
    [429, { error: 'Too Many Requests', description: 'The limit of requests' }, 'RATE_LIMITED'],
  ],
  more: { 'native coins': swapOf(ether, usdc, 10n ** 17n, 299_000_000n) },
}
