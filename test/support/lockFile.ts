/** Where npm puts what, by a package-lock.json. */

/** What `serve` alone loads, apart from what its packages need in turn (docs/safety.md L1). */
export const servicePackages: readonly string[] = ['pg', 'pino', 'pino-pretty', 'prom-client']

type Rows = Readonly<
  Record<
    string,
    {
      dependencies?: Record<string, string> | undefined
      optionalDependencies?: Record<string, string> | undefined
      os?: string[] | undefined
      cpu?: string[] | undefined
    }
  >
>

/**
 * What npm installs on Linux x64 with packages that the one at `from` names, by its places in the lock
 * file: of binaries for each system, those of one.
 */
export function installedWith(
  rows: Rows,
  from: string,
  names: readonly string[],
  seen = new Set<string>(),
): Set<string> {
  for (const name of names) {
    const place = placeOf(rows, from, name)
    const row = rows[place]
    if (row === undefined || seen.has(place)) continue
    if (row.os?.includes('linux') === false || row.cpu?.includes('x64') === false) continue
    seen.add(place)
    const wanted = Object.keys({ ...row.dependencies, ...row.optionalDependencies })
    installedWith(rows, place, wanted, seen)
  }
  return seen
}

/** Where Node searches: in the package's own folder, then in each one above. */
function placeOf(rows: Rows, from: string, name: string): string {
  const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (from === '' || rows[place] !== undefined) return place
  return placeOf(rows, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}
