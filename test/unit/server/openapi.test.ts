/** The document of the service: what readers and generators of clients need of it. */
import { describe, expect, test } from 'vitest'
import { statusNames } from '../../../src/core/status.ts'
import { createOpenApi } from '../../../src/server/openapi.ts'
import { findBreach, listOf, recordOf } from '../../campaign/15-server-contract/jsonSchema.ts'
import { judgeAnswer } from '../../support/judgedAnswers.ts'

const document = recordOf(JSON.parse(JSON.stringify(createOpenApi('7.8.9', false))))
const operations = Object.entries(recordOf(document['paths'])).flatMap(([path, methods]) =>
  Object.values(recordOf(methods)).map((operation) => ({ path, operation: recordOf(operation) })),
)
const schemas = recordOf(recordOf(document['components'])['schemas'])

/** The schema and the example of a body, or of each parameter. */
function inputsOf(operation: Record<string, unknown>): { schema: unknown; example: unknown }[] {
  if (operation['requestBody'] === undefined) {
    return listOf(operation['parameters']).map((one) => {
      const { schema, example } = recordOf(one)
      return { schema, example }
    })
  }
  const { content } = recordOf(operation['requestBody'])
  const { schema, example } = recordOf(recordOf(content)['application/json'])
  return [{ schema, example }]
}

test('it has the version of the contract, a server, a licence and no credential', () => {
  expect(document).toMatchObject({
    info: {
      version: '1.0',
      license: { name: 'MIT' },
      contact: { url: expect.stringContaining('https://') },
      description: expect.stringContaining('swaproute 7.8.9'),
    },
    servers: [{ url: '/' }],
    security: [],
  })
})

test('it lists every word of a status', () => {
  const status = recordOf(recordOf(recordOf(schemas['Status'])['properties'])['status'])
  expect(status).toMatchObject({ type: 'string', enum: [...statusNames] })
})

test.each([
  ['/api/routes/quoteAll', ['srcTokenAddress', 'srcTokenAmount', 'dstTokenAddress']],
  ['/api/routes/swap', ['srcTokenAddress', 'srcTokenAmount', 'dstTokenAddress', 'id']],
])('%s requires what is refused without', (path, required) => {
  const [found] = operations.filter((one) => one.path === path)
  const [body] = inputsOf(found?.operation ?? {})
  expect(recordOf(body?.schema)['required']).toEqual(required)
})

test('every operation has a unique name that describes it', () => {
  const names = operations.map(({ path, operation }) => [path, operation['operationId']])
  expect(Object.fromEntries(names)).toMatchInlineSnapshot(`
    {
      "/api/info/chains": "chains",
      "/api/info/providers": "providers",
      "/api/info/status": "status",
      "/api/info/statusExtended": "statusExtended",
      "/api/routes/quoteAll": "quoteAll",
      "/api/routes/quoteBest": "quoteBest",
      "/api/routes/quoteDepositTrades": "quoteDepositTrades",
      "/api/routes/status": "routesStatus",
      "/api/routes/swap": "swap",
      "/api/routes/swapBest": "swapBest",
      "/api/routes/swapDepositTrade": "swapDepositTrade",
      "/api/tokens": "tokens",
      "/api/utility/allowance": "allowance",
      "/api/utility/checkApprove": "checkApprove",
      "/api/utility/claim": "claim",
    }
  `)
  expect(new Set(names.map(([, name]) => name)).size).toBe(names.length)
})

test('an answer may get more members later, and declares for each whether it is required', () => {
  expect(JSON.stringify(schemas)).not.toContain('"additionalProperties":false')
  const optionalOf = (name: string): string[] => {
    const { properties, required } = recordOf(schemas[name])
    return Object.keys(recordOf(properties)).filter((one) => !listOf(required).includes(one))
  }
  expect({
    Quote: optionalOf('Quote'),
    Route: optionalOf('Route'),
    Estimate: optionalOf('Estimate'),
    Token: optionalOf('Token'),
    SwapData: optionalOf('SwapData'),
    Failure: optionalOf('Failure'),
  }).toMatchInlineSnapshot(`
    {
      "Estimate": [
        "destinationUsdAmount",
        "destinationUsdMinAmount",
      ],
      "Failure": [
        "sandbox",
      ],
      "Quote": [
        "receiver",
        "receiverMemo",
        "refundAddress",
        "integratorAddress",
        "preferredProviderOnly",
        "fromAddress",
        "preferredProvider",
      ],
      "Route": [
        "rateType",
        "singlePath",
        "limits",
      ],
      "SwapData": [
        "uniqueInfo",
        "sandbox",
      ],
      "Token": [
        "price",
      ],
    }
  `)
  const nullable = Object.entries(schemas).flatMap(([name, schema]) =>
    Object.entries(recordOf(recordOf(schema)['properties'] ?? {})).flatMap(([member, one]) =>
      JSON.stringify(one).includes('"null"') && !('$ref' in recordOf(one))
        ? [`${name}.${member}`]
        : [],
    ),
  )
  expect(nullable).toMatchInlineSnapshot(`
    [
      "Token.blockchainId",
      "AmountToken.blockchainId",
      "Estimate.priceImpact",
      "Fees.gasTokenFees",
      "Fees.percentFees",
      "Transaction.extraFields",
      "Status.destinationTxHash",
      "Status.destinationNetworkTitle",
      "Status.destinationNetworkChainId",
      "Status.sourceNetworkChainId",
      "Tokens.next",
      "Tokens.previous",
      "Tokens.results",
    ]
  `)
})

