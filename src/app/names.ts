import { chainById } from '../chains/chains.ts'
import { resolveEnsName } from '../chains/evm/ens.ts'
import type { BlockchainId } from '../core/blockchainIds.ts'
import { SwaprouteError } from '../core/errors.ts'
import type { App } from './parts.ts'

/**
 * The address of an ENS name on an EVM chain, read through the Ethereum nodes of this run.
 * @throws SwaprouteError INVALID_ADDRESS, CHAIN_UNAVAILABLE and the like where none can be asked
 */
export async function addressOfName(
  app: App,
  name: string,
  blockchain: BlockchainId,
): Promise<string> {
  const { signal } = app.host
  const [{ rpc }, chains] = await Promise.all([app.clients(), app.chains()])
  const { chainId } = chains.settings(blockchain)
  if (chainId === null || chainById(blockchain).addressFormat !== 'evm') {
    throw new SwaprouteError('INVALID_ADDRESS', `ENS names have no ${blockchain} address here.`, {
      hint: 'Give the address itself.',
    })
  }
  // In the sandbox Ethereum has an id of its own.
  const isEthereum = blockchain === 'ETH'
  return await resolveEnsName(
    name,
    isEthereum ? 1 : chainId,
    async (to, data) => {
      const [answer] = await rpc.batch(
        'ETH',
        [{ method: 'eth_call', params: [{ to, data }, 'latest'] }],
        { signal },
      )
      if (answer === undefined) return { data: null, revert: null }
      if (answer.ok) return { data: textOf(answer.result), revert: null }
      return { data: null, revert: textOf(answer.data) }
    },
    async (address) => {
      const code = await rpc.call('ETH', 'eth_getCode', [address, 'latest'], { signal })
      return typeof code === 'string' && code !== '0x'
    },
  )
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '0x' ? value : null
}
