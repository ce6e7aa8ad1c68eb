/** `enableChecks`: what is missing in the wallet that pays, as a warning of a quote and as a refusal. */
import { expect, test } from 'vitest'
import { encodeUint } from '../../src/chains/evm/hex.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { Quote } from '../../src/core/quote.ts'
import type { RpcClient } from '../../src/http/types.ts'
import { alice, describeBothWays, failure } from '../support/bothWays.ts'
import { ownNode } from '../support/ownNode.ts'
import { body, ether, fakeProvider, quote, usdc } from '../support/routing.ts'

const spender = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const gas = { limit: 200_000n, price: 1_000_000_000n }
const gasCost = gas.limit * gas.price
const coin = 10n ** 18n

/** 1 ETH to USDC, or 100 USDC to ETH. */
const native = { ...body, fromAddress: alice, enableChecks: true } as const
const token = {
  ...native,
  srcTokenAddress: usdc.address,
  srcTokenAmount: '100',
  dstTokenAddress: ether.address,
} as const
const amount = 100_000_000n

type Wallet = { native: bigint; token?: bigint; allowance?: bigint }

/** A node that knows one wallet, in the order in which its parts are read. */
function nodeOf(wallet: Wallet): RpcClient {
  const values = [wallet.native, wallet.token ?? 0n, wallet.allowance ?? 0n]
  return {
    call: () => Promise.reject(new SwaprouteError('CHAIN_UNAVAILABLE', 'not asked')),
    batch: async (_chain, calls) =>
      calls.map((_, index) => ({
        ok: true,
        result:
          index === 0 ? `0x${wallet.native.toString(16)}` : `0x${encodeUint(values[index] ?? 0n)}`,
      })),
    witnesses: ownNode,
    has: () => true,
  }
}

describeBothWays(({ open }) => {
  test.each<[what: string, asked: typeof native | typeof token, wallet: Wallet, codes: number[]]>([
    ['enough of the coin', native, { native: coin + gasCost }, []],
    ['no gas beside the coin', native, { native: coin + gasCost - 1n }, [3004]],
    ['less of the coin than the amount', native, { native: coin - 1n }, [3004]],
    ['enough of all', token, { native: gasCost, token: amount, allowance: amount }, []],
    ['too few tokens', token, { native: gasCost, token: amount - 1n, allowance: amount }, [3003]],
    ['no gas', token, { native: gasCost - 1n, token: amount, allowance: amount }, [3004]],
    ['no allowance', token, { native: gasCost, token: amount, allowance: amount - 1n }, [3001]],
    ['nothing at all', token, { native: 0n }, [3003, 3004, 3001]],
  ])('%s', async (_what, asked, wallet, codes) => {
    const isNative = asked.srcTokenAddress === ether.address
    const fees: Quote['fees'] = { gas, protocolFixed: 0n, providerFixed: 0n, percent: null }
    const offer = quote('UNISWAP_V2', isNative ? 2980_000000n : coin / 30n, {
      fees,
      spender: isNative ? null : spender,
    })
    const api = await open([fakeProvider('UNISWAP_V2', [offer])], { rpc: nodeOf(wallet) })
    const { routes } = await api.quoteAll(asked)
    expect(routes[0]?.warnings.map(({ code }) => code)).toEqual(codes)
    const swapping = api.swap({ ...asked, id: routes[0]?.id ?? '' })
    const [worst] = codes
    if (worst === undefined) expect((await swapping).transaction.data).toBe('0x01')
    else expect((await failure(swapping)).serviceCode).toBe(worst)
  })
})
