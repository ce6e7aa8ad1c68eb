import * as z from 'zod'
import * as answers from '../api/answers.ts'
import { type Endpoint, endpoints } from '../api/endpoints.ts'
import { parameterStatuses } from '../api/envelopes.ts'
import * as schemas from '../api/schemas.ts'
import { isRecord } from '../core/json.ts'

type JsonObject = { [key: string]: unknown }

/** Schemas of requests, by their name in the document. */
const inputNames: Readonly<Record<string, z.ZodType>> = {
  Blockchain: schemas.blockchain,
  ProviderId: schemas.providerId,
  DepositProviderId: schemas.depositProviderId,
}

/** Parts of answers, by their name in the document and in generated clients. */
const answerNames: Readonly<Record<string, z.ZodType>> = {
  Blockchain: schemas.blockchain,
  ProviderId: schemas.providerId,
  Token: answers.token,
  AmountToken: answers.amountToken,
  Estimate: answers.estimate,
  Fees: answers.fees,
  RoutingStep: answers.routingStep,
  Transaction: answers.transaction,
  Quote: answers.quote,
  Route: answers.route,
  FailedRoute: answers.failedRoute,
  Routes: answers.routes,
  BestRoute: answers.bestRoute,
  SwapData: answers.swapData,
  BestSwapData: answers.bestSwapData,
  Status: answers.status,
  Chains: answers.chains,
  Provider: answers.provider,
  Providers: answers.providers,
  Allowance: answers.allowance,
  Approval: answers.approval,
  Claim: answers.claim,
  Tokens: answers.tokens,
  Problem: answers.problem,
  ParameterErrors: answers.parameterErrors,
  Failure: answers.failure,
}

const failures: readonly [status: string, description: string][] = [
  ['400', 'A parameter is missing or malformed'],
  ['401', 'The token is missing or wrong'],
  ['403', 'Host or origin is not allowed'],
  ['404', 'No route'],
  ['409', 'The outcome of an earlier call is unknown, or the call is a repetition'],
  ['413', 'The body is larger than 64 KiB'],
  ['415', 'The body is not JSON, or is compressed'],
  ['422', 'Limits, expired or unsafe'],
  ['429', 'More requests than the caller may send; see Retry-After'],
  ['500', 'A fault of the server; the id names it in its log'],
  [
    '502',
    'A provider or chain failed; for a status: some chains or providers did not answer (data.notAsked)',
  ],
  ['503', 'Too many calculations; see Retry-After'],
  ['504', 'The calculation took too long'],
]

/** Headers of answers, by their name in the document. */
const headers: Readonly<Record<string, { description: string; type: 'string' | 'integer' }>> = {
  'X-Request-Id': {
    description: 'Of every answer: the id the caller sent, or one made here. Errors repeat it.',
    type: 'string',
  },
  ETag: { description: 'Send it as If-None-Match to get 304 while it holds.', type: 'string' },
  'RateLimit-Limit': {
    description: 'Requests in the time of RateLimit-Policy; absent where there is no limit.',
    type: 'integer',
  },
  'RateLimit-Policy': { description: 'Requests and seconds, as in 120;w=60.', type: 'string' },
  'RateLimit-Remaining': { description: 'Requests that may be sent at once.', type: 'integer' },
  'RateLimit-Reset': { description: 'Seconds until all of them may be.', type: 'integer' },
  'Retry-After': { description: 'Seconds to wait before the next request.', type: 'integer' },
  'WWW-Authenticate': { description: 'Bearer', type: 'string' },
}

const limitHeaders = Object.keys(headers).filter((name) => name.startsWith('RateLimit-'))

/** Headers of failures besides X-Request-Id. */
const failureHeaders: Readonly<Record<string, readonly string[]>> = {
  '401': ['WWW-Authenticate'],
  '429': ['Retry-After', ...limitHeaders],
  '503': ['Retry-After'],
}

/** The contract's own version: it changes with the contract, not with this program. */
const contractVersion = '1.0'

/**
 * OpenAPI 3.1 of the contract, generated from the schemas that validate requests and from those of
 * the answers (answers.ts). The server also accepts other spellings of the same values.
 * @param version of this program
 * @param hasToken whether callers must send a token
 */
