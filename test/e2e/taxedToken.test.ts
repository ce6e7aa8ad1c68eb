import { fileURLToPath, pathToFileURL } from 'node:url'
import {
  type Abi,
  createWalletClient,
  defineChain,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  http,
  maxUint256,
  parseAbi,
  parseEther,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type CliSandbox, nativeAddress, startCliSandbox } from '../support/cliSandbox.ts'
import { minedReceipt } from '../support/minedReceipt.ts'

// Tokens that take a part of each transfer, with a pool of the real Uniswap V2.

const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const factory = '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f'
const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const uniswapAbi = parseAbi([
  'function createPair(address, address) returns (address)',
  'function getPair(address, address) view returns (address)',
  'function addLiquidityETH(address token, uint256 desired, uint256 minToken, uint256 minEth, address to, uint256 deadline) payable',
])

let sandbox: CliSandbox

beforeAll(async () => {
  sandbox = await startCliSandbox()
}, 60_000)

afterAll(() => sandbox?.remove())

type Artifact = { abi: Abi; bytecode: Hex }

async function compiled(): Promise<Artifact> {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const step = await import(pathToFileURL(`${root}sandbox/scripts/contracts.mjs`).href)
  const cache = `${root}node_modules/.cache/swaproute`
  const { TaxedToken } = await step.compileContracts(`${root}test/e2e/taxed`, cache)
  return TaxedToken
}

/** A token of these taxes, 100 to the ETH in its pool; alice keeps the rest. */
async function issue(buyBps: bigint, sellBps: bigint): Promise<Hex> {
  const { client: node } = sandbox.reader('ETH')
  const { rpcUrl, chainId } = sandbox.info.chains.find(
    ({ blockchain }) => blockchain === 'ETH',
  ) ?? {
    rpcUrl: '',
    chainId: 0,
  }
  const chain = defineChain({
    id: chainId,
    name: 'ETH',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const account = privateKeyToAccount(sandbox.account('alice').privateKey)
  const funds = [account.address, toHex(parseEther('1000'))]
  await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setBalance', params: funds }),
  })
  const wallet = createWalletClient({ chain, transport: http(rpcUrl), account })
  const send = async (call: { to?: Hex; data: Hex; value?: bigint }) =>
    await minedReceipt(node, await wallet.sendTransaction({ gas: 5_000_000n, ...call }))

  const { abi, bytecode } = await compiled()
  const data = encodeDeployData({ abi, bytecode, args: [buyBps, sellBps] })
  const token = (await send({ data })).contractAddress ?? nativeAddress
  const call = async (
    to: Hex,
    functionAbi: Abi,
    functionName: string,
    args: unknown[],
    value = 0n,
  ) => await send({ to, data: encodeFunctionData({ abi: functionAbi, functionName, args }), value })
  await call(token, abi, 'approve', [router, maxUint256])
  const deadline = 10n ** 11n
  const [tokens, coins] = [parseEther('5000'), parseEther('50')]
  const funding = [token, tokens, 0n, 0n, account.address, deadline]
  await call(router, uniswapAbi, 'addLiquidityETH', funding, coins)
  const pair = await node.readContract({
    address: factory,
    abi: uniswapAbi,
    functionName: 'getPair',
    args: [token, weth],
  })
  await call(token, abi, 'setPair', [pair])
  await call(token, abi, 'approve', [router, 0n])
  return token
}

const paying = ['--account', 'alice', '--dangerous', '--yes', '--sandbox']

describe.each([
  { name: '5% both ways', buyBps: 500n, sellBps: 500n },
  { name: '2.5% on sales alone', buyBps: 0n, sellBps: 250n },
])('a token that takes $name', ({ buyBps, sellBps }) => {
  let token: Hex
  const takes = (bps: bigint): string => `TAX takes ${Number(bps) / 100}% on transfer`

  beforeAll(async () => {
    token = await issue(buyBps, sellBps)
  }, 60_000)

  async function quoted(line: string): Promise<{ amount: bigint; reasons: string[] }> {
    const { document } = await sandbox.json([
      'quote',
      ...line.split(' '),
      '--dangerous',
      '--sandbox',
    ])
    const route = document.data.routes.find(
      (one: { providerType: string }) => one.providerType === 'UNISWAP_V2',
    )
    const reasons = route.warnings.map(({ reason }: { reason: string }) => reason)
    return { amount: BigInt(route.estimate.destinationWeiAmount), reasons }
  }

  test('bought: the quote is what arrives, and names the tax', async () => {
    const { address } = sandbox.account('alice')
    const { amount, reasons } = await quoted(`0.1 eth:ETH to eth:${token}`)
    const named = reasons.some((reason) => reason.startsWith(takes(buyBps)))
    expect(named).toBe(buyBps > 0n)

    const before = await sandbox.balance('ETH', token, address)
    const line = ['swap', '0.1', 'eth:ETH', 'to', `eth:${token}`, '--provider', 'UNISWAP_V2']
    const { code, document } = await sandbox.json([...line, ...paying, '--confirm-amount', '0.1'])
    expect(document).toMatchObject({ ok: true, data: { status: { status: 'SUCCESS' } } })
    expect(code).toBe(0)
    // The token rounds what it takes down, the quote up.
    const arrived = (await sandbox.balance('ETH', token, address)) - before
    expect([amount, amount + 1n]).toContain(arrived)
  }, 60_000)

  test('sold: the quote is what arrives, to the last unit', async () => {
    const { address } = sandbox.account('alice')
    const { amount, reasons } = await quoted(`10 eth:${token} to eth:USDC`)
    expect(reasons).toContainEqual(expect.stringMatching(`^${takes(sellBps)}`))

    const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    const before = await sandbox.balance('ETH', usdc, address)
    const line = ['swap', '10', `eth:${token}`, 'to', 'eth:USDC', '--provider', 'UNISWAP_V2']
    const { code, document } = await sandbox.json([...line, ...paying, '--confirm-amount', '10'])
    expect(document).toMatchObject({ ok: true, data: { status: { status: 'SUCCESS' } } })
    expect(code).toBe(0)
    expect((await sandbox.balance('ETH', usdc, address)) - before).toBe(amount)
  }, 60_000)
})
