import { z } from 'zod'
import { type Endpoint, endpoints } from '../api/endpoints.ts'
import { parameterStatuses } from '../api/envelopes.ts'
import * as schemas from '../api/schemas.ts'

type JsonObject = { [key: string]: unknown }

/** Words of requests by the name they have in the document. */
const inputNames: Readonly<Record<string, z.ZodType>> = {
  Blockchain: schemas.blockchain,
  ProviderId: schemas.providerId,
  DepositProviderId: schemas.depositProviderId,
}

/** Parts of answers by the name they have in the document, and so in generated clients. */
const answerNames: Readonly<Record<string, z.ZodType>> = {
  Token: schemas.tokenItem,
  AmountToken: schemas.amountToken,
  Estimate: schemas.estimate,
  Fees: schemas.fees,
  RoutingStep: schemas.routingStep,
  Transaction: schemas.transaction,
  Quote: schemas.quoteEcho,
  Route: schemas.routeItem,
  FailedRoute: schemas.failedItem,
  Routes: schemas.quoteAllAnswer,
  BestRoute: schemas.quoteBestAnswer,
  SwapData: schemas.swapAnswer,
  BestSwapData: schemas.swapBestAnswer,
  Status: schemas.statusAnswer,
  Chains: schemas.chainsAnswer,
  Provider: schemas.providerItem,
  Providers: schemas.providersAnswer,
  Problem: schemas.errorObject,
  ParameterErrors: schemas.errorsEnvelope,
  Failure: schemas.errorEnvelope,
}

const failures: readonly [status: string, description: string][] = [
  ['400', 'A parameter is missing or malformed'],
  ['401', 'The apikey header is missing or wrong'],
  ['403', 'Host or origin is not allowed'],
  ['404', 'No route'],
  ['409', 'The outcome of an earlier call is not known, or it was made before'],
  ['413', 'The body is larger than 64 KiB'],
  ['415', 'The body is not JSON'],
  ['422', 'Limits, expired or unsafe'],
  ['500', 'A fault of the server; the id names it in its log'],
  ['502', 'A provider or chain failed'],
  ['503', 'Too many calculations; see Retry-After'],
  ['504', 'The calculation took too long'],
]

/** OpenAPI 3.1 of the contract, generated from the schemas the server checks with. */
export function createOpenApi(version: string): JsonObject {
  const answers = toSchemas(answerNames, 'output')
  const bodies = Object.fromEntries(
    Object.entries(endpoints).map(([name, { input }]) => [name, input]),
  )
  const inputs = toSchemas({ ...inputNames, ...bodies }, 'input')
  const nameOf = new Map(Object.entries(answerNames).map(([name, schema]) => [schema, name]))
  const paths: JsonObject = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    endpoint.paths.forEach((path, index) => {
      const operation = {
        operationId: index === 0 ? name : `${name}At${index + 1}`,
        summary: endpoint.summary,
        ...toInput(endpoint, inputs[name] ?? {}),
        responses: toResponses(endpoint, nameOf.get(endpoint.output) ?? ''),
      }
      paths[path] = { [endpoint.method.toLowerCase()]: operation }
    })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'swaproute',
      description: 'Quotes, swap data and status of token swaps between and within blockchains.',
      version,
    },
    security: [{}, { apikey: [] }],
    paths,
    components: {
      schemas: { ...pick(inputs, Object.keys(inputNames)), ...answers },
      securitySchemes: { apikey: { type: 'apiKey', in: 'header', name: 'apikey' } },
    },
  }
}

/** JSON Schema of each, with references to one another instead of repetitions. */
function toSchemas(
  named: Readonly<Record<string, z.ZodType>>,
  io: 'input' | 'output',
): Record<string, JsonObject> {
  const registry = z.registry<{ id: string }>()
  // Two calls may take the same body: a schema has one name only.
  const owners = new Map<z.ZodType, string>()
  for (const [id, schema] of Object.entries(named)) {
    if (owners.has(schema)) continue
    owners.set(schema, id)
    registry.add(schema, { id })
  }
  const made = z.toJSONSchema(registry, { io, uri: toReference }).schemas
  return Object.fromEntries(
    Object.entries(named).map(([id, schema]) => {
      const { $id: _id, $schema: _schema, ...rest } = made[owners.get(schema) ?? id] ?? {}
      return [id, rest]
    }),
  )
}

function pick(all: Record<string, JsonObject>, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, all[name]]))
}

function toReference(name: string): string {
  return `#/components/schemas/${name}`
}

/**
 * Bodies stand where they are used: generators take fields with a default value for optional only
 * there, not behind a reference.
 */
function toInput(endpoint: Endpoint, schema: JsonObject): JsonObject {
  if (endpoint.method === 'POST') {
    return { requestBody: { required: true, content: toContent(schema) } }
  }
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return {
    parameters: Object.entries(properties).map(([name, property]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema: property,
    })),
  }
}

function toResponses({ summary }: Endpoint, answer: string): JsonObject {
  const refer = (name: string): JsonObject => ({ $ref: toReference(name) })
  const failure = refer('Failure')
  const either = { anyOf: [refer('ParameterErrors'), failure] }
  return {
    '200': { description: summary, content: toContent(refer(answer)) },
    ...Object.fromEntries(
      failures.map(([status, description]) => {
        const schema = parameterStatuses.has(Number(status)) ? either : failure
        return [status, { description, content: toContent(schema) }]
      }),
    ),
  }
}

function toContent(schema: JsonObject): JsonObject {
  return { 'application/json': { schema } }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
