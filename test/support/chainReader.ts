/** Reads balances and allowances straight over RPC, with no code of the product in between. */
import { createPublicClient, erc20Abi, http, type PublicClient } from 'viem'

export type ChainReader = {
  client: PublicClient
  native(owner: string): Promise<bigint>
  token(token: string, owner: string): Promise<bigint>
  allowance(token: string, owner: string, spender: string): Promise<bigint>
  /** Native coin spent on gas by a transaction. */
  gasOf(hash: string): Promise<bigint>
}

const hex = (text: string): `0x${string}` => {
  if (!/^0x[0-9a-fA-F]*$/.test(text)) throw new Error(`${text} is not hex`)
  return `0x${text.slice(2)}`
}

export function readChain(rpcUrl: string): ChainReader {
  const client = createPublicClient({ transport: http(rpcUrl) })
  return {
    client,
    native: (owner) => client.getBalance({ address: hex(owner) }),
    token: (token, owner) =>
      client.readContract({
        address: hex(token),
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [hex(owner)],
      }),
    allowance: (token, owner, spender) =>
      client.readContract({
        address: hex(token),
        abi: erc20Abi,
        functionName: 'allowance',
        args: [hex(owner), hex(spender)],
      }),
    gasOf: async (hash) => {
      const receipt = await client.getTransactionReceipt({ hash: hex(hash) })
      return receipt.gasUsed * receipt.effectiveGasPrice
    },
  }
}
