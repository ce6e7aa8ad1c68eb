import { createPublicClient, createWalletClient, erc20Abi, http, parseAbi, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import registry from '../../src/chains/data/tokens.json' with { type: 'json' }
import { sandboxChains } from '../../sandbox/src/chains.ts'
import { exchanges } from '../../sandbox/src/seed/exchanges.ts'
import { minedReceipt } from '../support/minedReceipt.ts'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'

const pairAbi = parseAbi([
  'function factory() view returns (address)',
  'function WETH() view returns (address)',
  'function WETH9() view returns (address)',
  'function getPair(address, address) view returns (address)',
  'function getPool(address, address, uint24) view returns (address)',
  'function getAmountsOut(uint256, address[]) view returns (uint256[])',
  'function quoteExactInputSingle((address tokenIn, address tokenOut, uint256 amountIn, uint24 fee, uint160 limit)) returns (uint256 amountOut, uint160, uint32, uint256)',
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 limit)) payable returns (uint256)',
])
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const uniswapV2 = {
  factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
  router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
} as const
const uniswapV3 = {
  factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
  router: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
  quoter: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
} as const
const oneEther = 10n ** 18n

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

const reader = (blockchain: string) =>
  createPublicClient({ transport: http(sandbox.rpcUrl(blockchain)) })

const signer = (blockchain: string) =>
  createWalletClient({
    account: privateKeyToAccount(sandbox.account('alice').privateKey),
    transport: http(sandbox.rpcUrl(blockchain)),
  })

async function settled(blockchain: string, hash: Hex): Promise<'success' | 'reverted'> {
  return (await minedReceipt(reader(blockchain), hash)).status
}

async function amountsOut(blockchain: string, router: Hex, amount: bigint, path: Hex[]) {
  const amounts = await reader(blockchain).readContract({
    address: router,
    abi: pairAbi,
    functionName: 'getAmountsOut',
    args: [amount, path],
  })
  return amounts.at(-1) ?? 0n
}

function address(blockchain: string, symbol: string): Hex {
  const row = registry.find((token) => token.chain === blockchain && token.symbol === symbol)
  return `0x${row?.address.slice(2) ?? ''}`
}

// Etherscan and info.uniswap.org know these addresses (read 2026-11).
test('pairs and pools of Uniswap are at their mainnet addresses', async () => {
  const pair = await reader('ETH').readContract({
    address: uniswapV2.factory,
    abi: pairAbi,
    functionName: 'getPair',
    args: [usdc, weth],
  })
  expect(pair).toBe('0xB4e16d0168e52d35CaCD2c6185b44281Ec28C9Dc')
  const pools = await Promise.all(
    [500, 3000].map((fee) =>
      reader('ETH').readContract({
        address: uniswapV3.factory,
        abi: pairAbi,
        functionName: 'getPool',
        args: [usdc, weth, fee],
      }),
    ),
  )
  expect(pools).toEqual([
    '0x88e6A0c2dDD26FEEb64F039a2c41296FcB3f5640',
    '0x8ad599c3A0ff1De082011EFDDc58f1908eb6e6D8',
  ])
})

describe.each(sandboxChains)('$blockchain', ({ blockchain, wrappedNative, chainId, baseFee }) => {
  test('answers with its own chain id and holds no keys', async () => {
    expect(await reader(blockchain).getChainId()).toBe(chainId)
    await expect(reader(blockchain).request({ method: 'eth_accounts' } as never)).resolves.toEqual(
      [],
    )
  })

  test('keeps the base fee usual there, however many blocks go by', async () => {
    const coming = () => reader(blockchain).getBlock({ blockTag: 'pending' })
    await expect.poll(async () => (await coming()).baseFeePerGas).toBe(baseFee)
  })

  test('has every listed token with its symbol, name and decimals', async () => {
    const listed = registry.filter((token) => token.chain === blockchain && !token.native)
    const read = await Promise.all(
      listed.map(async (token) => {
        const contract = { address: address(blockchain, token.symbol), abi: erc20Abi }
        const client = reader(blockchain)
        return {
          symbol: await client.readContract({ ...contract, functionName: 'symbol' }),
          name: await client.readContract({ ...contract, functionName: 'name' }),
          decimals: Number(await client.readContract({ ...contract, functionName: 'decimals' })),
        }
      }),
    )
    expect(read).toEqual(listed.map(({ symbol, name, decimals }) => ({ symbol, name, decimals })))
  })

  test('has routers that name their factory and the wrapped coin', async () => {
    for (const row of exchanges[blockchain]) {
      const contract = { address: hex(row.router), abi: pairAbi }
      const wrapped = row.family === 'uniswap-v2' ? 'WETH' : 'WETH9'
      const client = reader(blockchain)
      expect(await client.readContract({ ...contract, functionName: 'factory' })).toBe(row.factory)
      expect(await client.readContract({ ...contract, functionName: wrapped })).toBe(wrappedNative)
    }
  })

  test('gives alice and bob native coins and every token', async () => {
    const owners = sandbox.info.accounts.filter(({ kind }) => kind === 'evm')
    expect(owners).toHaveLength(2)
    for (const { address: owner } of owners) {
      const native = await reader(blockchain).getBalance({ address: hex(owner) })
      expect(native).toBeGreaterThan(10n * oneEther)
      for (const token of registry.filter((row) => row.chain === blockchain && !row.native)) {
        const held = await reader(blockchain).readContract({
          address: hex(token.address),
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [hex(owner)],
        })
        expect(held, token.symbol).toBeGreaterThan(0n)
      }
    }
  })
})

