/** A last swap that failed, so that the token between chains was paid instead of the one bought. */
import { expect, test } from 'vitest'

import { serviceUrl } from '../callCase.ts'
import { evm, play, tokenOf } from '../depositSupport.ts'
import { minedCall } from '../minedCall.ts'
import { callCase } from '../symbiosis.case.ts'

const usdc = tokenOf('BASE', 'USDC')
const mined = await minedCall(callCase)
const told = callCase.orders?.told('Success', { payout: mined.hashes.payout }) ?? []

async function followed(token: string, payout: 'missing' | { token: typeof usdc }) {
  const exchanges = told.map((call) => ({
    ...call,
    body: { ...call.body, transitTokenSent: { address: token } },
  }))
  const paid = payout === 'missing' ? payout : { amount: 98_000_000n, ...payout }
  return await mined.follow(play(serviceUrl, exchanges).context.http, { payout: paid })
}

test('is an end of its own, with what was paid', async () => {
  expect(await followed(usdc.address, { token: usdc })).toMatchObject({
    status: 'INDETERMINATE',
    destinationTxHash: mined.hashes.payout,
    note: 'The last step failed: Symbiosis paid 98 USDC to the receiver in place of the token bought.',
  })
})

test('is no end until the chain shows it', async () => {
  const { status } = await followed(usdc.address, 'missing')
  expect(status).toBe('PENDING')
})

test('names a token on no list by its address', async () => {
  const unlisted = { ...usdc, address: evm('unlisted') }
  const { note } = await followed(unlisted.address, { token: unlisted })
  expect(note).toContain(`paid the token ${unlisted.address} to the receiver`)
})
