import { chainById } from '../chains/chains.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { HttpClient } from '../http/types.ts'

// The cheapest request to a node or public index of each kind of chain: its height. EVM chains are
// also asked for their id, TON for its time.

/** `at`: where the height is in the answer; empty: the answer itself. */
type HeadQuestion = { path: string; body?: object; at: readonly (string | number)[] }

const rpc = (
  method: string,
  params: readonly unknown[] = [],
): Pick<HeadQuestion, 'path' | 'body'> => ({
  path: '',
  body: { jsonrpc: '2.0', id: 1, method, params },
})

/** The common interfaces of these nodes; `doctor --live` reports unexpected answers. */
const byKind: Readonly<Record<string, HeadQuestion>> = {
  aptos: { path: '', at: ['block_height'] },
  cardano: { path: '/tip', at: [0, 'block_no'] },
  cosmos: {
    path: '/cosmos/base/tendermint/v1beta1/blocks/latest',
    at: ['block', 'header', 'height'],
  },
  solana: { ...rpc('getSlot'), at: ['result'] },
  starknet: { ...rpc('starknet_blockNumber'), at: ['result'] },
  stellar: { path: '/', at: ['history_latest_ledger'] },
  sui: {
    path: '',
    body: { query: 'query{checkpoint{sequenceNumber}}' },
    at: ['data', 'checkpoint', 'sequenceNumber'],
  },
  tron: { path: '/wallet/getnowblock', body: {}, at: ['block_header', 'raw_data', 'number'] },
  xrp: {
    path: '/',
    body: { method: 'ledger_current', params: [{}] },
    at: ['result', 'ledger_current_index'],
  },
}

const esplora: HeadQuestion = { path: '/blocks/tip/height', at: [] }
const blockchair: HeadQuestion = { path: '/stats', at: ['data', 'blocks'] }
const byChain: Readonly<Partial<Record<BlockchainId, HeadQuestion>>> = {
  BITCOIN: esplora,
  BITCOIN_CASH: { path: '/block/best', at: ['height'] },
  DASH: { path: '/status', at: ['info', 'blocks'] },
  DOGECOIN: blockchair,
  E_CASH: blockchair,
  LITECOIN: esplora,
  RAVENCOIN: { path: '', at: ['blockbook', 'bestHeight'] },
  ZCASH: blockchair,
}

/** Null for a kind of chain without such a request. */
export function headQuestion(blockchain: BlockchainId): HeadQuestion | null {
  return byChain[blockchain] ?? byKind[chainById(blockchain).kind] ?? null
}

/**
 * Height of a chain according to one of its nodes.
 * @throws SwaprouteError CHAIN_UNAVAILABLE for an answer without one
 */
export async function readHead(
  blockchain: BlockchainId,
  base: string,
  { path, body, at }: HeadQuestion,
  { http, signal }: { http: HttpClient; signal: AbortSignal },
): Promise<number> {
  const answer = await http.send({
    ...(body === undefined ? {} : { method: 'POST', body }),
    url: `${base.replace(/\/$/, '')}${path}`,
    effect: 'read',
    signal,
    retries: 0,
  })
  const height =
    answer.status === 200 ? Number(memberAt(answer.body, at) ?? Number.NaN) : Number.NaN
  if (Number.isSafeInteger(height) && height > 0) return height
  const { host } = new URL(base)
  throw new SwaprouteError(
    'CHAIN_UNAVAILABLE',
    `${host} does not report the height of ${blockchain}.`,
    {
      context: { blockchain, status: answer.status },
    },
  )
}

function memberAt(value: unknown, at: readonly (string | number)[]): unknown {
  let member = value
  for (const key of at) {
    if (typeof member !== 'object' || member === null || !Object.hasOwn(member, key)) return null
    member = Reflect.get(member, key)
  }
  return typeof member === 'string' || typeof member === 'number' ? member : null
}
