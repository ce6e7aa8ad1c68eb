/** What is signed for a deposit, compared with the orders that the honest exchange has. */
import { join } from 'node:path'
import { parseTransaction } from 'viem'
import { listDeposits } from '../../../../sandbox/src/deposit/client.ts'
import type { CliSandbox } from '../../../support/cliSandbox.ts'
import type { Run } from '../kit/stage.ts'

/** `transfer(address,uint256)` and nothing behind it. */
const transfer = /^0xa9059cbb0{24}([0-9a-f]{40})[0-9a-f]{64}$/i

type Transaction = ReturnType<typeof parseTransaction>

/** What is signed but for the address that is paid, the gas that takes, and the signature. */
export function withoutReceiver({ sent }: Run): unknown {
  return sent.map((raw) => {
    const { chainId, nonce, to, value, maxFeePerGas, maxPriorityFeePerGas, data } = parsed(raw)
    const call = data === undefined ? null : `${data.slice(0, 10)}${data.slice(74)}`
    return { chainId, nonce, to, value, maxFeePerGas, maxPriorityFeePerGas, call }
  })
}

/** Null where every payment goes to an order of the provider's own. */
export async function paysNoOrder(
  { sent }: Run,
  sandbox: CliSandbox,
  provider: string,
): Promise<string | null> {
  if (sent.length === 0) return null
  const orders = await listDeposits(join(sandbox.folder, 'state/sandbox'))
  const known = new Set(
    orders
      .filter((order) => order.provider === provider)
      .map(({ depositAddress }) => depositAddress.toLowerCase()),
  )
  for (const raw of sent) {
    const to = paidAddress(parsed(raw))
    if (!known.has(to)) return `it pays ${to}, which is no order of ${provider}`
  }
  return null
}

/** Of a token's transfer its receiver; what is neither that nor plain coins pays whom it calls. */
function paidAddress({ to, data = '0x' }: Transaction): string {
  const receiver = transfer.exec(data)?.[1]
  return (receiver === undefined ? (to ?? 'nobody') : `0x${receiver}`).toLowerCase()
}

function parsed(raw: string): Transaction {
  return parseTransaction(`0x${raw.slice(2)}`)
}
