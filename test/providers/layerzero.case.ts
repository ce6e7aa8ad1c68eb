import { createLayerzeroProvider } from '../../src/providers/layerzero.ts'
import type { ContractCase } from './contractCase.ts'
import { tokenOf } from './depositSupport.ts'
import { changed, oftSwap, type OftTerms } from './oftCase.ts'

const contract = '0x5d3a1Ff2b6BAb83b63cd9AD0787074081a52ef34'
const ether = { token: tokenOf('ETH', 'USDe'), oft: contract, eid: 30_101 }
const mantle = { token: tokenOf('MANTLE', 'USDe'), oft: contract, eid: 30_181 }
const amounts = {
  srcAmount: 10n ** 20n,
  received: 10n ** 20n,
  dstReceived: 10n ** 20n,
  minimum: 99n * 10n ** 18n,
}
const terms: OftTerms = { from: ether, to: mantle, ...amounts, approval: true }

export const contractCase: ContractCase = {
  source: {
    kind: 'shaped',
    from: 'LayerZero-Labs/LayerZero-v2, packages/layerzero-v2/evm/oapp/contracts/oft/interfaces/IOFT.sol',
    date: '2026-11-22',
  },
  create: (scanUrl) => createLayerzeroProvider({ scanUrl }),
  ...oftSwap(terms),
  refusals: [
    ['a path without a peer', changed(terms, { quoteSend: { reverts: true } }), 'NO_ROUTE'],
    ['another token', changed(terms, { token: { returns: mantle.oft } }), 'UPSTREAM_FAILED'],
  ],
}
