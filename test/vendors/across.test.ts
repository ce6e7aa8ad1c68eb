import { AcrossApiError, executeSwapQuote, getSwapQuote } from '@across-protocol/app-sdk'
import { createPublicClient, createWalletClient, defineChain, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { findSandboxChain } from '../../sandbox/src/chains.ts'
import { createAcrossProvider } from '../../src/providers/across/across.ts'
import { tokenOf, requestOf } from '../providers/depositSupport.ts'
import { type CliSandbox, startCliSandbox } from '../support/cliSandbox.ts'
import { keepMining } from './support/keepMining.ts'
import { adapterContext, readByAdapter, swapByAdapter } from './support/service.ts'

const [usdc, arbUsdc] = [tokenOf('ETH', 'USDC'), tokenOf('ARBITRUM', 'USDC')]
const [ether, arbEther] = [tokenOf('ETH', 'ETH'), tokenOf('ARBITRUM', 'ETH')]

type Mine = {
  Method: 'anvil_mine'
  Parameters: [blocks: string, seconds: string]
  ReturnType: null
}

let sandbox: CliSandbox
let apiUrl: string
let context: ReturnType<typeof adapterContext>
let stopMining: () => void

beforeAll(async () => {
  sandbox = await startCliSandbox()
  stopMining = keepMining(sandbox.info.chains)
  apiUrl = sandbox.info.providers.find(({ id }) => id === 'across')?.url ?? ''
  context = adapterContext(apiUrl)
  // The SDK searches for a payout from a hundred blocks back on, which a young chain does not have.
  const { client } = chainOf('ARBITRUM')
  await client.request<Mine>({ method: 'anvil_mine', params: ['0x80', '0x0'] })
  // Nor does it take the number of a chain's first deposit, which is 0.
  const first = 'swap 60 eth:USDC to arb:USDC --provider across --sandbox --account alice'
  const { code } = await sandbox.json(`${first} --yes --force --confirm-gas 1`.split(' '))
  expect(code).toBe(0)
})
// The SDK prints the payouts it finds.
beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue())
afterAll(async () => {
  stopMining()
  await context.close()
  await sandbox.remove()
})

function chainOf(blockchain: string) {
  const found = sandbox.info.chains.find((chain) => chain.blockchain === blockchain)
  if (found === undefined) throw new Error(`the sandbox has no ${blockchain}`)
  const { chainId: id, rpcUrl } = found
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const rpcUrls = { default: { http: [rpcUrl] } }
  const chain = defineChain({ id, name: blockchain, nativeCurrency, rpcUrls })
  const client = createPublicClient({ chain, transport: http(), pollingInterval: 50 })
  const account = privateKeyToAccount(sandbox.account('alice').privateKey)
  return { id, client, wallet: createWalletClient({ chain, account, transport: http() }) }
}

const alice = () => sandbox.account('alice').address
const bob = () => sandbox.account('bob').address
const hex = (text: string): `0x${string}` => `0x${text.slice(2)}`

const quoteOf = (
  input: string,
  output: string,
  amount: bigint,
  tradeType = 'exactInput' as const,
) =>
  getSwapQuote({
    apiUrl,
    route: {
      originChainId: chainOf('ETH').id,
      destinationChainId: chainOf('ARBITRUM').id,
      inputToken: hex(input),
      outputToken: hex(output),
    },
    amount: String(amount),
    tradeType,
    depositor: alice(),
    recipient: bob(),
    integratorId: '0x00aa',
  })

describe.each([
  ['a token', usdc, arbUsdc, 250_000_000n],
  ['native coins', ether, arbEther, 123_456_789_012_345_678n],
])('%s', (_, src, dst, amount) => {
  test('is quoted and called by the SDK as by the adapter', async () => {
    const swapQuote = await quoteOf(src.address, dst.address, amount)
    const provider = createAcrossProvider({ baseUrl: apiUrl, integratorId: '0x00aa' })
    const request = requestOf(src, dst, amount, { fromAddress: alice(), receiver: bob() })
    const { quote, transaction } = await swapByAdapter(provider, request, context)
    expect(BigInt(swapQuote.expectedOutputAmount)).toBe(quote.dstAmount)
    expect(BigInt(swapQuote.minOutputAmount)).toBeGreaterThanOrEqual(quote.dstMinAmount)
    const { swapTx, checks } = swapQuote
    if (swapTx === undefined || 'eip712' in swapTx) throw new Error('no call')
    expect(swapTx.to).toBe(transaction.to)
    expect(BigInt(swapTx.value ?? 0)).toBe(transaction.value)
    expect(transaction.approvalAddress).toBe(src.native ? null : checks.allowance.spender)
    const read = await readByAdapter(provider, swapTx, 'ETH', context)
    expect(read).toMatchObject({
      recipient: bob().toLowerCase(),
      amountIn: amount,
      minOut: BigInt(swapQuote.minOutputAmount),
      dst: 'ARBITRUM',
    })
  })

  test('is approved, paid and followed by the SDK, and found by its hash alone', async () => {
    const swapQuote = await quoteOf(src.address, dst.address, amount)
    const before = await sandbox.balance('ARBITRUM', dst.address, bob())
    const { client, wallet } = chainOf('ETH')
    const paid = await executeSwapQuote({
      swapQuote,
      walletClient: wallet,
      originClient: client,
      destinationClient: chainOf('ARBITRUM').client,
      destinationSpokePoolAddress: findSandboxChain('ARBITRUM')?.spokePool,
    } as unknown as Parameters<typeof executeSwapQuote>[0])
    const gain = (await sandbox.balance('ARBITRUM', dst.address, bob())) - before
    expect(gain).toBe(BigInt(swapQuote.expectedOutputAmount))
    const hash = paid.swapTxReceipt?.transactionHash ?? ''
    const { document } = await sandbox.status(hash)
    expect(document.data).toMatchObject({
      status: 'SUCCESS',
      provider: 'across',
      destinationTxHash: paid.fillTxReceipt?.transactionHash,
    })
  })
})

test.each([
  ['refuse', 'Route is not enabled'],
  ['too-low', 'Sent amount is too low relative to fees'],
  ['too-high', 'Amount exceeds max. deposit limit'],
])('the SDK gets the error of %s', async (fault, words) => {
  await sandbox.fault('across', fault)
  const thrown: unknown = await quoteOf(usdc.address, arbUsdc.address, 250_000_000n).catch(
    (reason: unknown) => reason,
  )
  await sandbox.fault('--clear')
  expect(thrown).toBeInstanceOf(AcrossApiError)
  expect(String(thrown)).toContain(words)
})
