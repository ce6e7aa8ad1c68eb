import type { TupleItem } from '@ton/core'
import { showTonAddress } from '../../../src/chains/ton/address.ts'
import { ptonMaster } from '../../../src/chains/ton/proxyTon.ts'
import { readTonTransaction } from '../../../src/chains/ton/transaction.ts'
import { raw, routerAddress, type TonAddresses } from './addresses.ts'
import { masterOf, planTonPools } from './seedTon.ts'
import type { TonChain } from './tonChain.ts'
import type { TonExchange, TonPool } from './types.ts'

const feeDivider = 10_000n

type Pair = ReturnType<typeof planTonPools>['pairs'][number]

/** The exchange's contracts, read from the chain itself. */
export function createExchange(chain: () => Promise<TonChain>, places: TonAddresses): TonExchange {
  const shown = (address: string): string => showTonAddress(address, 'contract')
  const routerWallet = (master: string): string =>
    shown(places.jettonWallet(raw(master), routerAddress))
  const readPool = async ([a, b]: Pair): Promise<TonPool> => {
    const { state } = await chain()
    const [tokenA, tokenB] = [masterOf(a), masterOf(b)]
    const { address, wallets } = places.pool(tokenA, tokenB)
    const { stack, exitCode } = await state.get(address, 'get_pool_data', [])
    if (exitCode !== 0) throw new Error(`the pool ${address} does not answer`)
    const [reserve0, reserve1] = [numberAt(stack, 3), numberAt(stack, 4)]
    const isFirst = places.jettonWallet(tokenA, routerAddress) === wallets[0]
    return {
      address: shown(address),
      tokenA: shown(tokenA),
      tokenB: shown(tokenB),
      reserveA: isFirst ? reserve0 : reserve1,
      reserveB: isFirst ? reserve1 : reserve0,
      feeBps: Number(numberAt(stack, 7)),
    }
  }
  return {
    router: shown(routerAddress),
    ptonMaster: shown(ptonMaster),
    ptonWallet: routerWallet(ptonMaster),
    routerWallet,
    async routerTransactions() {
      const { ledger } = (await chain()).state
      return ledger
        .ofAccount(routerAddress)
        .map(({ boc }) => readTonTransaction(boc, routerAddress))
    },
    pools: () => Promise.all(planTonPools().pairs.map(readPool)),
    async pool(masterA, masterB) {
      const wanted = [raw(masterA), raw(masterB)]
      const pair = planTonPools().pairs.find((tokens) =>
        wanted.every((master) => tokens.some((token) => masterOf(token) === master)),
      )
      return pair === undefined || wanted[0] === wanted[1] ? null : readPool(pair)
    },
  }
}

/**
 * What a pool gives for an amount, exactly as its contract counts it: the fee is taken from what is
 * sold, the result rounded down; a referrer's share goes off the result.
 */
export function swapOut(
  pool: Pick<TonPool, 'reserveA' | 'reserveB' | 'feeBps'>,
  sold: bigint,
  sells: 'A' | 'B',
  referralBps = 0,
): bigint {
  const [reserveIn, reserveOut] =
    sells === 'A' ? [pool.reserveA, pool.reserveB] : [pool.reserveB, pool.reserveA]
  const net = sold * (feeDivider - BigInt(pool.feeBps))
  const whole = (net * reserveOut) / (reserveIn * feeDivider + net)
  return whole - (whole * BigInt(referralBps)) / feeDivider
}

function numberAt(stack: readonly TupleItem[], index: number): bigint {
  const item = stack[index]
  if (item?.type !== 'int') throw new Error('the pool answers something else')
  return item.value
}