test('prices and amounts say their unit', () => {
  const { priceImpact, slippage } = recordOf(recordOf(schemas['Estimate'])['properties'])
  expect(recordOf(priceImpact)['description']).toContain('0.11 is 0.11 %')
  expect(recordOf(slippage)['description']).toContain('Fraction of 1')
})

test.each([
  ['a member that is not described', { status: 'PENDING', destinationTxHash: null, more: 1 }],
  ['null where it is absent', { status: 'PENDING', destinationTxHash: null, id: null }],
  ['an unknown word', { status: 'DONE', destinationTxHash: null }],
])('answers of the tests are compared with it: %s', (_what, change) => {
  const networks = { destinationNetworkTitle: null, destinationNetworkChainId: null }
  const judge = (body: unknown) => judgeAnswer('GET', '/api/info/status', { status: 200, body })
  judge({ status: 'PENDING', destinationTxHash: null, ...networks })
  expect(() => judge({ ...networks, ...change })).toThrow('/api/info/status')
})

describe.each(operations)('$path', ({ operation }) => {
  test('explains in a sentence what to expect', () => {
    expect(operation['description']).toMatch(/^[A-Z].{20,}\.$/)
  })

  test('has an example that its own schema takes', () => {
    for (const { schema, example } of inputsOf(operation)) {
      if (example === undefined) continue
      expect(findBreach(schema, example, document)).toBeNull()
    }
    expect(inputsOf(operation).some(({ example }) => example !== undefined)).toBe(true)
  })

  test('declares its tag', () => {
    const declared = listOf(document['tags']).map((tag) => recordOf(tag)['name'])
    expect(declared).toEqual(expect.arrayContaining([...listOf(operation['tags'])]))
  })
})

test('it asks for a token where the server does', () => {
  expect(document['components']).not.toHaveProperty('securitySchemes')
  expect(createOpenApi('1', false, true)).toMatchObject({
    security: [{ apikey: [] }, { bearer: [] }],
    components: {
      securitySchemes: {
        apikey: { type: 'apiKey', in: 'header', name: 'apikey' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  })
})

describe.each(operations)('the answers of $path', ({ path, operation }) => {
  const responses = recordOf(operation['responses'])
  const headersOf = (status: string): string[] =>
    Object.keys(recordOf(recordOf(responses[status])['headers'] ?? {}))

  test('name their headers, each of which is explained', () => {
    const isList = /chains$|providers$|tokens$/.test(path)
    const limits = ['RateLimit-Limit', 'RateLimit-Policy', 'RateLimit-Remaining', 'RateLimit-Reset']
    const own = ['X-Request-Id', ...limits, ...(isList ? ['ETag'] : [])]
    expect(headersOf('200')).toEqual(own)
    expect(Object.hasOwn(responses, '304')).toBe(isList)
    if (isList) expect(headersOf('304')).toEqual(own)
    expect(headersOf('401')).toEqual(['WWW-Authenticate'])
    expect(headersOf('429')).toEqual(['Retry-After', ...limits])
    expect(headersOf('503')).toEqual(['Retry-After'])
    const explained = recordOf(recordOf(document['components'])['headers'])
    for (const response of Object.values(responses)) {
      for (const [name, one] of Object.entries(recordOf(recordOf(response)['headers'] ?? {}))) {
        expect(one).toEqual({ $ref: `#/components/headers/${name}` })
        expect(recordOf(explained[name])['description']).toMatch(/^[A-Z]/)
      }
    }
  })
})

test('in the sandbox its first sentence names the sandbox', () => {
  expect(createOpenApi('1', true)).toMatchObject({
    info: { description: expect.stringMatching(/^SANDBOX: play money/) },
    servers: [{ description: 'This server (SANDBOX)' }],
  })
})
