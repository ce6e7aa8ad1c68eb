import type { HttpClient, HttpRequest } from '../http/types.ts'
import type { AnswerShape } from '../core/live.ts'

const deepest = 6
const mostMembers = 40
const mostSegments = 6

/**
 * Names and types of a JSON value, nothing else: `{id: text(36), amount: decimal, steps: [2 ×
 * {…}]}`. A list is represented by its first item.
 */
export function shapeOf(value: unknown, depth = 0): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    return depth === deepest ? '[…]' : `[${value.length} × ${shapeOf(value[0], depth + 1)}]`
  }
  if (typeof value === 'object') {
    if (depth === deepest) return '{…}'
    const members = Object.entries(value)
    const shown = members
      .slice(0, mostMembers)
      .map(([name, member]) => `${memberName(name)}: ${shapeOf(member, depth + 1)}`)
    const more = members.length > mostMembers ? [`… ${members.length - mostMembers} more`] : []
    return `{${[...shown, ...more].join(', ')}}`
  }
  return typeof value === 'string' ? textShape(value) : scalarShape(value)
}

/** A member whose name is an address or an id is data, not structure. */
function memberName(name: string): string {
  return /^[A-Za-z_][\w-]{0,40}$/.test(name) && !/\d{6}/.test(name) ? name : '<name>'
}

function textShape(text: string): string {
  if (/^-?\d+$/.test(text)) return `"int(${text.length})"`
  if (/^-?\d+\.\d+$/.test(text)) return '"decimal"'
  if (/^0x[0-9a-f]*$/i.test(text)) return `"hex(${text.length})"`
  return `text(${text.length})`
}

function scalarShape(value: unknown): string {
  if (typeof value !== 'number') return typeof value
  return Number.isInteger(value) ? 'int' : 'number'
}

/** The same client, which records the structure of every answer. */
export function recordShapes(http: HttpClient): { http: HttpClient; shapes: AnswerShape[] } {
  const shapes: AnswerShape[] = []
  return {
    shapes,
    http: {
      close: () => http.close(),
      send: async (request) => {
        const response = await http.send(request)
        shapes.push({
          call: callOf(request),
          status: response.status,
          shape: shapeOf(response.body),
        })
        return response
      },
    },
  }
}

function callOf({ method = 'GET', url }: HttpRequest): string {
  const { host, pathname } = new URL(url)
  const segments = pathname.split('/').filter(Boolean).slice(0, mostSegments)
  const words = segments.map((word) => (/^[a-z][a-z_.-]{0,24}\d{0,2}$/i.test(word) ? word : '<id>'))
  return `${method} ${[host, ...words].join('/')}`
}
