import { randomUUID } from 'node:crypto'

/** An error of the Across API, in its own words and status codes. */
export class AcrossError extends Error {
  readonly status: 400 | 401 | 404
  readonly code: string | undefined
  readonly param: string | undefined

  constructor(status: 400 | 401 | 404, code: string | undefined, message: string, param?: string) {
    super(message)
    this.name = 'AcrossError'
    this.status = status
    this.code = code
    this.param = param
  }
}

export function invalidParam(param: string, message: string): AcrossError {
  return new AcrossError(400, 'INVALID_PARAM', message, param)
}

export function missingParam(param: string): AcrossError {
  return new AcrossError(400, 'MISSING_PARAM', `Missing value for query param '${param}'`, param)
}

/** The body as the API writes it; keys without a value are absent. */
export function errorBody(error: AcrossError): Record<string, unknown> {
  const { code, status, message, param } = error
  return { type: 'AcrossApiError', code, status, message, param, id: randomUUID() }
}
