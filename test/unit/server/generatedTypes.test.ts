/** The way from a quote to a status, type-checked against types that a public tool generates. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOpenApi } from '../../../src/server/openapi.ts'
import { type GeneratedClient, generateClient } from '../../e2e/support/generatedClient.ts'

const program = `
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.d.ts'

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1' })
type Answers = components['schemas']

const codesOf = (failure: Answers['ParameterErrors'] | Answers['Failure']): number[] =>
  'errors' in failure ? failure.errors.map(({ code }) => code) : [failure.error.code]

const asked = {
  srcTokenAddress: '0x0000000000000000000000000000000000000000',
  srcTokenAmount: '1',
  dstTokenAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  dstTokenBlockchain: 'ETH',
  showFailedRoutes: true,
} as const

const quoted = await client.POST('/api/routes/quoteAll', { body: asked })
if (quoted.error !== undefined) throw new Error(codesOf(quoted.error).join())
const { quote, routes, failed = [] } = quoted.data
const reasons: string[] = failed.map(({ providerType, data }) => providerType + data.reason)
const [route] = routes
if (route === undefined) throw new Error(reasons.join())
const impact: number | null = route.estimate.priceImpact
const spender: string | undefined = route.transaction.approvalAddress
const gas: string | null = route.fees.gasTokenFees.gas.totalWeiAmount

// The echo of the quote is what the swap is asked for with.
const fromAddress = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const swap = await client.POST('/api/routes/swap', {
  body: { ...quote, id: route.id, fromAddress },
})
if (swap.error !== undefined) throw new Error(codesOf(swap.error).join())
const { transaction } = swap.data
const { to, data, value, tonMessages, depositAddress, amountToSend, extraFields } = transaction
if (to !== undefined && data !== undefined && value !== undefined) {
  const sent: { to: string; data: string; value: bigint } = { to, data, value: BigInt(value) }
  console.log(sent)
} else if (tonMessages !== undefined) {
  const [message] = tonMessages
  const payload: string | undefined = message?.payload
  console.log(payload)
} else if (depositAddress !== undefined && amountToSend !== undefined) {
  const memo: string | undefined = extraFields?.value
  console.log(depositAddress.length, amountToSend.length, memo)
}

const status = await client.GET('/api/info/status', { params: { query: { srcTxHash: '0x1' } } })
if (status.error !== undefined) throw new Error(codesOf(status.error).join())
const hash: string | null = status.data.destinationTxHash
const isDone: boolean = status.data.status === 'SUCCESS'
const seconds: number = quote.timeout + quote.slippage + quote.nativeBlacklist.length
console.log(impact, spender, gas, hash, isDone, seconds, quote.receiver?.length)
`

let client: GeneratedClient

beforeAll(async () => {
  client = await generateClient(JSON.stringify(createOpenApi('7.8.9', false)))
})
afterAll(() => client.remove())

test('a client of the generated types goes from a quote to a status, and wrong ones do not', () => {
  const wrong = [
    program.replace('quote.timeout', 'quote.timeuot'),
    program.replace("=== 'SUCCESS'", "=== 'DONE'"),
    program.replace("'errors' in failure", "'mistakes' in failure"),
    program.replace('impact: number | null', 'impact: number'),
  ]
  const [right, ...complaints] = client.check([program, ...wrong])
  expect(right).toEqual([])
  for (const found of complaints) expect(found).not.toEqual([])
}, 60_000)
