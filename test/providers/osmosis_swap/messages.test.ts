/** Messages of mainnet transactions, as the chain shows them, through the reader. */
import { expect, test } from 'vitest'

import { createOsmosisProvider } from '../../../src/providers/osmosis_swap.ts'
import { proofOf } from '../../../src/providers/types.ts'
import { zeroAddress } from '../../../src/core/token.ts'
import { play, tokenOf } from '../depositSupport.ts'

const strd = 'ibc/A8CA5EE328FA10C9519DF6057DA1F69682D28F7D0F5CCC7ECB72E3DCA2D157A4'
const atom = tokenOf('OSMOSIS', 'ATOM').address
const provider = createOsmosisProvider({ baseUrl: 'https://sqs.test' })

const messages = [
  // From the tests of several wallets of the ecosystem.
  [
    'osmosis/poolmanager/swap-exact-amount-in',
    {
      sender: 'osmo10z5dgmur6en4mzk5ku80cs07rwsqzlutdzzsgn',
      routes: [
        {
          pool_id: '1968',
          token_out_denom: 'ibc/1AEF145C549D4F9847C79E49710B198C294C7F4A107F4610DEE8E725FFC4B378',
        },
        { pool_id: '3493', token_out_denom: strd },
        { pool_id: '806', token_out_denom: 'uosmo' },
      ],
      token_in: { denom: 'uosmo', amount: '16117188' },
      token_out_min_amount: '16209315',
    },
    { srcAmount: 16_117_188n, dstToken: zeroAddress, minOut: 16_209_315n },
  ],
  // FBD7BA48…2AEA: osmosis-labs/osmosis-frontend, example-transaction-data.ts
  [
    'osmosis/poolmanager/split-amount-in',
    {
      sender: 'osmo1pasgjwaqy8sarsgw7a0plrwlauaqx8jxrqymd3',
      routes: [
        { pools: [{ pool_id: '1400', token_out_denom: atom }], token_in_amount: '813400000' },
        { pools: [{ pool_id: '1399', token_out_denom: atom }], token_in_amount: '348600000' },
      ],
      token_in_denom: 'uosmo',
      token_out_min_amount: '131251765',
    },
    { srcAmount: 1_162_000_000n, dstToken: atom, minOut: 131_251_765n },
  ],
] as const

test.each(messages)('%s', async (type, value, expected) => {
  const read = await proofOf(provider, 'foreign')?.decode(
    {
      kind: 'cosmos',
      chainId: 'osmosis-1',
      msgs: [{ type, value }],
      fee: { amount: [{ denom: 'uosmo', amount: '2002' }], gas: '533786' },
      memo: '',
    },
    {
      srcToken: tokenOf('OSMOSIS', 'OSMO'),
      dstToken: tokenOf('OSMOSIS', 'ATOM'),
      fromAddress: value.sender,
      receiver: value.sender,
    },
    play('https://sqs.test', []).context,
  )
  expect(read).toMatchObject({
    payer: value.sender,
    recipient: value.sender,
    srcToken: zeroAddress,
    networkFee: 2002n,
    ...expected,
  })
})
