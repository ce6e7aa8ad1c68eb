import { beginCell, comment, storeStateInit } from '@ton/core'
import { type TonWalletVersion, walletAddress } from '../../../../src/chains/ton/wallets.ts'
import { tonNetworkIds } from '../../../../src/wallet/realm.ts'
import { tonPublicKey } from '../../../../src/wallet/tonKey.ts'
import type { TonPlan } from '../../../../src/wallet/types.ts'
import type { randomSource } from '../../chains/support/random.ts'

export const tonSeed = Buffer.alloc(32, 0x42)
export const tonVersions = ['v4r2', 'v5r1'] as const

export function tonAddressOf(version: TonWalletVersion, networkId = tonNetworkIds.live): string {
  return walletAddress(version, tonPublicKey(tonSeed), networkId)
}

export function sampleTonPlan(version: TonWalletVersion, change: Partial<TonPlan> = {}): TonPlan {
  const networkId = change.networkId ?? tonNetworkIds.live
  return {
    networkId,
    from: tonAddressOf(version, networkId),
    walletVersion: version,
    seqno: 7,
    validUntilSeconds: 1_800_000_360,
    sendMode: 3,
    deploys: false,
    messages: [
      {
        to: `0:${'2b'.repeat(32)}`,
        value: 1_000_000_000n,
        bounce: true,
        payload: comment('hello').toBoc().toString('base64'),
        stateInit: null,
      },
    ],
    ...change,
  }
}

type Random = ReturnType<typeof randomSource>

/** A plan in which every field is drawn, for one wallet. */
export function randomTonPlan(random: Random): TonPlan {
  const version = tonVersions[random.below(2)] ?? 'v4r2'
  const deploys = random.below(4) === 0
  const count = 1 + random.below(version === 'v4r2' ? 4 : 9)
  return sampleTonPlan(version, {
    seqno: deploys ? 0 : random.below(2 ** 32),
    validUntilSeconds: random.below(2 ** 32),
    deploys,
    messages: Array.from({ length: count }, () => ({
      to: `0:${Buffer.from(random.bytes(32)).toString('hex')}`,
      value: BigInt(random.below(2 ** 32)) * BigInt(1 + random.below(2 ** 16)),
      bounce: random.below(2) === 0,
      payload: random.below(4) === 0 ? null : randomBoc(random),
      stateInit: random.below(4) === 0 ? randomState(random) : null,
    })),
  })
}

function randomBoc(random: Random): string {
  const builder = beginCell().storeBuffer(Buffer.from(random.bytes(random.below(127))))
  if (random.below(2) === 0) builder.storeRef(beginCell().storeUint(random.below(256), 8))
  return builder.endCell().toBoc().toString('base64')
}

function randomState(random: Random): string {
  const code = beginCell()
    .storeUint(random.below(2 ** 32), 32)
    .endCell()
  const data = beginCell()
    .storeUint(random.below(2 ** 32), 32)
    .endCell()
  return beginCell().store(storeStateInit({ code, data })).endCell().toBoc().toString('base64')
}
