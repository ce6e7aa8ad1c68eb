import { call } from '../../../chains/evm/calls.ts'
import {
  encodeAddress,
  encodeCall,
  encodeUint,
  isEvmAddress,
  readAddress,
  readSize,
  wordBytes,
} from '../../../chains/evm/hex.ts'
import { isSameAddress, zeroAddress } from '../../../core/token.ts'
import { encodeOffset } from '../abi.ts'
import { invalidCall, swapTerms } from './callTerms.ts'
import {
  type Family,
  nothingFound,
  type PathAnswer,
  type PathState,
  type PoolBase,
  type SwapTerms,
} from './family.ts'
import { hasWord } from './checks.ts'
import { wordAt } from './answers.ts'
import { readNumbers } from './states.ts'

// Synapse: stable pools behind one router, which answers a pair with the pool and the places of its
// tokens, and takes them back in the call. Bridges of the same router are never called here.
// synapsecns/synapse-contracts contracts/bridge/router/SynapseRouter.sol and
// contracts/bridge/libraries/BridgeStructs.sol (commit 09584f3, read 2026-11). Tokens only: the
// native coin has a form of its own.

export type SynapseRow = PoolBase & { family: 'synapse' }
/** `params` are the places of the tokens in the pool. */
export type SynapseState = PathState<SynapseRow> & { pool: string }

/** Swapping; adding and removing liquidity and wrapping are other actions. */
const swapAction = 0
const paramWords = 4
const quoteGas = 600_000
const swapGas = 350_000n

const selectors = { quote: '0x4aa06652', swap: '0xb5d1cdd4', quoter: '0x34474c8c' } as const

export const synapse: Family<SynapseRow, SynapseState> = {
  toRow: (base) => ({ ...base, family: 'synapse' }),
  contracts: () => [],
  probe: ({ router }) => [{ target: router, callData: selectors.quoter }],
  judge: ({ router }, { results: [quoter] }) =>
    quoter !== undefined && hasWord(quoter) ? nothingFound : `no router of Synapse at ${router}`,
  servesCoins: () => false,
  paysCaller: false,
  maxHops: 1,
  hopParams: () => [[]],
  quoteTarget: ({ row }) => row.router,
  encodeQuote: ({ tokens }, amount) =>
    encodeCall(selectors.quote, ...tokens.map(encodeAddress), amount),
  outputWord: () => 3,
  decodeQuote: ({ row, tokens }, data): PathAnswer | null => {
    const query = readSize(data, 0)
    const [adapter, tokenOut] = [0, 1].map((word) => readAddress(data, query + word * wordBytes))
    const isOwn = isSameAddress(adapter ?? '', row.router)
    if (!isOwn || !isSameAddress(tokenOut ?? '', tokens[1] ?? '')) return null
    const raw = query + readSize(data, query + 4 * wordBytes)
    const at = (word: number): number => raw + (1 + word) * wordBytes
    const isSwap =
      readSize(data, raw) === paramWords * wordBytes && readSize(data, at(0)) === swapAction
    if (!isSwap) return null
    return {
      amountOut: wordAt(data, query / wordBytes + 2),
      amountMiddle: null,
      ticksCrossed: null,
      pool: {
        address: readAddress(data, at(1)),
        places: [readSize(data, at(2)), readSize(data, at(3))],
      },
    }
  },
  quoteGas: () => quoteGas,
  price: 'path',
  swapGas: () => swapGas,
  toState: ({ row, tokens }, direction, _findings, answer) => {
    const { pool } = answer ?? {}
    if (pool === undefined || direction !== 'tokens' || tokens.length !== 2) return null
    return { family: row.family, row, direction, tokens, params: pool.places, pool: pool.address }
  },
  writeState: ({ pool, params }) => ({ pool, places: [...params] }),
  readState: (base, json) => {
    const params = readNumbers(json['places'])
    const { pool } = json
    if (params?.length !== 2 || params.some((place) => place > 255)) return null
    if (base.direction !== 'tokens' || base.tokens.length !== 2) return null
    if (typeof pool !== 'string' || !isEvmAddress(pool)) return null
    return { ...base, family: base.row.family, params, pool }
  },
  encodeSwap: ({ row, tokens: [from = '', to = ''], params, pool }, terms: SwapTerms) =>
    encodeCall(
      selectors.swap,
      encodeAddress(terms.recipient),
      encodeAddress(from),
      encodeUint(terms.amountIn),
      encodeOffset(4),
      encodeAddress(row.router),
      encodeAddress(to),
      encodeUint(terms.amountOutMin),
      encodeUint(terms.deadline),
      encodeOffset(5),
      encodeUint(paramWords * wordBytes),
      encodeUint(swapAction),
      encodeAddress(pool),
      ...params.map(encodeUint),
    ),
  calls: ({ router }) => [
    call(
      'function swap(address to, address token, uint256 amount, (address swapAdapter, address tokenOut, uint256 minAmountOut, uint256 deadline, bytes rawParams) query) payable',
      ([recipient, srcToken, amountIn, query], inside) => {
        const { swapAdapter, tokenOut, minAmountOut: minOut, deadline, rawParams } = query
        // The router measures what arrives and holds it against the minimum, whatever the pool is.
        if (!isSameAddress(swapAdapter, router))
          throw invalidCall('is swapped by a different contract')
        const types = 'uint8 action, address pool, uint8 from, uint8 to'
        const [action] = inside.values(types, rawParams)
        if (action !== swapAction) throw invalidCall('does more than a swap')
        if (srcToken === zeroAddress || tokenOut === zeroAddress)
          throw invalidCall('has an impossible path')
        const ends = { srcToken, dstToken: tokenOut }
        return swapTerms({ ...ends, recipient, amountIn, minOut, deadlineSeconds: deadline })
      },
    ),
  ],
}
