import { createWalletClient, erc20Abi, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import type { CliSandbox } from '../../support/cliSandbox.ts'

/** A token that pays. */
export type Paid = { address: string; native: boolean }

/**
 * Approves and calls on ETH from the account alice, as a vendor's client was instructed; the hash of
 * the payment.
 */
export async function payCall(
  sandbox: CliSandbox,
  { to, data, value }: { to: string; data: string; value: bigint },
  { address, native, spender, amount }: Paid & { spender: string; amount: bigint },
): Promise<string> {
  const rpcUrl = sandbox.info.chains.find(({ blockchain }) => blockchain === 'ETH')?.rpcUrl
  const account = privateKeyToAccount(sandbox.account('alice').privateKey)
  const wallet = createWalletClient({ account, transport: http(rpcUrl) })
  if (!native) {
    await wallet.writeContract({
      chain: null,
      abi: erc20Abi,
      address: hex(address),
      functionName: 'approve',
      args: [hex(spender), amount],
    })
  }
  return wallet.sendTransaction({ chain: null, to: hex(to), data: hex(data), value })
}

function hex(text: string): `0x${string}` {
  return `0x${text.slice(2)}`
}
