import { expect, test } from 'vitest'

import { readCall } from '../../../src/chains/evm/readCall.ts'
import { decodeCall, encodeCall } from '../callCase.ts'
import { refusal } from '../depositSupport.ts'
import { minedContract } from '../minedContract.ts'
import { contractCase } from '../taiko_bridge.case.ts'
import { messageType } from './messages.ts'

const retry = `function retryMessage(${messageType} message, bool isLastAttempt)`

test('a message that failed on its destination is tried again, and never abandoned', async () => {
  const { provider, claim } = await minedContract(contractCase)
  const facts = contractCase.states.find(([what]) => what.includes('tried again'))?.[2] ?? {}
  const { to, data, blockchain, amount } = await claim(facts)
  expect(blockchain).toBe('TAIKO')
  const [message, isLastAttempt] = decodeCall(retry, data)
  expect(isLastAttempt).toBe(false)
  const calls = provider.claims?.calls({ blockchain, to, chainOf: () => null }) ?? []
  expect(readCall('it', calls, data)).toMatchObject({ method: 'retryMessage', amount })
  const last = encodeCall(retry, [message, true])
  expect(await refusal(Promise.resolve().then(() => readCall('it', calls, last)))).toMatchObject({
    code: 'UNSAFE_ROUTE',
    context: { check: 'E8' },
  })
})
