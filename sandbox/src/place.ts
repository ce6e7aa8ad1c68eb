import type { Hex } from 'viem'
import { callText, toHex, type Rpc } from './rpc.ts'

/** A contract to be put at a given address: creation code with its constructor's arguments. */
export type Placement = { address: string; initCode: Hex }

const constructorGas = 8_000_000n

/** 100 gwei: covers the base fee of every block, however full the ones before it. */
export const setUpGasPrice = toHex(100_000_000_000n)

/**
 * Puts contracts at the addresses they have on the production chain by running each constructor
 * at its target: the creation code is set as the account's code and called, so immutables,
 * `address(this)` and constructor storage all come out right; then the returned code stays.
 *
 * The contracts of one call must not need each other in their constructors. Needs a node that
 * lets `from` sign (impersonation) and automatic mining switched off.
 */
export async function placeAll(rpc: Rpc, from: string, placements: Placement[]): Promise<void> {
  const runtimes = await Promise.all(
    placements.map(async ({ address, initCode }) => {
      await rpc.call('anvil_setCode', [address, initCode])
      const call = { from, to: address, gas: toHex(constructorGas) }
      return callText(rpc, 'eth_call', [call, 'latest'])
    }),
  )
  for (const { address } of placements) {
    const gas = toHex(constructorGas)
    await rpc.call('eth_sendTransaction', [{ from, to: address, gas, gasPrice: setUpGasPrice }])
  }
  await mineAll(rpc)
  await Promise.all(
    placements.map(async ({ address }, index) => {
      const runtime = runtimes[index]
      if (runtime === undefined || runtime === '0x') throw new Error(`no code for ${address}`)
      await rpc.call('anvil_setCode', [address, runtime])
      await rpc.call('anvil_setNonce', [address, '0x1'])
    }),
  )
}

/**
 * Mines until nothing is waiting.
 * @throws Error when one of the mined transactions failed
 */
export async function mineAll(rpc: Rpc): Promise<void> {
  const before = BigInt(await callText(rpc, 'eth_blockNumber'))
  while ((await pendingCount(rpc)) > 0) await rpc.call('evm_mine')
  const last = BigInt(await callText(rpc, 'eth_blockNumber'))
  for (let block = before + 1n; block <= last; block += 1n) {
    const receipts = await rpc.call('eth_getBlockReceipts', [toHex(block)])
    if (!Array.isArray(receipts)) throw new Error('the node gives no receipts')
    const failed: unknown = receipts.find((receipt) => !hasSucceeded(receipt))
    if (failed !== undefined) {
      throw new Error(`a transaction of the set-up failed: ${JSON.stringify(failed)}`)
    }
  }
}

async function pendingCount(rpc: Rpc): Promise<number> {
  const status = await rpc.call('txpool_status')
  if (typeof status !== 'object' || status === null || !('pending' in status)) return 0
  return Number(status.pending)
}

function hasSucceeded(receipt: unknown): boolean {
  return (
    typeof receipt === 'object' &&
    receipt !== null &&
    'status' in receipt &&
    receipt.status === '0x1'
  )
}
