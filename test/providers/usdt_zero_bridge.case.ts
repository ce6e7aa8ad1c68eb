import { createUsdtZeroProvider } from '../../src/providers/usdt_zero_bridge.ts'
import type { ContractCase } from './contractCase.ts'
import { tokenOf } from './depositSupport.ts'
import { changed, oftSwap, type OftTerms } from './oftCase.ts'

const arbitrum = {
  token: tokenOf('ARBITRUM', 'USDT'),
  oft: '0x14E4A1B13bf7F943c8ff7C51fb60FA964A298D92',
  eid: 30_110,
}
const ether = {
  token: tokenOf('ETH', 'USDT'),
  oft: '0x6C96dE32CEa08842dcc4058c14d3aaAD7Fa41dee',
  eid: 30_101,
}
const amounts = {
  srcAmount: 50_000_000n,
  received: 50_000_000n,
  dstReceived: 50_000_000n,
  minimum: 49_500_000n,
}
const plasma = {
  token: tokenOf('PLASMA', 'USDT0'),
  oft: '0x02ca37966753bDdDf11216B73B16C1dE756A7CF9',
  eid: 30_383,
}
const terms: OftTerms = { from: arbitrum, to: plasma, ...amounts, approval: false }

export const contractCase: ContractCase = {
  source: {
    kind: 'shaped',
    from: 'tetherto/wdk-protocol-bridge-usdt0-evm, src/abi.js',
    date: '2026-11-22',
  },
  create: (scanUrl) => createUsdtZeroProvider({ scanUrl }),
  ...oftSwap(terms),
  refusals: [
    ['a path without a peer', changed(terms, { quoteSend: { reverts: true } }), 'NO_ROUTE'],
    ['another token', changed(terms, { token: { returns: ether.oft } }), 'UPSTREAM_FAILED'],
    ['a contract that is gone', [], 'NO_ROUTE'],
  ],
  more: { 'with an approval': oftSwap({ from: ether, to: plasma, ...amounts, approval: true }) },
}
