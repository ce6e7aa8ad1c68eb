import { createStargateProvider } from '../../src/providers/stargate_v2.ts'
import type { ContractCase } from './contractCase.ts'
import { tokenOf } from './depositSupport.ts'
import { changed, oftSwap, type OftTerms } from './oftCase.ts'

const ethUsdc = {
  token: tokenOf('ETH', 'USDC'),
  oft: '0xc026395860Db2d07ee33e05fE50ed7bD583189C7',
  eid: 30_101,
}
const terms: OftTerms = {
  from: ethUsdc,
  to: {
    token: tokenOf('ARBITRUM', 'USDC'),
    oft: '0xe8CDF27AcD73a434D661C84887215F7598e7d0d3',
    eid: 30_110,
  },
  srcAmount: 100_000_000n,
  received: 99_940_000n,
  dstReceived: 99_940_000n,
  minimum: 98_940_600n,
  approval: true,
}
const million = { minAmountLD: 1n, maxAmountLD: 50_000_000n }

export const contractCase: ContractCase = {
  source: {
    kind: 'shaped',
    from: 'stargate-protocol/stargate-v2, packages/stg-evm-v2/src (IStargate, IOFT); stored Scan answers of a public replay tool (data/scanApiResponse.json)',
    date: '2026-07-02',
  },
  create: (scanUrl) => createStargateProvider({ scanUrl }),
  ...oftSwap(terms),
  refusals: [
    ['a path that is not wired', changed(terms, { quoteSend: { reverts: true } }), 'NO_ROUTE'],
    ['a closed pool', changed(terms, { quoteOFT: { reverts: true } }), 'NO_ROUTE'],
    [
      'a pool of another token',
      changed(terms, { token: { returns: ethUsdc.oft } }),
      'UPSTREAM_FAILED',
    ],
    ['a contract that is gone', [], 'NO_ROUTE'],
    [
      'more than the pool has',
      changed(terms, {
        quoteOFT: {
          returns: [million, [], { amountSentLD: 50_000_000n, amountReceivedLD: 49_970_000n }],
        },
      }),
      'AMOUNT_TOO_HIGH',
    ],
    [
      'less than the pool takes',
      changed(terms, {
        quoteOFT: {
          returns: [
            { minAmountLD: 200_000_000n, maxAmountLD: 10n ** 12n },
            [],
            { amountSentLD: 100_000_000n, amountReceivedLD: 99_940_000n },
          ],
        },
      }),
      'AMOUNT_TOO_LOW',
    ],
    [
      'a fee beyond all others',
      changed(terms, { quoteSend: { returns: { nativeFee: 10n ** 18n, lzTokenFee: 0n } } }),
      'UNSAFE_ROUTE',
    ],
  ],
  more: {
    'native coins': oftSwap({
      from: {
        token: tokenOf('ARBITRUM', 'ETH'),
        oft: '0xA45B5130f36CDcA45667738e2a258AB09f4A5f7F',
        eid: 30_110,
      },
      to: {
        token: tokenOf('BASE', 'ETH'),
        oft: '0xdc181Bd607330aeeBEF6ea62e03e5e1Fb4B6F7C7',
        eid: 30_184,
      },
      srcAmount: 10n ** 18n,
      received: 999_400_000_000_000_000n,
      dstReceived: 999_400_000_000_000_000n,
      minimum: 989_406_000_000_000_000n,
      approval: false,
    }),
    'to other decimals': oftSwap({
      from: ethUsdc,
      to: {
        token: tokenOf('BSC', 'USDC'),
        oft: '0x962Bd449E630b0d928f308Ce63f1A21F02576057',
        eid: 30_102,
      },
      srcAmount: 100_000_001n,
      received: 99_940_001n,
      dstReceived: 99_940_001n * 10n ** 12n,
      minimum: 98_940_601n,
      approval: true,
    }),
  },
}
