import * as z from 'zod/mini'

import { chainById, isEvmChain } from '../../chains/chains.ts'
import { SwaprouteError } from '../../core/errors.ts'
import type { DepositOrder } from '../kits/deposit/state.ts'
import type { ProviderContext } from '../types.ts'
import { memoAddress } from './assets.ts'

/** Of Midgard, the index of what THORChain has seen. */

const clockSlackMs = 10 * 60_000

const memoWire = z.nullish(z.object({ memo: z.nullish(z.string()) }))

// https://midgard.thorchain.info/v2/doc (read 2026-11); only the fields that are read.
const actionsWire = z.object({
  actions: z.array(
    z.object({
      /** Unix nanoseconds. */
      date: z.string().check(z.regex(/^\d{13,20}$/)),
      in: z.array(z.object({ txID: z.nullish(z.string()) })),
      metadata: z.nullish(z.object({ swap: memoWire, refund: memoWire })),
    }),
  ),
})

/**
 * Hash of the payment with an order's memo, from the index of the receiver's swaps; upper-case hex.
 * Null if none is indexed or the index does not answer: a node decides its status in any case.
 */
export async function findPayment(
  baseUrl: string,
  { receiver, dstToken, depositMemo, createdAtMs }: DepositOrder,
  { http, signal }: ProviderContext,
): Promise<string | null> {
  const isCaseless = isEvmChain(chainById(dstToken.blockchain))
  const account = memoAddress(receiver)
  const address = isCaseless ? `${account},${account.toLowerCase()}` : account
  const query = new URLSearchParams({ address, limit: '20' }).toString()
  try {
    const url = `${baseUrl}/v2/actions?${query}`
    const { status, body } = await http.send({ url, effect: 'read', signal, retries: 0 })
    const parsed = z.safeParse(actionsWire, body)
    if (status >= 400 || !parsed.success) return null
    for (const { date, in: ins, metadata } of parsed.data.actions) {
      const memo = metadata?.swap?.memo ?? metadata?.refund?.memo ?? null
      const isOurs = memo !== null && memo === depositMemo
      const isRecent = BigInt(date) / 1_000_000n >= BigInt(createdAtMs - clockSlackMs)
      const hash = ins[0]?.txID ?? ''
      if (isOurs && isRecent && /^[0-9A-Fa-f]{64}$/.test(hash)) return hash.toUpperCase()
    }
    return null
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.code !== 'INTERRUPTED') return null
    throw thrown
  }
}