test('exchanges of one chain offer different prices near the fair one', async () => {
  const rows = exchanges.ETH.filter((row) => row.family === 'uniswap-v2')
  const offers = await Promise.all(
    rows.map((row) => amountsOut('ETH', hex(row.router), oneEther, [weth, usdc])),
  )
  expect(new Set(offers).size).toBe(rows.length)
  for (const offer of offers) {
    expect(offer).toBeGreaterThan(2_950_000_000n)
    expect(offer).toBeLessThan(3_010_000_000n)
  }
})

test('SwapRouter02 pays exactly what QuoterV2 quotes', async () => {
  const { result } = await reader('ETH').simulateContract({
    address: uniswapV3.quoter,
    abi: pairAbi,
    functionName: 'quoteExactInputSingle',
    args: [{ tokenIn: weth, tokenOut: usdc, amountIn: oneEther, fee: 500, limit: 0n }],
  })
  const owner = sandbox.account('alice').address
  const balance = () =>
    reader('ETH').readContract({
      address: usdc,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [owner],
    })
  const before = await balance()
  const hash = await signer('ETH').writeContract({
    chain: null,
    address: uniswapV3.router,
    abi: pairAbi,
    functionName: 'exactInputSingle',
    args: [
      {
        tokenIn: weth,
        tokenOut: usdc,
        fee: 500,
        recipient: owner,
        amountIn: oneEther,
        amountOutMinimum: result[0],
        limit: 0n,
      },
    ],
    value: oneEther,
  })
  expect(await settled('ETH', hash)).toBe('success')
  expect((await balance()) - before).toBe(result[0])
})

test('USDT on Ethereum changes an allowance only by way of zero', async () => {
  const approve = (amount: bigint, gas?: bigint) =>
    signer('ETH').writeContract({
      chain: null,
      address: usdt,
      abi: erc20Abi,
      functionName: 'approve',
      args: [uniswapV2.router, amount],
      ...(gas !== undefined && { gas }),
    })
  expect(await settled('ETH', await approve(5n))).toBe('success')
  expect(await settled('ETH', await approve(6n, 100_000n))).toBe('reverted')
  expect(await settled('ETH', await approve(0n))).toBe('success')
  expect(await settled('ETH', await approve(6n))).toBe('success')
})

test.each([
  ['POLYGON', 'WBTC', 'USDT', 'WETH WPOL'],
  ['BSC', 'BTCB', 'USDC', 'WBNB'],
])('%s: %s to %s works over %s only', async (blockchain, from, to, over) => {
  const [router] = exchanges[blockchain === 'BSC' ? 'BSC' : 'POLYGON']
  const ends = [address(blockchain, from), address(blockchain, to)] as const
  const amount = 10n ** 4n
  await expect(
    amountsOut(blockchain, hex(router?.router ?? ''), amount, [...ends]),
  ).rejects.toThrow(/revert/)
  const hops = over.split(' ').map((symbol) => address(blockchain, symbol))
  const path = [ends[0], ...hops, ends[1]]
  expect(await amountsOut(blockchain, hex(router?.router ?? ''), amount, path)).toBeGreaterThan(0n)
})

test('registry rows that are not placed have no code', async () => {
  const camelot = '0xc873fEcbd354f5A56E00E710B90EF4201db2448d'
  expect(await reader('ARBITRUM').getCode({ address: camelot })).toBeUndefined()
})

function hex(text: string): Hex {
  return `0x${text.slice(2)}`
}
