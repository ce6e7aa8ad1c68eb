/** A body as the service writes it: text is sent as such, everything else as JSON. */
export type Body = string | Record<string, unknown>

/** How a service words the refusals that all services share. */
export type Manners = {
  /** Of every route. */
  path?: string
  /** Body of the answer 401; without one, the service knows no keys. */
  unauthorized?: Body
  /** Body of the answer 429. */
  rateLimited?: Body
  /** Body of the answer 500. */
  broken?: Body
}
