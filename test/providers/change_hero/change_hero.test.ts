/** Orders of ChangeHero name coins by a code and leave their chain open. */
import { expect, test } from 'vitest'

import type { Token } from '../../../src/core/token.ts'
import { createChangeHeroProvider } from '../../../src/providers/change_hero.ts'
import { type Body, evm, play, refusal, requestOf, tokenOf, tron } from '../depositSupport.ts'

const baseUrl = 'https://change-hero.test/v2'
const coin = (name: string, blockchain: string, contractAddress: string | null): Body => ({
  name,
  blockchain,
  contractAddress,
})
const list = {
  method: 'POST' as const,
  path: '',
  body: {
    result: [
      coin('BTC', 'bitcoin', null),
      coin('USDT', 'ethereum', tokenOf('ETH', 'USDT').address),
      coin('USDT', 'arbitrum', tokenOf('ARBITRUM', 'USDT').address),
      coin('usdt', 'tron', tokenOf('TRON', 'USDT').address),
      coin('DAI', 'ethereum', tokenOf('ETH', 'DAI').address),
      coin('dai', 'a_chain_of_tomorrow', evm('dai')),
      coin('LINK', 'ethereum', tokenOf('ETH', 'LINK').address),
    ],
  },
}

async function quoteOf(dstToken: Token, receiver: string): Promise<unknown> {
  const provider = createChangeHeroProvider({ baseUrl, apiKey: 'k-1' })
  const request = requestOf(tokenOf('BITCOIN', 'BTC'), dstToken, 1_500_000n, { receiver })
  const answers = ['0.0003', '100.5', [{ id: 'r', result: '6700', minFrom: '0.0003' }]]
  const calls = answers.map((result) => ({ method: 'POST' as const, path: '', body: { result } }))
  const { context } = play(baseUrl, [list, ...calls])
  return provider.quote(request, new Set(['change_hero']), context)
}

test.each([
  ['two chains with the same form of address', tokenOf('ETH', 'USDT')],
  ['a chain that is not known here', tokenOf('ETH', 'DAI')],
])('a code of %s is not traded', async (_name, token) => {
  expect((await refusal(quoteOf(token, evm('bob')))).code).toBe('NO_ROUTE')
})

test.each([
  ['another form of address', tokenOf('TRON', 'USDT'), tron('bob')],
  ['one chain alone', tokenOf('ETH', 'LINK'), evm('bob')],
])('a code of %s is', async (_name, token, receiver) => {
  await expect(quoteOf(token, receiver)).resolves.toMatchObject({ failed: [] })
})
