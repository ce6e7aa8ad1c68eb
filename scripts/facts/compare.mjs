/**
 * Compares facts. A fact is `{ table, key, value }`; of a vendor also `path`, the file of the package.
 * Several accepted values are an array. Only what both sides know is compared.
 *
 * @param ours tables: name → key → value
 * @param vendors `{ name, version, facts }` of each package
 * `silent` are packages that say nothing about any row of ours: their form has changed.
 *
 * @param known groups `{ reason, packages, table, theirs }`, `theirs` by key
 */
export function compareFacts(ours, vendors, known) {
  const counts = new Map()
  const differences = []
  const notes = known.flatMap(({ reason, packages, table, theirs }) =>
    packages.flatMap((name) =>
      Object.entries(theirs).map(([key, value]) => ({
        reason,
        name,
        table,
        key,
        theirs: value,
        used: false,
      })),
    ),
  )
  const silent = []
  for (const { name, version, facts } of vendors) {
    let compared = 0
    for (const { table, key, value, path } of merged(facts)) {
      const mine = ours.get(table)?.get(key)
      if (mine === undefined) continue
      const count = counts.get(table) ?? { compared: 0, equal: 0, different: 0, known: 0 }
      counts.set(table, count)
      count.compared += 1
      compared += 1
      if (list(mine).some((one) => list(value).some((other) => isSame(one, other)))) {
        count.equal += 1
        continue
      }
      const theirs = list(value).join(' or ')
      const reason = reasonOf({ name, table, key, theirs }, notes)
      count[reason === null ? 'different' : 'known'] += 1
      const source = `${name}@${version}, ${path}`
      differences.push({ table, key, ours: list(mine).join(' or '), theirs, source, reason })
    }
    if (compared === 0) silent.push(name)
  }
  const read = new Set(vendors.map(({ name }) => name))
  const stale = notes.filter(({ name, used }) => !used && read.has(name))
  return { counts, differences, stale, silent }
}

/** What a difference is called on the screen. */
export function differenceLine({ table, key, ours, theirs, source, reason }) {
  const why = reason === null ? '' : `; known: ${reason}`
  return `${table}: ${key}: ours ${ours}, theirs ${theirs} (${source})${why}`
}

export function staleLine({ name, table, key, theirs }) {
  return `known.json: ${table}: ${key}: ${name} does not say ${theirs} any more; remove the entry`
}

/** A table of counts, one line each. */
export function countLines(counts) {
  const rows = [...counts].toSorted(([one], [other]) => one.localeCompare(other))
  const total = { compared: 0, equal: 0, different: 0, known: 0 }
  for (const [, count] of rows) for (const name of Object.keys(total)) total[name] += count[name]
  const head = ['table', ...Object.keys(total)]
  const body = [...rows, ['all', total]].map(([table, count]) => [table, ...Object.values(count)])
  return [head, ...body].map(([table, ...cells]) =>
    [table.padEnd(20), ...cells.map((cell) => String(cell).padStart(10))].join(''),
  )
}

/** A package that says one thing twice, in two files or for two names, is right with either. */
function merged(facts) {
  const byKey = new Map()
  for (const fact of facts) {
    const id = `${fact.table}\n${fact.key}`
    const before = byKey.get(id)
    const values = [...new Set([...list(before?.value ?? []), ...list(fact.value)])]
    byKey.set(id, { ...fact, path: before?.path ?? fact.path, value: values })
  }
  return byKey.values()
}

function reasonOf(difference, notes) {
  const note = notes.find((one) =>
    ['name', 'table', 'key', 'theirs'].every((member) => isSame(one[member], difference[member])),
  )
  if (note === undefined) return null
  note.used = true
  return note.reason
}

function list(value) {
  return Array.isArray(value) ? value : [value]
}

/** Hexadecimal is the same in any case; symbols with letters that only look different are, too. */
function isSame(one, other) {
  return normal(one) === normal(other)
}

function normal(value) {
  return String(value).replaceAll('₮', 'T').replaceAll('₿', 'B').toLowerCase()
}
