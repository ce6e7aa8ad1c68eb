import { addressSlice, readAddressSlice } from '../chains/ton/jettons.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { TonCenter, TonStackItem } from '../http/toncenterTypes.ts'

/** An address as an argument, in base64. */
type Slice = Extract<TonStackItem, { boc: string }>

/** Dependencies; a provider's context fits. */
export type TonReading = { ton: TonCenter; signal: AbortSignal }

/** Constant answers, by client: a swap needs each of them twice. */
const cache = new WeakMap<TonCenter, Map<string, TonStackItem[]>>()
const mostCached = 2_000

/**
 * Runs a get-method with a constant answer: derived addresses, the owner of a wallet.
 * @throws SwaprouteError CHAIN_UNAVAILABLE when TON does not answer, UPSTREAM_REFUSED with
 * `context.exitCode` when the contract has no such method
 */
async function readMethod(
  contract: string,
  method: string,
  args: readonly Slice[],
  { ton, signal }: TonReading,
): Promise<TonStackItem[]> {
  const answers = cache.get(ton) ?? new Map<string, TonStackItem[]>()
  cache.set(ton, answers)
  const key = JSON.stringify([contract, method, args])
  const known = answers.get(key)
  if (known !== undefined) return known
  const answer = await ton.runGetMethod(contract, method, args, { signal })
  if (answers.size >= mostCached) answers.clear()
  answers.set(key, answer)
  return answer
}

/**
 * The address a get-method returns, raw.
 * @throws SwaprouteError as `readMethod`
 */
export async function derivedAddress(
  contract: string,
  method: string,
  args: readonly Slice[],
  context: TonReading,
): Promise<string> {
  const [item] = await readMethod(contract, method, args, context)
  const address = item !== undefined && 'boc' in item ? readAddressSlice(item.boc) : null
  if (address !== null) return address
  throw new SwaprouteError(
    'CHAIN_UNAVAILABLE',
    `TON returned no address for ${method} of ${contract}.`,
    {
      context: { blockchain: 'TON', contract, method },
    },
  )
}

/**
 * An owner's jetton wallet, as its master derives it. Raw.
 * @throws SwaprouteError as `readMethod`
 */
export function jettonWalletOf(
  master: string,
  owner: string,
  context: TonReading,
): Promise<string> {
  const slice = { type: 'slice', boc: addressSlice(owner) } as const
  return derivedAddress(master, 'get_wallet_address', [slice], context)
}

/** Owner and master a jetton wallet claims; only the master can confirm them. Addresses raw. */
export type WalletFacts = { owner: string; master: string }

/**
 * Null for a contract that is not a jetton wallet.
 * @throws SwaprouteError CHAIN_UNAVAILABLE
 */
export async function walletFacts(
  wallet: string,
  context: TonReading,
): Promise<WalletFacts | null> {
  const items = await readClaim(wallet, 'get_wallet_data', context)
  const [owner, master] = [items[1], items[2]].map((item) =>
    item !== undefined && 'boc' in item ? readAddressSlice(item.boc) : null,
  )
  return owner == null || master == null ? null : { owner, master }
}

/**
 * A contract's own get-method answer; empty without such a method.
 * @throws as above
 */
export async function readClaim(
  contract: string,
  method: string,
  context: TonReading,
): Promise<TonStackItem[]> {
  try {
    return await readMethod(contract, method, [], context)
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.code === 'UPSTREAM_REFUSED') return []
    throw thrown
  }
}
