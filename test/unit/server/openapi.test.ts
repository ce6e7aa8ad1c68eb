/** The document of the service: what readers and generators of clients look for in it. */
import { describe, expect, test } from 'vitest'
import { statusWords } from '../../../src/core/status.ts'
import { createOpenApi } from '../../../src/server/openapi.ts'
import { findBreach, listOf, recordOf } from '../../campaign/15-server-contract/jsonSchema.ts'

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
      description: expect.stringContaining('swaproute 7.8.9'),
    },
    servers: [{ url: '/' }],
    security: [],
  })
})

test('it lists every word of a status', () => {
  const status = recordOf(recordOf(recordOf(schemas['Status'])['properties'])['status'])
  expect(status).toMatchObject({ type: 'string', enum: [...statusWords] })
})

test.each([
  ['/api/routes/quoteAll', ['srcTokenAddress', 'srcTokenAmount', 'dstTokenAddress']],
  ['/api/routes/swap', ['srcTokenAddress', 'srcTokenAmount', 'dstTokenAddress', 'id']],
])('%s requires what is refused without', (path, required) => {
  const [found] = operations.filter((one) => one.path === path)
  const [body] = inputsOf(found?.operation ?? {})
  expect(recordOf(body?.schema)['required']).toEqual(required)
})

describe.each(operations)('$path', ({ operation }) => {
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

test('in the sandbox it says so before anything else', () => {
  expect(createOpenApi('1', true)).toMatchObject({
    info: { description: expect.stringMatching(/^SANDBOX: play money/) },
    servers: [{ description: 'This server (SANDBOX)' }],
  })
})
