/** Every answer of the server against its own document: with no member that is not in it. */
import type { HttpClient } from '../../src/http/types.ts'
import { createOpenApi } from '../../src/server/openapi.ts'
import { findBreach, recordOf, type Schema } from '../campaign/15-server-contract/jsonSchema.ts'

const document = recordOf(closed(JSON.parse(JSON.stringify(createOpenApi('0.0.0', false)))))

/** A client whose answers are judged before they are read. */
export function judging(http: HttpClient): HttpClient {
  return {
    ...http,
    send: async (request) => {
      const response = await http.send(request)
      const { pathname } = new URL(request.url)
      judgeAnswer(request.method ?? 'GET', pathname, response)
      return response
    },
  }
}

/** @throws Error that names the member which breaks the document */
export function judgeAnswer(
  method: string,
  path: string,
  { status, body }: { status: number; body: unknown },
): void {
  const operation = within(within(document['paths'], path), method.toLowerCase())
  const response = within(operation, 'responses', String(status))
  const schema = within(response, 'content', 'application/json', 'schema')
  const breach = findBreach(schema, body, document)
  if (breach === null) return
  throw new Error(`${method} ${path} ${status}: ${breach}: ${JSON.stringify(body).slice(0, 500)}`)
}

function within(value: unknown, ...names: string[]): unknown {
  return names.reduce<unknown>((inner, name) => {
    const members = recordOf(inner)
    if (!Object.hasOwn(members, name)) throw new Error(`the document has no ${name}`)
    return members[name]
  }, value)
}

/** The document as one that nothing may be added to. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const schema: Schema = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, closed(member)]),
  )
  const isObject = schema['type'] === 'object' && 'properties' in schema
  return isObject ? { additionalProperties: false, ...schema } : schema
}
