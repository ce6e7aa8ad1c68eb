import { ethCall } from '../http/rpcWire.ts'
import { chainById } from '../chains/chains.ts'
import { toChecksumAddress } from '../chains/evm/checksum.ts'
import { resolveEnsName } from '../chains/evm/ens.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import { agreed, notingOneNode } from '../http/agreed.ts'
import type { App } from './parts.ts'

/**
 * The address of an ENS name on an EVM chain, read from two Ethereum nodes on different hosts,
 * which must agree (N1).
 * @throws SwaprouteError INVALID_ADDRESS, or CHAIN_UNAVAILABLE and similar if no node answers
 */
export async function addressOfName(
  app: App,
  name: string,
  blockchain: BlockchainId,
): Promise<{ address: string; oneNode: boolean }> {
  const { signal } = app.host
  const [clients, { chains }] = await Promise.all([app.clients(), app.tables()])
  const { rpc, isOneNode } = notingOneNode(clients.rpc)
  const { chainId } = chains.settings(blockchain)
  if (chainId === null || chainById(blockchain).addressFormat !== 'evm') {
    throw new SwaprouteError('INVALID_ADDRESS', `ENS names have no ${blockchain} address here.`, {
      hint: 'Give the address itself.',
    })
  }
  // In the sandbox Ethereum has a different id.
  const isEthereum = blockchain === 'ETH'
  const address = await resolveEnsName(
    name,
    isEthereum ? 1 : chainId,
    async (to, data) => {
      const { answers } = await agreed(rpc, 'ETH', [ethCall(to, data)], { signal })
      const [answer] = answers
      if (answer?.ok === true) return { data: textOf(answer.result), revert: null }
      return { data: null, revert: answer?.data ?? null }
    },
    async (address) => {
      const { answers } = await agreed(
        rpc,
        'ETH',
        [{ method: 'eth_getCode', params: [address, 'latest'] }],
        { signal },
      )
      const [code] = answers
      if (code?.ok === true && typeof code.result === 'string') return code.result !== '0x'
      throw new SwaprouteError('CHAIN_UNAVAILABLE', 'No ETH node returned the code of the address.')
    },
  )
  // A resolver returns bytes without a checksum to verify.
  return { address: toChecksumAddress(address), oneNode: isOneNode() }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
