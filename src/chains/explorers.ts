import type { BlockchainId } from '../core/blockchainIds.ts'
import { withoutLinks } from '../core/foreignReason.ts'
import type { ChainTable } from './chainSettings.ts'
import { allChains, type Chain } from './chains.ts'

// The only place that builds links (docs/safety.md X5): never from a provider's text.

type LinkTable = Pick<ChainTable, 'sandbox'>

/** The explorer's page of a transaction; null in a sandbox or where no explorer is known. */
export function explorerTxUrl(
  { explorerTx: template }: Chain,
  hash: string,
  table: LinkTable,
): string | null {
  if (template === null || table.sandbox) return null
  // It may be a hash from a provider: only a real hash goes into a link.
  if (!/^[\w+/=@:.-]{1,200}$/.test(hash) || withoutLinks(hash) !== hash) return null
  return template.replace('{hash}', () => encodeURIComponent(hash))
}

/** The subject of an explorer page. */
export type ExplorerPage = {
  kind: 'transaction' | 'address'
  /** Null for an explorer that is in no table of ours. */
  blockchain: BlockchainId | null
  /** Hash or address, as written in the link. */
  value: string
}

/** Explorers that users copy from, in addition to our own table (addresses checked 2026-11). */
const otherExplorers: readonly [prefix: string, blockchain: BlockchainId][] = [
  ['tonscan.org/tx/', 'TON'],
  ['tonscan.org/transaction/', 'TON'],
  ['eth.blockscout.com/tx/', 'ETH'],
  ['blockchair.com/ethereum/transaction/', 'ETH'],
  ['base.blockscout.com/tx/', 'BASE'],
  ['optimism.blockscout.com/tx/', 'OPTIMISM'],
  ['arbitrum.blockscout.com/tx/', 'ARBITRUM'],
  ['polygon.blockscout.com/tx/', 'POLYGON'],
  ['snowscan.xyz/tx/', 'AVALANCHE'],
  ['blockstream.info/tx/', 'BITCOIN'],
  ['blockchair.com/bitcoin/transaction/', 'BITCOIN'],
  ['live.blockcypher.com/btc/tx/', 'BITCOIN'],
  ['blockchain.com/explorer/transactions/btc/', 'BITCOIN'],
  ['litecoinspace.org/tx/', 'LITECOIN'],
  ['live.blockcypher.com/ltc/tx/', 'LITECOIN'],
  ['dogechain.info/tx/', 'DOGECOIN'],
  ['live.blockcypher.com/doge/tx/', 'DOGECOIN'],
  ['live.blockcypher.com/dash/tx/', 'DASH'],
  ['explorer.solana.com/tx/', 'SOLANA'],
  ['solana.fm/tx/', 'SOLANA'],
  ['tronscan.io/#/transaction/', 'TRON'],
  ['voyager.online/tx/', 'STARKNET'],
  ['cexplorer.io/tx/', 'CARDANO'],
  ['xrpscan.com/tx/', 'RIPPLE'],
  ['livenet.xrpl.org/transactions/', 'RIPPLE'],
  ['stellar.expert/explorer/public/tx/', 'STELLAR'],
  ['suivision.xyz/txblock/', 'SUI'],
]

/**
 * Reads a link copied from an explorer. It is parsed and never followed. Null for a text that is
 * not a link, and for a link without a hash.
 */
export function readExplorerPage(text: string): ExplorerPage | null {
  const link = withoutScheme(text)
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+\//i.test(link)) return null
  const valueAfter = (prefix: string): string | null => {
    if (!link.toLowerCase().startsWith(prefix.toLowerCase())) return null
    const [part = ''] = link.slice(prefix.length).split(/[/?#&]/, 1)
    return part === '' ? null : decoded(part)
  }
  const page = (
    kind: ExplorerPage['kind'],
    blockchain: BlockchainId,
    prefix: string,
  ): ExplorerPage[] => {
    const value = valueAfter(prefix)
    return value === null ? [] : [{ kind, blockchain, value }]
  }
  const found = [
    ...allChains().flatMap(({ id, explorerTx, explorerAddress }) => [
      ...(explorerTx === null ? [] : page('transaction', id, prefixOf(explorerTx))),
      ...(explorerAddress === null || prefixOf(explorerAddress) === prefixOf(explorerTx ?? '')
        ? []
        : page('address', id, prefixOf(explorerAddress))),
    ]),
    ...otherExplorers.flatMap(([prefix, id]) => page('transaction', id, prefix)),
  ]
  // `explorer.com/{address}` also begins `explorer.com/transaction/{hash}`.
  const [best] = found.toSorted((a, b) => rankOf(b) - rankOf(a))
  if (best !== undefined) return best
  // Of any other page, such as a bridge's own: 64 hex digits, or a signature of Solana's.
  const hash = (
    /(?<![0-9a-z])(?:0x)?[0-9a-f]{64}(?![0-9a-z])/i.exec(link) ??
    /(?<![0-9a-z])[1-9A-HJ-NP-Za-km-z]{86,88}(?![0-9a-z])/i.exec(link)
  )?.[0]
  return hash === undefined ? null : { kind: 'transaction', blockchain: null, value: hash }
}

function rankOf({ kind }: ExplorerPage): number {
  return kind === 'transaction' ? 1 : 0
}

/** The part before the hash or address, without scheme and `www.`, which users may omit. */
function prefixOf(template: string): string {
  return withoutScheme(template.replace(/\{(?:hash|address)\}.*$/, ''))
}

function withoutScheme(text: string): string {
  return text.replace(/^https?:\/\//i, '').replace(/^www\./i, '')
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch (thrown) {
    if (thrown instanceof URIError) return part
    throw thrown
  }
}