export function createOpenApi(version: string, sandbox: boolean, hasToken = false): JsonObject {
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
        operationId: index === 0 ? name : operationOf(path),
        summary: endpoint.summary,
        description: endpoint.about,
        tags: [tagOf(path)],
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
      summary: 'Quotes, swap data and status of token swaps between and within blockchains',
      description: describe(version, sandbox),
      version: contractVersion,
      contact: { name: 'The swaproute authors', url: 'https://github.com/swaproute/swaproute' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: sandbox ? 'This server (SANDBOX)' : 'This server' }],
    // The contract has no credentials; only servers started with a token require one of these.
    security: hasToken ? Object.keys(securitySchemes).map((name) => ({ [name]: [] })) : [],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...pick(inputs, Object.keys(inputNames)), ...answers },
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, { description, type }]) => [
          name,
          { description, schema: { type } },
        ]),
      ),
      ...(hasToken ? { securitySchemes } : {}),
    },
  }
}

const securitySchemes: JsonObject = {
  apikey: { type: 'apiKey', in: 'header', name: 'apikey' },
  bearer: { type: 'http', scheme: 'bearer' },
}

const tags: Readonly<Record<string, string>> = {
  routes: 'Quotes and what to sign or send',
  info: 'Status, chains and providers',
  utility: 'Allowances and approvals',
  tokens: 'Listed tokens',
}

/** Operation id of an alias path: `routesStatus` of `/api/routes/status`. */
function operationOf(path: string): string {
  const [, , first = '', ...others] = path.split('/')
  return `${first}${others.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('')}`
}

/** The first part of a path after `/api/`. */
function tagOf(path: string): string {
  return path.split('/')[2] ?? ''
}

function describe(version: string, sandbox: boolean): string {
  const warning =
    'SANDBOX: play money on local chains. Never pay an address of this service with real money.'
  const lines = [
    ...(sandbox ? [warning] : []),
    `Served by swaproute ${version}.`,
    'Amounts are decimal strings; slippage is a fraction (0.01 is 1%), price impact a percentage (0.11 is 0.11%).',
    'Unknown members and parameters are ignored; the `quote` of an answer shows how the request was read.',
  ]
  return lines.join('\n\n')
}

/** JSON Schema of each, with references to each other instead of repetitions. */
function toSchemas(
  named: Readonly<Record<string, z.ZodType>>,
  io: 'input' | 'output',
): Record<string, JsonObject> {
  const registry = z.registry<{ id: string }>()
  // Two endpoints may share a body: a schema has one name only.
  const owners = new Map<z.ZodType, string>()
  for (const [id, schema] of Object.entries(named)) {
    if (owners.has(schema)) continue
    owners.set(schema, id)
    registry.add(schema, { id })
  }
  const made = z.toJSONSchema(registry, {
    io,
    uri: toReference,
    // The contract only ever adds members: clients must accept unknown ones.
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  }).schemas
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
 * Bodies are inlined: generators treat fields with a default value as optional only there, not
 * behind a reference.
 */
function toInput(endpoint: Endpoint, schema: JsonObject): JsonObject {
  if (endpoint.method === 'POST') {
    const content = { 'application/json': { schema, example: endpoint.example } }
    return { requestBody: { required: true, content } }
  }
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return {
    parameters: Object.entries(properties).map(([name, property]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema: property,
      ...(Object.hasOwn(endpoint.example, name) ? { example: endpoint.example[name] } : {}),
    })),
  }
}

function toResponses({ summary, asks }: Endpoint, answer: string): JsonObject {
  const isList = asks === 'nothing'
  const always = ['X-Request-Id', ...limitHeaders, ...(isList ? ['ETag'] : [])]
  const refer = (name: string): JsonObject => ({ $ref: toReference(name) })
  const failure = refer('Failure')
  const either = { anyOf: [refer('ParameterErrors'), failure] }
  return {
    '200': { description: summary, headers: toHeaders(always), content: toContent(refer(answer)) },
    ...(isList
      ? { '304': { description: 'As If-None-Match names it', headers: toHeaders(always) } }
      : {}),
    ...Object.fromEntries(
      failures.map(([status, description]) => {
        const schema = parameterStatuses.has(Number(status)) ? either : failure
        const own = failureHeaders[status]
        return [
          status,
          {
            description,
            ...(own === undefined ? {} : { headers: toHeaders(own) }),
            content: toContent(schema),
          },
        ]
      }),
    ),
  }
}

function toHeaders(names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function toContent(schema: JsonObject): JsonObject {
  return { 'application/json': { schema } }
}
