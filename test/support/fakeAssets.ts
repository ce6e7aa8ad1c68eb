import { checkAddress, checkReceiver } from '../../src/chains/addresses.ts'
import { allChains, chainById, findChain } from '../../src/chains/chains.ts'
import { SwaprouteError } from '../../src/core/errors.ts'
import type { Token } from '../../src/core/token.ts'
import type { Assets, ChainFacts } from '../../src/commands/frame/services.ts'
import type { Chain } from '../../src/chains/chains.ts'

const zero = '0x0000000000000000000000000000000000000000'

const tokens: Token[] = [
  token('ETH', 'ETH', zero, 18),
  token('ETH', 'USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6),
  token('ARBITRUM', 'USDC', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 6),
  token('ARBITRUM', 'ETH', zero, 18),
]

/** Real chains and address rules over a list of four tokens. */
export const fakeAssets: Assets = {
  parse(text, { testnets }) {
    const [chainText = '', ...rest] = text.split(':')
    const chain = findChain(chainText)
    if (chain.testnet && !testnets) {
      throw new SwaprouteError('TESTNET_DISABLED', `${chain.id} is a test network.`, {
        hint: 'Add --testnets to use it.',
      })
    }
    const name = rest.join(':')
    const found = tokens.find(
      (candidate) =>
        candidate.blockchain === chain.id &&
        (name === '' || name === 'native'
          ? candidate.native
          : candidate.symbol.toLowerCase() === name.toLowerCase()),
    )
    if (found !== undefined) return { kind: 'listed', token: found }
    if (/^0x[0-9a-f]{40}$/i.test(name)) {
      return { kind: 'unlisted', blockchain: chain.id, address: checkAddress(chain, name).address }
    }
    throw new SwaprouteError('UNKNOWN_TOKEN', `${chain.id} has no token "${name}" on any list.`, {
      hint: 'Give its address instead.',
    })
  },
  account: (blockchain, text) => checkAddress(chainById(blockchain), text),
  receiver: (blockchain, text) => checkReceiver(chainById(blockchain), text),
  chain: (text) => toFacts(findChain(text)),
  chains: () => allChains().map(toFacts),
  tokens: (blockchain) =>
    blockchain === null ? tokens : tokens.filter((item) => item.blockchain === blockchain),
  nativeToken: (blockchain) =>
    tokens.find((item) => item.native && item.blockchain === blockchain) ??
    token(blockchain, 'COIN', zero, 18),
  sameAddressKind: (a, b) => chainById(a).addressFormat === chainById(b).addressFormat,
  transactionLink: (blockchain, hash) =>
    chainById(blockchain).explorerTx?.replace('{hash}', hash) ?? null,
}

function toFacts(chain: Chain): ChainFacts {
  const { id, name, kind, testnet, chainId, status, note, aliases } = chain
  return {
    id,
    name,
    kind,
    testnet,
    chainId,
    status,
    note,
    aliases,
    nativeSymbol: chain.native.symbol,
  }
}

function token(
  blockchain: Token['blockchain'],
  symbol: string,
  address: string,
  decimals: number,
): Token {
  const native = address === zero
  return { blockchain, symbol, address, decimals, name: symbol, listed: true, native }
}
