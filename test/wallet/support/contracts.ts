import { type Abi, type Hex, encodeDeployData, encodeFunctionData, getContractAddress } from 'viem'
import {
  type Artifact,
  readOwnArtifacts,
  readPackageArtifact,
} from '../../../sandbox/src/artifacts.ts'
import type { EvmCall } from '../../../src/wallet/types.ts'
import type { TestChain } from './anvil.ts'

/** Pays for deployments and holds what the pools are filled with; the node signs for it. */
export const deployer = '0x00000000000000000000000000000000000de100'

export type Contract = { address: Hex; abi: Abi }

/** The real Uniswap V2 with one pool of 1,000 ETH and 3,000,000 units of a token like USDT. */
export type Exchange = { weth: Contract; usdt: Contract; router: Contract }

export async function deployExchange(chain: TestChain): Promise<Exchange> {
  await play(chain, deployer)
  const periphery = '@uniswap/v2-periphery'
  const weth = await deploy(chain, await readPackageArtifact(periphery, 'build/WETH9.json'), [])
  const { SandboxUsdt } = await readOwnArtifacts()
  const usdt = await deploy(chain, SandboxUsdt, ['Tether USD', 'USDT', 6, deployer])
  const factory = await deploy(
    chain,
    await readPackageArtifact('@uniswap/v2-core', 'build/UniswapV2Factory.json'),
    [deployer],
  )
  const routerArtifact = await readPackageArtifact(periphery, 'build/UniswapV2Router02.json')
  const router = await deploy(chain, routerArtifact, [factory.address, weth.address])

  const liquidity = 3_000_000_000_000n
  await send(chain, call(deployer, usdt, 'mint', [deployer, liquidity]))
  await send(chain, call(deployer, usdt, 'approve', [router.address, liquidity]))
  const add = [usdt.address, liquidity, 0n, 0n, deployer, 2n ** 48n]
  await send(chain, call(deployer, router, 'addLiquidityETH', add, 1000n * 10n ** 18n))
  return { weth, usdt, router }
}

/** The node signs for the account, which gets a million coins. */
export async function play(chain: TestChain, account: string): Promise<void> {
  await chain.rpc('anvil_impersonateAccount', account)
  await chain.rpc('anvil_setBalance', account, '0xd3c21bcecceda1000000')
}

export function call(
  from: string,
  { address, abi }: Contract,
  functionName: string,
  args: readonly unknown[],
  value = 0n,
): EvmCall {
  return { from, to: address, data: encodeFunctionData({ abi, functionName, args }), value }
}

/**
 * Sends as an account the node plays.
 * @throws when it reverts
 */
export async function send(chain: TestChain, { from, to, data, value }: EvmCall): Promise<void> {
  const transaction = { from, to, data, value: `0x${value.toString(16)}`, gas: '0x7a1200' }
  const hash = await chain.rpc('eth_sendTransaction', transaction)
  await chain.rpc('evm_mine')
  const receipt = await chain.evm.readReceipt('ETH', String(hash))
  if (receipt?.succeeded !== true) throw new Error(`${data.slice(0, 10)} failed`)
}

/** Deploys from `deployer`. */
export async function deploy(
  chain: TestChain,
  { abi, bytecode }: Artifact,
  args: readonly unknown[],
): Promise<Contract> {
  const { latest } = await chain.evm.readNonce('ETH', deployer)
  const data = encodeDeployData({ abi, bytecode, args })
  await chain.rpc('eth_sendTransaction', { from: deployer, data, gas: '0x7a1200' })
  await chain.rpc('evm_mine')
  return { address: getContractAddress({ from: deployer, nonce: BigInt(latest) }), abi }
}
