import { z } from 'zod'
import { type Endpoint, endpoints } from '../api/endpoints.ts'
import { errorEnvelope, errorsEnvelope } from '../api/schemas.ts'

type JsonObject = { [key: string]: unknown }

/** OpenAPI 3.1 of the contract, generated from the schemas the server checks with. */
export function createOpenApi(version: string): JsonObject {
  const paths: JsonObject = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    endpoint.paths.forEach((path, index) => {
      const operationId = index === 0 ? name : `${name}At${index + 1}`
      paths[path] = { [endpoint.method.toLowerCase()]: toOperation(operationId, endpoint) }
    })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'swaproute',
      description: 'Quotes, swap data and status of token swaps between and within blockchains.',
      version,
    },
    security: [],
    paths,
  }
}

function toOperation(operationId: string, endpoint: Endpoint): JsonObject {
  const parameters = z.toJSONSchema(errorsEnvelope, { io: 'output' })
  const other = z.toJSONSchema(errorEnvelope, { io: 'output' })
  return {
    operationId,
    summary: endpoint.summary,
    ...toInput(endpoint),
    responses: {
      '200': {
        description: endpoint.summary,
        content: json(z.toJSONSchema(endpoint.output, { io: 'output' })),
      },
      '400': { description: 'A parameter is missing or malformed', content: json(parameters) },
      '403': { description: 'Host or origin is not allowed', content: json(other) },
      '404': { description: 'No route', content: json(other) },
      '413': { description: 'The body is larger than 64 KiB', content: json(other) },
      '415': { description: 'The body is not JSON', content: json(other) },
      '422': { description: 'Limits, expired or unsafe', content: json(other) },
      '502': { description: 'A provider or chain failed', content: json(other) },
      '503': { description: 'Too many calculations; see Retry-After', content: json(other) },
      '504': { description: 'The calculation took too long', content: json(other) },
    },
  }
}

function toInput(endpoint: Endpoint): JsonObject {
  const schema: JsonObject = z.toJSONSchema(endpoint.input, { io: 'input' })
  if (endpoint.method === 'POST') return { requestBody: { required: true, content: json(schema) } }
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

function json(schema: unknown): JsonObject {
  return { 'application/json': { schema } }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
