import { signTransaction } from 'viem/accounts'
import { SwaprouteError } from '../core/errors.ts'
import { addressOfKey } from './evmKey.ts'
import type { EvmPlan } from './types.ts'

/**
 * The signed bytes of a plan, 0x-prefixed. The only thing this program signs on EVM chains:
 * messages and typed data are not supported (docs/safety.md E12). Runs only in the signer process.
 * @throws SwaprouteError UNSAFE_ROUTE when the plan belongs to another account
 */
export async function signPlan(plan: EvmPlan, key: Uint8Array): Promise<string> {
  const address = addressOfKey(key)
  if (plan.from.toLowerCase() !== address.toLowerCase()) {
    throw new SwaprouteError('UNSAFE_ROUTE', 'The transaction belongs to a different account.', {
      context: { check: 'E13', field: 'from', planned: plan.from, signer: address },
    })
  }
  const { chainId, nonce, value, gasLimit: gas, fees } = plan
  const common = { chainId, nonce, to: toHex(plan.to), value, data: toHex(plan.data), gas }
  // The library requires a string; the process ends soon after.
  const privateKey = toHex(`0x${Buffer.from(key).toString('hex')}`)
  switch (fees.type) {
    case 'eip1559': {
      const { maxFeePerGas, maxPriorityFeePerGas } = fees
      const transaction = { ...common, type: fees.type, maxFeePerGas, maxPriorityFeePerGas }
      return await signTransaction({ privateKey, transaction })
    }
    case 'legacy': {
      const transaction = { ...common, type: fees.type, gasPrice: fees.gasPrice }
      return await signTransaction({ privateKey, transaction })
    }
  }
}

function toHex(text: string): `0x${string}` {
  return `0x${text.slice(2).toLowerCase()}`
}
