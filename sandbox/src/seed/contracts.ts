import {
  type Hex,
  encodeDeployData,
  encodeFunctionData,
  padHex,
  stringToHex,
  zeroAddress,
} from 'viem'
import { arbitrumPlacements } from '../arbitrum/contracts.ts'
import { readOwnArtifacts, readPackageArtifact, type Artifact } from '../artifacts.ts'
import { callContracts, callServices } from '../calls/services.ts'
import {
  type SandboxChain,
  bankAddress,
  multicall3Address,
  multicallHandlerAddress,
  spokePoolCodeAddress,
} from '../chains.ts'
import { oneInchFactory, oneInchRouter } from '../dialects/oneInch.ts'
import { oftOf } from '../oft/contracts.ts'
import type { Placement } from '../place.ts'
import { toHex, type Rpc } from '../rpc.ts'
import { relaySigned } from '../servers/relaySigned.ts'
import { exchanges } from './exchanges.ts'
import { tokenOf, tokensOf } from './tokens.ts'

const v3File = (name: string): string => `artifacts/contracts/${name}.sol/${name}.json`

// Limits of the production pools: how old a quote may be and how far away a fill deadline,
// https://github.com/across-protocol/contracts deploy/consts.ts (read 2026-11).
const depositQuoteTimeBuffer = 3_600
const fillDeadlineBuffer = 21_600

/** Every contract code the sandbox uses. */
export type Artifacts = Awaited<ReturnType<typeof readArtifacts>>

/** @throws SwaprouteError SANDBOX_UNAVAILABLE when a chain package is missing */
export async function readArtifacts() {
  const own = await readOwnArtifacts()
  const read = readPackageArtifact
  return {
    multicall3: own.Multicall3,
    spokePool: own.Ethereum_SpokePool,
    proxy: own.ERC1967Proxy,
    multicallHandler: own.MulticallHandler,
    weth9: await read('@uniswap/v2-periphery', 'build/WETH9.json'),
    pairFactory: await read('@uniswap/v2-core', 'build/UniswapV2Factory.json'),
    pairRouter: await read('@uniswap/v2-periphery', 'build/UniswapV2Router02.json'),
    poolFactory: await read('@uniswap/v3-core', v3File('UniswapV3Factory')),
    positionManager: await read('@uniswap/v3-periphery', v3File('NonfungiblePositionManager')),
    swapRouterV1: await read('@uniswap/v3-periphery', v3File('SwapRouter')),
    swapRouter02: own.SwapRouter02,
    quoterV2: own.QuoterV2,
    token: own.SandboxToken,
    usdt: own.SandboxUsdt,
    bank: own.SandboxBank,
    router: own.SandboxRouter,
    oneInch: own.SandboxOneInch,
    arbSys: own.SandboxArbSys,
    nodeInterface: own.SandboxNodeInterface,
    outbox: own.SandboxOutbox,
    oft: own.SandboxOft,
  }
}

/** Address of the contract that does what a service's server announced. */
export function routerContracts(): readonly Hex[] {
  return callContracts([...callServices, relaySigned])
}

/** All contracts of a chain whose constructors need no other contract. */
export function contractPlacements(
  chain: SandboxChain,
  artifacts: Artifacts,
  operator: Hex,
): Placement[] {
  const weth = chain.wrappedNative
  return [
    put(multicall3Address, artifacts.multicall3),
    put(weth, artifacts.weth9),
    put(bankAddress, artifacts.bank, [operator, weth]),
    put(multicallHandlerAddress, artifacts.multicallHandler),
    put(spokePoolCodeAddress, artifacts.spokePool, [
      weth,
      depositQuoteTimeBuffer,
      fillDeadlineBuffer,
      zeroAddress,
    ]),
    ...routerContracts().map((address) =>
      address === oneInchRouter
        ? put(address, artifacts.oneInch, [weth, oneInchFactory])
        : put(address, artifacts.router),
    ),
    ...arbitrumPlacements(chain.blockchain, {
      outbox: encodeDeployData({ ...artifacts.outbox, args: [operator] }),
      arbSys: artifacts.arbSys.bytecode,
      nodeInterface: artifacts.nodeInterface.bytecode,
    }),
    ...oftPlacements(chain, artifacts, operator),
    ...tokenPlacements(chain, artifacts),
    ...exchangePlacements(chain, artifacts, operator),
  ]
}

