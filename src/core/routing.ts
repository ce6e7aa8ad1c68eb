/** A stop of a route: a token on a chain. */
export type Stop = { blockchain: string; address: string; symbol: string }

/** The tokens of all hops in order, without repeating the token between two hops. */
export function stopsOf(routing: readonly { path: readonly Stop[] }[]): Stop[] {
  const stops: Stop[] = []
  for (const { path } of routing) {
    for (const { blockchain, address, symbol } of path) {
      const last = stops.at(-1)
      const isSame =
        last?.blockchain === blockchain && last.address.toLowerCase() === address.toLowerCase()
      if (!isSame) stops.push({ blockchain, address, symbol })
    }
  }
  return stops
}
