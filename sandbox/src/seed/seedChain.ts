import { type Abi, type Hex, encodeFunctionData, maxUint256, parseEther } from 'viem'
import { accountNames, sandboxKey } from '../accounts.ts'
import { outboxAddress } from '../arbitrum/contracts.ts'
import { bridgeSymbols, tokensOf } from './tokens.ts'
import { type SandboxChain, bankAddress } from '../chains.ts'
import { oftOf } from '../oft/contracts.ts'
import { mineAll, placeAll, setUpGasPrice } from '../place.ts'
import { toHex, type Rpc } from '../rpc.ts'
import {
  contractPlacements,
  renameWrapped,
  routerContracts,
  spokePoolPlacement,
  type Artifacts,
} from './contracts.ts'
import { exchanges } from './exchanges.ts'
import { planPairs, planPools } from './pools.ts'
import { amountWorth } from './prices.ts'

/** What was put on a chain, for the log. */
export type SeedReport = { contracts: number; tokens: number; pairs: number; pools: number }

const seedingGasLimit = 2_000_000_000n
const blockGasLimit = 36_000_000n
const transactionGas = 8_000_000n
const feeSwitchGas = 100_000n
/** Native coins and tokens each user account starts with, in US dollars apiece. */
const accountWorth = 60_000
const relayerWorth = 200_000_000
/** Of each coin, at each contract of the services that are paid by a call. */
const inventoryWorth = 1_000_000_000

/**
 * Turns an empty chain into a trading place: contracts at their production addresses, tokens,
 * pools with money in them, funded accounts. The operator's transactions are sent unsigned, which
 * the node allows only while this runs.
 */
export async function seedChain(
  rpc: Rpc,
  chain: SandboxChain,
  artifacts: Artifacts,
): Promise<SeedReport> {
  const operator = sandboxKey('operator').address
  await rpc.call('evm_setAutomine', [false])
  await rpc.call('anvil_autoImpersonateAccount', [true])
  await rpc.call('evm_setBlockGasLimit', [toHex(seedingGasLimit)])
  await setNativeBalances(rpc, chain, operator)

  const placements = contractPlacements(chain, artifacts, operator)
  await placeAll(rpc, operator, placements)
  await placeAll(rpc, operator, [spokePoolPlacement(chain, artifacts, operator)])
  await renameWrapped(rpc, chain)

  const bank = sender(rpc, operator, artifacts.bank.abi, bankAddress)
  await enableTiers(rpc, chain, artifacts, operator)
  const liquidity = await seedLiquidity(chain, bank)
  await fundAccounts(rpc, chain, artifacts, bank)
  await mineAll(rpc)

  await rpc.call('evm_setBlockGasLimit', [toHex(blockGasLimit)])
  await rpc.call('anvil_setNextBlockBaseFeePerGas', [toHex(chain.baseFee)])
  await rpc.call('evm_mine')
  await rpc.call('anvil_autoImpersonateAccount', [false])
  await rpc.call('evm_setAutomine', [true])
  return {
    contracts: placements.length + 1,
    tokens: tokensOf(chain.blockchain).length,
    ...liquidity,
  }
}

type Send = (functionName: string, args: unknown[], gas?: bigint) => Promise<void>

function sender(rpc: Rpc, from: Hex, abi: Abi, to: string): Send {
  return async (functionName, args, gas = transactionGas) => {
    const data = encodeFunctionData({ abi, functionName, args })
    const call = { from, to, data, gas: toHex(gas), gasPrice: setUpGasPrice }
    await rpc.call('eth_sendTransaction', [call])
  }
}

async function setNativeBalances(rpc: Rpc, chain: SandboxChain, operator: Hex): Promise<void> {
  const native = { symbol: nativeSymbol(chain), decimals: 18 }
  const balances: [string, bigint][] = [
    [operator, parseEther('1000000')],
    [sandboxKey('relayer').address, parseEther('1000000')],
    [sandboxKey('solver').address, parseEther('1000000')],
    [bankAddress, parseEther('1000000000000')],
    ...(chain.blockchain === 'ETH'
      ? [[outboxAddress, parseEther('1000000')] satisfies [string, bigint]]
      : []),
    ...routerContracts().map((address): [string, bigint] => [
      address,
      amountWorth(inventoryWorth, native),
    ]),
    ...accountNames.map((name): [string, bigint] => [
      sandboxKey(name).address,
      amountWorth(accountWorth, native),
    ]),
  ]
  for (const [address, balance] of balances) {
    await rpc.call('anvil_setBalance', [address, toHex(balance)])
  }
}

async function enableTiers(
  rpc: Rpc,
  chain: SandboxChain,
  artifacts: Artifacts,
  operator: Hex,
): Promise<void> {
  for (const row of exchanges[chain.blockchain]) {
    if (row.family !== 'uniswap-v3') continue
    const factory = sender(rpc, operator, artifacts.poolFactory.abi, row.factory)
    for (const [fee, spacing] of row.extraTiers) {
      await factory('enableFeeAmount', [fee, spacing], feeSwitchGas)
    }
  }
}

async function seedLiquidity(
  chain: SandboxChain,
  bank: Send,
): Promise<{ pairs: number; pools: number }> {
  let pairs = 0
  let pools = 0
  for (const row of exchanges[chain.blockchain]) {
    if (row.family === 'uniswap-v2') {
      for (const plan of planPairs(chain, row)) {
        const { factory, tokenA, tokenB, amountA, amountB } = plan
        await bank('seedPair', [factory, tokenA.address, tokenB.address, amountA, amountB])
        pairs += 1
      }
    } else {
      for (const plan of planPools(chain, row)) {
        const { factory, token0, token1, fee, sqrtPriceX96, ranges } = plan
        const args = [factory, token0.address, token1.address, fee, sqrtPriceX96, ranges]
        await bank('seedPool', args)
        pools += 1
      }
    }
  }
  return { pairs, pools }
}

async function fundAccounts(
  rpc: Rpc,
  chain: SandboxChain,
  artifacts: Artifacts,
  bank: Send,
): Promise<void> {
  const tokens = tokensOf(chain.blockchain).filter((token) => !token.native)
  const addresses = tokens.map((token) => token.address)
  const shares = tokens.map((token) => amountWorth(accountWorth, token))
  for (const name of accountNames) {
    await bank('deliver', [sandboxKey(name).address, addresses, shares])
  }
  const inventory = tokens.map((token) => amountWorth(inventoryWorth, token))
  for (const contract of routerContracts()) await bank('deliver', [contract, addresses, inventory])

  const oft = oftOf(chain.blockchain)
  for (const token of tokens.filter(({ address }) => address === oft?.token)) {
    await bank('deliver', [oft?.oft, [token.address], [amountWorth(inventoryWorth, token)]])
  }

  const relayer = sandboxKey('relayer').address
  const bridged = tokens.filter((token) => bridgeSymbols(chain.blockchain).includes(token.symbol))
  await bank('deliver', [
    relayer,
    bridged.map((token) => token.address),
    bridged.map((token) => amountWorth(relayerWorth, token)),
  ])
  for (const token of bridged) {
    const approve = sender(rpc, relayer, artifacts.token.abi, token.address)
    await approve('approve', [chain.spokePool, maxUint256], feeSwitchGas)
  }
}

function nativeSymbol(chain: SandboxChain): string {
  const native = tokensOf(chain.blockchain).find((token) => token.native)
  if (native === undefined) throw new Error(`${chain.blockchain} has no native coin`)
  return native.symbol
}