/** The SpokePool proxy, whose constructor calls the code behind it; the operator owns it. */
export function spokePoolPlacement(
  chain: SandboxChain,
  artifacts: Artifacts,
  operator: Hex,
): Placement {
  const { abi } = artifacts.spokePool
  const initialize = encodeFunctionData({ abi, functionName: 'initialize', args: [0, operator] })
  return put(chain.spokePool, artifacts.proxy, [spokePoolCodeAddress, initialize])
}

/**
 * Gives the wrapped coin its own name: WETH9 stores name and symbol in storage slots 0 and 1, as
 * short strings with twice their length in the last byte.
 */
export async function renameWrapped(rpc: Rpc, chain: SandboxChain): Promise<void> {
  const { name, symbol } = tokenOf(chain.blockchain, chain.wrappedSymbol)
  const texts = [name, symbol]
  for (const [slot, text] of texts.entries()) {
    if (text.length > 31) throw new Error(`${text} is too long for one storage slot`)
    const word =
      BigInt(padHex(stringToHex(text), { size: 32, dir: 'right' })) | BigInt(text.length * 2)
    await rpc.call('anvil_setStorageAt', [
      chain.wrappedNative,
      padHex(toHex(slot), { size: 32 }),
      padHex(toHex(word), { size: 32 }),
    ])
  }
}

function tokenPlacements(chain: SandboxChain, artifacts: Artifacts): Placement[] {
  return tokensOf(chain.blockchain)
    .filter((token) => !token.native && token.address !== chain.wrappedNative)
    .map((token) => {
      // Tether has its non-standard approve on Ethereum only; elsewhere it is an ordinary token.
      const isTether = chain.blockchain === 'ETH' && token.symbol === 'USDT'
      const args = [token.name, token.symbol, token.decimals, bankAddress]
      return put(token.address, isTether ? artifacts.usdt : artifacts.token, args)
    })
}

function oftPlacements(chain: SandboxChain, artifacts: Artifacts, operator: Hex): Placement[] {
  const found = oftOf(chain.blockchain)
  return found === null ? [] : [put(found.oft, artifacts.oft, [found.token, operator, found.eid])]
}

function exchangePlacements(chain: SandboxChain, artifacts: Artifacts, operator: Hex): Placement[] {
  const rows = exchanges[chain.blockchain]
  const weth = chain.wrappedNative
  return rows.flatMap((row) => {
    if (row.family === 'uniswap-v2') {
      return [
        put(row.factory, artifacts.pairFactory, [operator]),
        put(row.router, artifacts.pairRouter, [row.factory, weth]),
      ]
    }
    const pairFactory = rows.find(({ provider }) => provider === row.joins)?.factory ?? zeroAddress
    const routerArgs = [pairFactory, row.factory, row.positionManager, weth]
    return [
      put(row.factory, artifacts.poolFactory),
      put(row.quoter, artifacts.quoterV2, [row.factory, weth]),
      put(row.positionManager, artifacts.positionManager, [row.factory, weth, zeroAddress]),
      put(row.router, artifacts.swapRouter02, routerArgs),
      ...(row.swapRouterV1 === null
        ? []
        : [put(row.swapRouterV1, artifacts.swapRouterV1, [row.factory, weth])]),
    ]
  })
}

function put(address: string, artifact: Artifact, args: unknown[] = []): Placement {
  return { address, initCode: encodeDeployData({ ...artifact, args }) }
}
