/** Asks and pays the sandbox's Across as a wallet would, with viem and fetch alone. */
import { createPublicClient, createWalletClient, erc20Abi, http, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { minedReceipt } from '../../support/minedReceipt.ts'
import type { TestSandbox } from '../../support/sandbox.ts'

export const native = '0x0000000000000000000000000000000000000000'
export const usdc = {
  ETH: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  ARBITRUM: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  BSC: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
} as const
export const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
export const wethOnArbitrum = '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'

const hex = z.custom<Hex>((value) => typeof value === 'string' && value.startsWith('0x'))
const quoteWire = z.object({
  checks: z.object({ allowance: z.object({ spender: hex, actual: z.string() }) }),
  approvalTxns: z.array(z.object({ chainId: z.number(), to: hex, data: hex })).optional(),
  inputAmount: z.string(),
  expectedOutputAmount: z.string(),
  minOutputAmount: z.string(),
  fees: z.object({ total: z.object({ amount: z.string(), amountUsd: z.string() }) }),
  swapTx: z.object({
    simulationSuccess: z.boolean(),
    chainId: z.number(),
    to: hex,
    data: hex,
    value: z.string().optional(),
    gas: z.string().optional(),
  }),
})
const statusWire = z.object({ status: z.string(), fillTxnRef: hex.nullable() })

export type Transfer = { from: string; input: Hex; to: string; output: Hex; amount: string }

export function acrossClient(sandbox: TestSandbox) {
  const reader = (blockchain: string) =>
    createPublicClient({ transport: http(sandbox.rpcUrl(blockchain)) })

  const ask = async (path: string, query: Record<string, string> = {}) => {
    const search = new URLSearchParams(query).toString()
    const response = await fetch(`${sandbox.providerUrl('across')}${path}?${search}`)
    const body: unknown = await response.json()
    return { status: response.status, body }
  }

  const queryOf = (transfer: Transfer): Record<string, string> => ({
    tradeType: 'exactInput',
    amount: transfer.amount,
    inputToken: transfer.input,
    outputToken: transfer.output,
    originChainId: String(sandbox.chainId(transfer.from)),
    destinationChainId: String(sandbox.chainId(transfer.to)),
    depositor: sandbox.account('alice').address,
    recipient: sandbox.account('bob').address,
    integratorId: '0x00aa',
  })

  const quote = async (transfer: Transfer, more: Record<string, string> = {}) =>
    quoteWire.parse((await ask('/swap/approval', { ...queryOf(transfer), ...more })).body)

  const send = async (blockchain: string, call: { to: Hex; data: Hex; value?: bigint }) => {
    const wallet = createWalletClient({
      account: privateKeyToAccount(sandbox.account('alice').privateKey),
      transport: http(sandbox.rpcUrl(blockchain)),
    })
    const hash = await wallet.sendTransaction({ chain: null, ...call })
    const { status } = await minedReceipt(reader(blockchain), hash)
    if (status !== 'success') throw new Error(`${hash} failed`)
    return hash
  }

  return {
    reader,
    ask,
    queryOf,
    quote,
    send,
    /** Approves what the quote names and deposits. */
    pay: async (transfer: Transfer, more: Record<string, string> = {}) => {
      const quoted = await quote(transfer, more)
      for (const approval of quoted.approvalTxns ?? []) await send(transfer.from, approval)
      const { to, data, value } = quoted.swapTx
      return { quoted, hash: await send(transfer.from, { to, data, value: BigInt(value ?? 0) }) }
    },
    status: async (hash: Hex) =>
      statusWire.parse((await ask('/deposit/status', { depositTxnRef: hash })).body),
    balance: (blockchain: string, token: Hex, owner: Hex) =>
      token === native
        ? reader(blockchain).getBalance({ address: owner })
        : reader(blockchain).readContract({
            address: token,
            abi: erc20Abi,
            functionName: 'balanceOf',
            args: [owner],
          }),
  }
}
