import { checkAddress, checkReceiver, testFormOf } from '../chains/addresses.ts'
import { classicXrpAddress } from '../chains/addresses/xrp.ts'
import { parseAsset } from '../chains/assets.ts'
import type { ChainTable } from '../chains/chainSettings.ts'
import { allChains, type Chain, chainById, findChain, isEvmChain } from '../chains/chains.ts'
import { explorerTxUrl, readExplorerPage } from '../chains/explorers.ts'
import { paymentCode, walletLink } from '../chains/paymentUris.ts'
import { checkReceiverMemo, payeeOf, splitReceiver } from '../chains/receiverMemos.ts'
import { receiverNotes } from '../chains/receiverNotes.ts'
import { isSameTonAddress } from '../chains/ton/address.ts'
import { nativeToken, type TokenList } from '../chains/tokens.ts'
import type { Assets } from '../commands/frame/services.ts'

/** Tables and grammar of this run as commands see them; pure, no network. */
export function createAssets(table: ChainTable, tokens: TokenList): Assets {
  const { sandbox } = table
  return {
    parse: (text, { testnets }) => {
      const asset = parseAsset(text, { tokens, testnets })
      if (asset.kind === 'unlisted' || !tokens.isUnproved(asset.token)) return asset
      const { blockchain, address } = asset.token
      return { kind: 'unlisted', blockchain, address }
    },
    account: (blockchain, text) => checkAddress(chainById(blockchain), text),
    receiver: (blockchain, text, knownAddresses) =>
      checkReceiver(chainById(blockchain), text, { sandbox, knownAddresses }),
    chain: (text) => inForce(findChain(text), table),
    chains: () => allChains().map((chain) => inForce(chain, table)),
    tokens: (blockchain) =>
      blockchain === null
        ? allChains().flatMap(({ id }) => tokens.ofChain(id))
        : tokens.ofChain(blockchain),
    nativeToken,
    isSameAccount: (blockchain, a, b) =>
      chainById(blockchain).addressFormat === 'ton'
        ? isSameTonAddress(a, b)
        : a.toLowerCase() === b.toLowerCase(),
    sameAddressKind: (a, b) => chainById(a).addressFormat === chainById(b).addressFormat,
    transactionLink: (blockchain, hash) => explorerTxUrl(chainById(blockchain), hash, table),
    explorerPage: readExplorerPage,
    paymentCode: (payment) => {
      const { blockchain } = payment.token
      const chain = chainById(blockchain)
      // A wallet that scans an address of the sandbox would pay it with real money.
      const isMistakable = sandbox && !isEvmChain(chain) && testFormOf(chain) === null
      if (isMistakable) return null
      return paymentCode({ ...payment, chainId: table.settings(blockchain).chainId })
    },
    walletLink,
    receiverNotes,
    receiverMemo: checkReceiverMemo,
    splitReceiver: (blockchain, text) => {
      const { address, memo } = splitReceiver(blockchain, text)
      const classic = blockchain === 'RIPPLE' ? classicXrpAddress(address) : null
      return classic === null || classic === address
        ? { address, memo }
        : payeeOf(blockchain, address, memo)
    },
  }
}

function inForce(chain: Chain, table: ChainTable): Chain {
  return { ...chain, chainId: table.settings(chain.id).chainId }
}
