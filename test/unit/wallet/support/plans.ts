import { toChecksumAddress } from '../../../../src/chains/evm/checksum.ts'
import type { EvmPlan } from '../../../../src/wallet/types.ts'

import type { randomSource } from '../../chains/support/random.ts'

type Random = ReturnType<typeof randomSource>

/** A plan with every field drawn from its whole range, edge values more often than others. */
export function randomPlan(random: Random, from: string): EvmPlan {
  const bits = (count: number): bigint => BigInt(random.hex(32)) & ((1n << BigInt(count)) - 1n)
  const uint = (width: number): bigint => {
    const choice = random.below(5)
    if (choice === 0) return 0n
    if (choice === 1) return BigInt(random.below(130))
    if (choice === 2) return (1n << BigInt(width)) - 1n
    return bits(1 + random.below(width))
  }
  const gasLimit = 1n + uint(32)
  const maxFeePerGas = uint(64)
  return {
    blockchain: 'ETH',
    chainId: 1 + random.below(random.below(2) === 0 ? 300 : 2 ** 31 - 2),
    from,
    to: toChecksumAddress(random.hex(20)),
    data: random.hex([0, 1, 4, 55, 56, 68, 255, 256, 1400][random.below(9)] ?? 0),
    value: uint(256),
    nonce: Number(uint(31)),
    gasLimit,
    fees:
      random.below(3) === 0
        ? { type: 'legacy', gasPrice: uint(64) }
        : {
            type: 'eip1559',
            maxFeePerGas,
            maxPriorityFeePerGas: maxFeePerGas === 0n ? 0n : bits(64) % maxFeePerGas,
          },
  }
}

/** An everyday plan whose fields all differ from one another and from zero. */
export function samplePlan(from: string, change: Partial<EvmPlan> = {}): EvmPlan {
  return {
    blockchain: 'ETH',
    chainId: 13_370_001,
    from,
    to: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
    data: '0x38ed17390000000000000000000000000000000000000000000000000000000000000001',
    value: 1_000_000_000_000_000_007n,
    nonce: 42,
    gasLimit: 210_000n,
    fees: {
      type: 'eip1559',
      maxFeePerGas: 30_000_000_001n,
      maxPriorityFeePerGas: 1_500_000_000n,
    },
    ...change,
  }
}
