import { encodeAddress, encodeCall, readUint, wordBytes } from '../../chains/evm/hex.ts'
import { type Token, isSameAddress } from '../../core/token.ts'
import type { QuoteRequest } from '../../core/quote.ts'
import type { RpcAnswer, RpcCall } from '../../http/types.ts'
import type { ProviderContext } from '../types.ts'
import { encodeAddresses, encodeOffset } from './abi.ts'
import { connectorsFor } from './connectors.ts'
import probe from './data/taxProbe.json' with { type: 'json' }
import { familyOf, type PoolRow } from './families/families.ts'
import type { ChainRows } from './rows.ts'
import { mayTax, type Taxes, wholeBps } from './taxes.ts'

// Reads what a token takes of a transfer: a node runs data/TaxProbe.sol at an unused address for one
// call (the third argument of eth_call; https://geth.ethereum.org/docs/interacting-with-geth/rpc/ns-eth,
// read 2026-11). A node that cannot leaves the tax unknown; the simulation before signing still
// measures what arrives.

/** Where the probe runs: neither an account nor a contract. */
const probeAddress = '0x537761705261746520746178206f6620746f6b65'
/** `measure(address,address[],address[])` */
const measure = '0x9cdd19f9'

/**
 * The taxes of the pair; null where neither token takes anything, as far as the node can run it.
 * Never throws: it is asked beside a quote that does not depend on it.
 */
export async function readTaxes(
  { srcToken, dstToken }: Pick<QuoteRequest, 'srcToken' | 'dstToken'>,
  { chain, rows }: { chain: ChainRows; rows: readonly PoolRow[] },
  { rpc, signal }: Pick<ProviderContext, 'rpc' | 'signal'>,
): Promise<Taxes | null> {
  const factories = [...new Set(rows.flatMap(pairFactory))]
  if (factories.length === 0) return null
  const ask = async (token: Token, other: Token): Promise<Taxes | null> => {
    if (!mayTax(token)) return null
    const call = measureCall(token, othersOf(token, other, chain), factories)
    const answers = await rpc
      .batch(token.blockchain, [call], { signal })
      .catch((): RpcAnswer[] => [])
    return readTax(answers[0])
  }
  const [sold, bought] = await Promise.all([ask(srcToken, dstToken), ask(dstToken, srcToken)])
  const taxes = { sellBps: sold?.sellBps ?? 0n, buyBps: bought?.buyBps ?? 0n }
  return taxes.sellBps === 0n && taxes.buyBps === 0n ? null : taxes
}

function measureCall(
  { address }: Token,
  others: readonly string[],
  factories: readonly string[],
): RpcCall {
  const data = encodeCall(
    measure,
    encodeAddress(address),
    encodeOffset(3),
    encodeOffset(3 + 1 + factories.length),
    encodeAddresses(factories),
    encodeAddresses(others),
  )
  const overrides = { [probeAddress]: { code: probe.code } }
  return { method: 'eth_call', params: [{ to: probeAddress, data }, 'latest', overrides] }
}

/** What the token may be paired with: the other token, and those that most pairs are with. */
function othersOf(token: Token, other: Token, chain: ChainRows): string[] {
  const connectors = connectorsFor(chain, chain.wrapped).map(({ token: { address } }) => address)
  const others = [...(other.native ? [] : [other.address]), ...connectors]
  return others.filter((address) => !isSameAddress(address, token.address))
}

/** The factories of pairs that lend a token for the time of a call. */
function pairFactory(row: PoolRow): string[] {
  const lends = familyOf(row).servesTaxed?.(row) === true
  return lends && row.factory !== null ? [row.factory] : []
}

/** Null where the answer does not say; a token that cannot be sold takes everything. */
function readTax(answer: RpcAnswer | undefined): Taxes | null {
  if (answer?.ok !== true || typeof answer.result !== 'string') return null
  const { result } = answer
  if (!/^0x[0-9a-f]{192}$/i.test(result)) return null
  const [lent = 0n, received = 0n, returned = 0n] = [0, 1, 2].map((at) =>
    readUint(result, at * wordBytes),
  )
  if (lent === 0n) return null
  return { buyBps: lostBps(lent, received), sellBps: lostBps(received, returned) }
}

function lostBps(given: bigint, arrived: bigint): bigint {
  return arrived >= given ? 0n : ((given - arrived) * wholeBps + given - 1n) / given
}
