/**
 * Calls that a service made for others, as public code and documents hold them: decoded by what its
 * provider declares, they say what they were asked for.
 */
import { expect, test } from 'vitest'

import type { BlockchainId } from '../../src/core/blockchainIds.ts'
import { zeroAddress } from '../../src/core/token.ts'
import type { DecodedCall } from '../../src/core/transaction.ts'
import { createDodoProvider } from '../../src/providers/dodo.ts'
import { createNativeProvider } from '../../src/providers/native_router.ts'
import { createOneInchProvider } from '../../src/providers/one_inch.ts'
import { createParaSwapProvider } from '../../src/providers/para_swap.ts'
import { readDeclaredCall } from '../../src/providers/kits/evm/builtCall.ts'
import type { Provider } from '../../src/providers/types.ts'
import { serviceUrl } from './callCase.ts'
import { play } from './depositSupport.ts'

type Recorded = {
  /** Repository and path, or page, and the day where it is known. */
  from: string
  provider: Provider
  blockchain: BlockchainId
  to: string
  data: string
  says: Partial<DecodedCall>
}

/** Call data of words whose leading zeros are left out. */
function inWords(selector: string, words: readonly string[], rest = ''): string {
  return `0x${selector}${words.map((word) => word.padStart(64, '0')).join('')}${rest}`
}

