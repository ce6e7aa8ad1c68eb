import type { TokenReader } from '../api/api.ts'
import { chainById, isEvmChain } from '../chains/chains.ts'
import {
  decodeDecimals,
  decodeText,
  encodeDecimals,
  encodeName,
  encodeSymbol,
} from '../chains/evm/erc20.ts'
import { decodeAggregate3, encodeAggregate3 } from '../chains/evm/multicall3.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { Token } from '../core/token.ts'
import { agreed, callFailed } from '../http/agreed.ts'
import type { RpcClient } from '../http/types.ts'

const callsPerToken = 3

/**
 * Symbol, name and decimals of unlisted tokens, one batched contract read per chain from two hosts,
 * which must agree (N1): decimals scale the amount, its value and every limit. A symbol read this
 * way is only shown; it never decides anything.
 *
 * `expected` is the entry of the user's own list, which is compared with the chain: wrong decimals
 * would change the typed amount.
 *
 * @throws SwaprouteError UNKNOWN_TOKEN if there is no token at the address or the program cannot
 *   read tokens of the chain, CHAIN_UNAVAILABLE if the chain does not answer, CONFIG_INVALID if the
 *   user's list has different decimals than the chain
 */
export function createTokenReader(
  rpc: RpcClient,
  expected: (blockchain: BlockchainId, address: string) => Token | null,
): TokenReader {
  return async (wanted, signal) => {
    const byChain = new Map<BlockchainId, string[]>()
    for (const { blockchain, address } of wanted) {
      byChain.set(blockchain, [...(byChain.get(blockchain) ?? []), address])
    }
    const read = await Promise.all(
      [...byChain].map(([blockchain, addresses]) => readChain(rpc, blockchain, addresses, signal)),
    )
    const found = new Map(read.flat().map((token) => [keyOf(token), token]))
    return wanted.map((token) => {
      const answer = found.get(keyOf(token))
      if (answer === undefined) throw notAToken(token.blockchain, token.address)
      const listed = expected(token.blockchain, token.address)
      if (listed !== null && listed.decimals !== answer.decimals)
        throw wrongDecimals(listed, answer)
      return listed ?? answer
    })
  }
}

async function readChain(
  rpc: RpcClient,
  blockchain: BlockchainId,
  addresses: string[],
  signal: AbortSignal,
): Promise<Token[]> {
  const chain = chainById(blockchain)
  if (!isEvmChain(chain) || chain.multicall3 === null) {
    throw new SwaprouteError(
      'UNKNOWN_TOKEN',
      `${addresses[0] ?? ''} is on no token list, and tokens of ${blockchain} cannot be read from the chain.`,
      { hint: `Add it to your own token list, or pick one of \`swaproute tokens ${blockchain}\`.` },
    )
  }
  const calls = addresses.flatMap((target) =>
    [encodeDecimals(), encodeSymbol(), encodeName()].map((callData) => ({
      target,
      allowFailure: true,
      callData,
    })),
  )
  const agreement = await agreed(
    rpc,
    blockchain,
    [
      {
        method: 'eth_call',
        params: [{ to: chain.multicall3, data: encodeAggregate3(calls) }, 'latest'],
      },
    ],
    { signal },
  )
  const [answer] = agreement.answers
  if (answer?.ok === false) {
    throw callFailed(blockchain, 'eth_call', answer)
  }
  const result = answer?.result
  if (typeof result !== 'string') throw notAToken(blockchain, addresses[0] ?? '')
  const answers = decodeAggregate3(result, calls.length)
  return addresses.map((address, index): Token => {
    const [decimals, symbol, name] = answers.slice(index * callsPerToken)
    const places = decimals?.success === true ? decodeDecimals(decimals.returnData) : null
    if (places === null) throw notAToken(blockchain, address)
    const label = symbol?.success === true ? decodeText(symbol.returnData) : null
    return {
      blockchain,
      address,
      decimals: places,
      symbol: label ?? 'UNKNOWN',
      name: (name?.success === true ? decodeText(name.returnData) : null) ?? label ?? 'unknown',
      listed: false,
      native: false,
    }
  })
}

function keyOf(token: { blockchain: BlockchainId; address: string }): string {
  return `${token.blockchain}:${token.address.toLowerCase()}`
}

function wrongDecimals(listed: Token, { decimals }: Token): SwaprouteError {
  const { blockchain, address, symbol } = listed
  return new SwaprouteError(
    'CONFIG_INVALID',
    `Your token list gives ${symbol} on ${blockchain} ${listed.decimals} decimals; the token itself has ${decimals}.`,
    {
      hint: `Correct the entry of ${address} in tokens.json.`,
      context: { blockchain, address, listed: listed.decimals, decimals },
    },
  )
}

function notAToken(blockchain: BlockchainId, address: string): SwaprouteError {
  return new SwaprouteError('UNKNOWN_TOKEN', `${address} is not a token on ${blockchain}.`, {
    hint: 'Check the address and the chain it belongs to.',
    context: { blockchain, address },
  })
}
