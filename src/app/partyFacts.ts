import { createTokenReader } from '../backend/tokenReader.ts'
import type { PartyFacts } from '../execution/context.ts'
import { notingOneNode } from '../http/agreed.ts'
import type { EvmAccess } from '../wallet/types.ts'
import type { Clients } from './clients.ts'
import type { App } from './parts.ts'

/** Code of a plain account that lets a contract act for it. https://eips.ethereum.org/EIPS/eip-7702 */
const delegation = /^0xef0100[0-9a-f]{40}$/i

/** Facts read from the chains about the tokens and addresses of a swap. */
export function partyFacts(app: App, { rpc }: Clients, evm: EvmAccess): PartyFacts {
  return {
    nameOf: (address) => app.partyNames.get(address.toLowerCase()) ?? null,
    async isContract(blockchain, address) {
      const { code, oneNode } = await evm.readCode(blockchain, address)
      return { isContract: code !== '0x' && !delegation.test(code), oneNode }
    },
    async readDecimals(token) {
      const noted = notingOneNode(rpc)
      const read = createTokenReader(noted.rpc, () => null)
      const [found] = await read([token], app.host.signal)
      return { decimals: found?.decimals ?? token.decimals, oneNode: noted.isOneNode() }
    },
  }
}