const key = { baseUrl: serviceUrl, apiKey: 'key' }
const recorded: readonly Recorded[] = [
  {
    from: 'https://developers.velora.xyz, POST /transactions/:network, with its answer',
    provider: createParaSwapProvider({ baseUrl: serviceUrl }),
    blockchain: 'ETH',
    to: '0x6a000f20005980200259b80c5102003040001068',
    data: '0xe3ead59e0000000000000000000000005f0000d4780a00d2dce0a00004000800cb0e5041000000000000000000000000a0b86991c6218b36c1d19d4a2e9eb0ce3606eb480000000000000000000000006b175474e89094c44da98b954eedeac495271d0f00000000000000000000000000000000000000000000000000000000000f42400000000000000000000000000000000000000000000000000db4d11c67691ad50000000000000000000000000000000000000000000000000dd8426a4440caf10a8104c26c244959a1d46f205acc49520000000000000000000000000133fc2c00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000100000000000000000000000000000000000000000000000000000000000000000000000000000000000016000000000000000000000000000000000000000000000000000000000000001800000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000016000000000000000000000000000000000000000000000000000000000000000200000000000000000000000000000000000000000000000000000000000000160a0b86991c6218b36c1d19d4a2e9eb0ce3606eb480000006000240000ff00000300000000000000000000000000000000000000000000000000000000a9059cbb0000000000000000000000004610ba8d5d10fba8c048a2051a0883ce04eabace00000000000000000000000000000000000000000000000000000000000f42406a000f20005980200259b80c51020030400010680000008000240000ff0600030000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000100000000000000000000000000000000000000000000000000000000000f4240000000000000000000004de54610ba8d5d10fba8c048a2051a0883ce04eabace',
    says: {
      method: 'swapExactAmountIn',
      recipient: null,
      srcToken: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      dstToken: '0x6b175474e89094c44da98b954eedeac495271d0f',
      amountIn: 1_000_000n,
      minOut: 0xdb4d11c67691ad4n,
    },
  },
  {
    from: 'reown-com/appkit, tests/mocks/SwapController.ts of its controllers',
    provider: createOneInchProvider(key),
    blockchain: 'POLYGON',
    to: '0x111111125421cA6dc452d289314280a0f8842A65',
    data: inWords(
      '07ed2379',
      [
        'e37e799d5077682fa0a244d46e5649f71457bd09',
        'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
        'd6df932a45c0f255f85145f286ea0b292b21c90b',
        'e37e799d5077682fa0a244d46e5649f71457bd09',
        'e8e0d27a1232ada1d76ac4032a100f8f9f3486b2',
        'de0b6b3a7640000',
        '1a5256ff077cbc',
        '0',
        '120',
        '149',
      ],
      // The call of the executor, filled up to a word, and the mark of the client.
      `00000000000000000000000000000000012b0000fd00006e00005400004e802026678dcd00000000000000000000000000000000000000003e26ca57697d2ad49edd5c3787256586d0b50525000000000000000000000000000000000000000000000000001e32b47897400000206b4be0b940410d500b1d8e8ef31e21c99d1db9a6444d3adf1270d0e30db00c200d500b1d8e8ef31e21c99d1db9a6444d3adf12707d88d931504d04bfbee6f9745297a93063cab24c6ae40711b8002dc6c07d88d931504d04bfbee6f9745297a93063cab24c111111125421ca6dc452d289314280a0f8842a65000000000000000000000000000000000000000000000000001a5256ff077cbc0d500b1d8e8ef31e21c99d1db9a6444d3adf12700020d6bdbf78d6df932a45c0f255f85145f286ea0b292b21c90b111111125421ca6dc452d289314280a0f8842a65${'00'.repeat(23)}3bd94e2a`,
    ),
    says: {
      method: 'swap',
      recipient: '0xe8e0d27a1232ada1d76ac4032a100f8f9f3486b2',
      srcToken: zeroAddress,
      dstToken: '0xd6df932a45c0f255f85145f286ea0b292b21c90b',
      amountIn: 10n ** 18n,
      minOut: 0x1a5256ff077cbcn,
    },
  },
  {
    // Made for ZETACHAIN, whose proxy is the same code as the newest ones elsewhere.
    from: 'DODOEX/widgets packages/dodoex-widgets/src/constants/api.ts',
    provider: createDodoProvider(key),
    blockchain: 'ETH',
    to: '0xfe837a3530dd566401d35befcd55582af7c4dffc',
    data: inWords('ff84aafa', [
      '4bc32034caccc9b7e02536945edbc286bacba073',
      'cc683a782f4b30c138787cb5576a86af66fdc31d',
      '186a0',
      '18758',
      '173c6',
      '180',
      '1c0',
      '200',
      '0',
      '260',
      '2e0',
      '682d9876',
      '1',
      'f9053e174c123098c17e60a2b1fab3b303f9e29',
      '1',
      '4f59b88556c1b133939b2655729ad53226ed5fad',
      '2',
      '4f59b88556c1b133939b2655729ad53226ed5fad',
      '26eea5c10f526153e7578e5257801f8610d1142',
      '1',
      '20',
      '1',
      '0',
      '40',
      '0',
      '0',
    ]),
    says: {
      method: 'mixSwap',
      recipient: null,
      srcToken: '0x4bc32034caccc9b7e02536945edbc286bacba073',
      dstToken: '0xcc683a782f4b30c138787cb5576a86af66fdc31d',
      amountIn: 100_000n,
      minOut: 95_174n,
      deadlineSeconds: 1_747_818_614n,
    },
  },
  {
    from: 'propeller-heads/tycho crates/tycho-execution/contracts/test/protocols/Native.t.sol (2026-09)',
    provider: createNativeProvider(key),
    blockchain: 'ETH',
    to: '0x4777A6B3A9A889ABfd4C7666Bdd2a7AB633293be',
    data: inWords(
      '7083527c',
      [
        '60',
        '0',
        '0',
        'ef435b99c2108d0309211d0cc05b70d202c0b5df',
        '129b3d9a0a6e4beab88f5cb1e57995d72a6e24f1',
        'cd09f75e2bf2a4d11f3ab23f1389fcc1621c0cc2',
        'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
        'c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
        'f4240',
        '16dfd1ab39d5c',
        '16dfd1ab39d5c',
        '6a9f8d3c',
        '35a49220053ede33',
        '6a9f8cf5',
        '6a9f8d1d',
        '1',
        ...Array.from({ length: 7 }, () => '0'),
        `ec6e372d2326451e8711e06e0d8b78f9${'0'.repeat(32)}`,
        '0',
        '1',
        '360',
        '6044eef7179034319e2c8636ea885b37cbfa9aba',
        '0',
        '3e0',
        '41',
        'dc6662535476055fdc70cbf26235a36548260584b63670d587fff026324eacff',
        '3a91e0b6cb791bd8059d8701ad7065a8944385d96b4c6dd6910d74f9d06364a9',
        `1c${'0'.repeat(62)}`,
        '41',
        'fbb4628ced3cdc79524c223e42adae7c302475dbac6ac3eb119293a41c3f3cf5',
        '482d18a6fa8c2bcdc07ae6551068dfa1dba9cff189cc56f8bc6c26f8783c8d26',
      ],
      `1c${'00'.repeat(31)}`,
    ),
    says: {
      method: 'tradeRFQT',
      recipient: '0xcd09f75e2bf2a4d11f3ab23f1389fcc1621c0cc2',
      srcToken: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      dstToken: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
      amountIn: 1_000_000n,
      minOut: 402_408_818_842_972n,
      deadlineSeconds: 0x6a9f8d3cn,
    },
  },
]

test.each(recorded.map((each) => [each.from, each] as const))('%s', async (_from, each) => {
  const { provider, blockchain, to, data, says } = each
  const [id] = provider.ids
  if (id === undefined) throw new Error('no identifier')
  const { context } = play(serviceUrl, [])
  const call = await readDeclaredCall(provider, id, { blockchain, to, data }, context)
  expect(call).toMatchObject({ dst: 'same', refundTo: null, ...says })
})
