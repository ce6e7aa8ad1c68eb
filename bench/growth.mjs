/**
 * What a long history and a long list of own tokens cost, against short ones: whole commands, and
 * what a swap asks of the journal before it signs. Journals are copies of one real swap of the
 * sandbox, each with an id, a hash, a nonce and a time of its own.
 *
 *   node bench/growth.mjs [--swaps 1000000] [--rounds 21]     the table of docs/performance.md
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import Libsql from 'libsql'
import { getAddress } from 'viem'
import { importSource } from '../scripts/importSource.mjs'
import { alternate, cleanEnv, machine, row } from './measure.mjs'
import { program } from './onchain.mjs'
import { startSandbox } from './price/sandbox.mjs'

/** The cost at any size, against that at the smallest. */
const limit = 1.5
const sizes = [100, 10_000]
const tableSizes = [100, 10_000, 100_000]
const tokenSizes = [300, 10_000]
/** Between two swaps. */
const gapMs = 60_000

export async function benchGrowth(rounds = 11) {
  const [small, large] = sizes
  const journal = await measureJournals(sizes, rounds)
  const tokens = await measureTokens(rounds)
  return [
    ...Object.entries(journal).map(([what, times]) =>
      row(`${what}: ${count(large)} swaps / ${small}`, times[large], times[small], limit),
    ),
    row(
      `\`tokens T99\`: ${count(tokenSizes[1])} own tokens / ${tokenSizes[0]}`,
      tokens[tokenSizes[1]],
      tokens[tokenSizes[0]],
      limit,
    ),
  ]
}

/** Times by what is measured and by number of swaps. */
async function measureJournals(all, rounds) {
  const sandbox = await startSandbox()
  const used = join(sandbox.home, 'state', 'sandbox-swaps')
  const folderOf = (size) => join(sandbox.home, `swaps-${size}`)
  try {
    const pattern = await swapOnce(sandbox.env, used)
    const store = await importSource('src/store/journal.ts')
    const guard = await importSource('src/execution/repeat.ts')
    for (const size of all) {
      cpSync(used, folderOf(size), { recursive: true })
      fill(join(folderOf(size), store.journalName), pattern, size)
      // Reads the whole file, as each day's first opening does.
      await openAndClose(store, folderOf(size))
    }
    rmSync(used, { recursive: true })
    const commands = (args) =>
      timeEach(all, rounds, async (size) => {
        renameSync(folderOf(size), used)
        const ms = await timeRun([...args(size), '--sandbox'], sandbox.env)
        renameSync(used, folderOf(size))
        return ms
      })
    const middle = (size) => copyOf(pattern.marks, Math.floor(size / 2))
    return {
      '`history`': await commands(() => ['history']),
      '`status <hash>`': await commands((size) => ['status', middle(size).hash]),
      '`receipt <id>`': await commands((size) => ['receipt', middle(size).swapId]),
      'opening the journal 10 times, processor time': await timeEach(all, rounds, (size) =>
        timeWork(async () => {
          for (let time = 0; time < 10; time += 1) await openAndClose(store, folderOf(size))
        }),
      ),
      'the guards against paying twice 10 times, processor time': await timeGuards(
        { all, rounds, pattern, guard },
        (size) => store.openJournal(folderOf(size), { now: Date.now }),
      ),
    }
  } finally {
    sandbox.stop()
  }
}

/** What a swap asks of the journal before it signs: its key, and the same payment a moment ago. */
async function timeGuards({ all, rounds, pattern, guard }, open) {
  const journals = new Map()
  for (const size of all) journals.set(size, await open(size))
  const { srcToken, dstToken, srcAmount, receiver, fromAddress } = pattern.planned
  // One unit more than any swap there: each recent one is read and none is the same.
  const request = { srcToken, dstToken, srcAmount: BigInt(srcAmount) + 1n }
  const order = { request, fromAddress, receiver, force: false }
  try {
    return await timeEach(all, rounds, (size) =>
      timeWork(() => {
        const journal = journals.get(size)
        for (let time = 0; time < 10; time += 1) {
          guard.refuseUsedKey(journal, { ...order, idempotencyKey: `new-${time}` })
          const repeat = guard.findRepeat(journal, { ...order, idempotencyKey: null }, Date.now())
          if (repeat !== null) throw new Error('a swap that nobody made was found')
        }
      }),
    )
  } finally {
    for (const journal of journals.values()) journal.close()
  }
}

function timeEach(all, rounds, run) {
  return alternate(Object.fromEntries(all.map((size) => [size, () => run(size)])), rounds)
}

/** Milliseconds of processor time: what other processes do meanwhile does not count. */
async function timeWork(work) {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function openAndClose({ openJournal }, folder) {
  const journal = await openJournal(folder, { now: Date.now })
  const damage = journal.damage()
  journal.close()
  if (damage !== null) throw new Error(damage.problem)
}

/** One swap of the sandbox: the rows of its journal, and the texts that are a swap's own. */
async function swapOnce(env, folder) {
  const key = 'bench-growth'
  const words = ['swap', '0.025', 'eth:ETH', 'to', 'eth:USDC', '--account', 'alice', '--yes']
  await timeRun([...words, '--idempotency-key', key, '--sandbox'], env)
  const database = new Libsql(join(folder, 'journal.db'))
  const columns = {
    events: 'swap_id, sequence, format, at_ms, event, digest',
    swaps: '*',
    names: '*',
    idempotency: '*',
    transactions: '*',
  }
  const tables = {}
  for (const [name, which] of Object.entries(columns)) {
    tables[name] = database.prepare(`SELECT ${which} FROM ${name}`).all()
    database.exec(`DELETE FROM ${name}`)
  }
  database.close()
  const planned = JSON.parse(tables.events[0].event)
  const [{ swap_id: swapId }] = tables.swaps
  const [{ hash, nonce }] = tables.transactions
  const marks = { swapId, routeId: planned.routeId, hash, key, nonce: `"nonce":${nonce}` }
  return { tables, marks, planned }
}

/** The texts of the copy of a number. */
function copyOf(marks, number) {
  const hex = createHash('sha256').update(String(number)).digest('hex')
  const uuid = (text) => text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5')
  return {
    swapId: uuid(hex),
    routeId: uuid(hex.slice(32)),
    hash: `0x${hex}`,
    key: `${marks.key}-${number}`,
    nonce: `"nonce":${number}`,
  }
}

/** Copies of the swap, a minute apart and the last one now, in one transaction. */
function fill(file, { tables, marks }, size) {
  const database = new Libsql(file)
  const names = Object.keys(marks)
  const all = new RegExp(`(${names.map((name) => marks[name]).join('|')})`)
  const pieces = (value) => (typeof value === 'string' ? value.split(all) : value)
  const nameOf = new Map(names.map((name) => [marks[name], name]))
  const patterns = Object.entries(tables).flatMap(([table, rows]) =>
    rows.map((row) => ({
      cells: Object.entries(row).map(([column, value]) => [column, pieces(value)]),
      insert: database.prepare(
        `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${Object.keys(row)
          .map(() => '?')
          .join()})`,
      ),
    })),
  )
  const latest = tables.swaps[0].updated_ms
  const now = Date.now()
  database.exec('BEGIN')
  for (let number = 0; number < size; number += 1) {
    const copy = copyOf(marks, number)
    const text = (piece) => (nameOf.has(piece) ? copy[nameOf.get(piece)] : piece)
    const laterMs = now - latest - (size - 1 - number) * gapMs
    for (const { cells, insert } of patterns) {
      const values = Object.fromEntries(
        cells.map(([column, value]) => {
          if (column.endsWith('_ms')) return [column, value + laterMs]
          if (column === 'nonce') return [column, number]
          return [column, Array.isArray(value) ? value.map(text).join('') : value]
        }),
      )
      if ('digest' in values) values.digest = digestOf(values)
      insert.run(Object.values(values))
    }
  }
  database.exec('COMMIT')
  database.close()
}

/** As the program computes it: a record with another digest is refused by every command. */
function digestOf({ swap_id, sequence, format, at_ms, event }) {
  const text = `${swap_id}\n${sequence}\n${format}\n${at_ms}\n${event}`
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** Times of one command, by the length of the user's own list of tokens. */
async function measureTokens(rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'swaproute-bench-'))
  const homeOf = (size) => join(folder, String(size))
  try {
    for (const size of tokenSizes) {
      const tokens = Array.from({ length: size }, (_, index) => {
        const hex = createHash('sha256').update(String(index)).digest('hex')
        const address = getAddress(`0x${hex.slice(0, 40)}`)
        return { chainId: 1, address, symbol: `T${index}`, name: `Token ${index}`, decimals: 18 }
      })
      const config = join(homeOf(size), 'config')
      mkdirSync(config, { recursive: true, mode: 0o700 })
      writeFileSync(join(config, 'tokens.json'), JSON.stringify({ tokens }), { mode: 0o600 })
    }
    return await timeEach(tokenSizes, rounds, (size) =>
      timeRun(['tokens', 'T99'], cleanEnv({ SWAPROUTE_HOME: homeOf(size) })),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const runFile = promisify(execFile)

/** Milliseconds of one command, which must succeed. */
async function timeRun(args, env) {
  const started = performance.now()
  await runFile(process.execPath, [program, ...args, '--json'], { env })
  return performance.now() - started
}

function count(number) {
  return number.toLocaleString('en')
}

/** The table of docs/performance.md: medians, and each against the smallest. */
async function growthTable(all, rounds) {
  const journal = await measureJournals(all, rounds)
  const tokens = await measureTokens(rounds)
  const line = (cells) => `| ${cells.join(' | ')} |`
  const cells = (times, of) =>
    of.map((size) => {
      const ratio = times[size].median / times[of[0]].median
      return `${times[size].median.toFixed(0)} ms${size === of[0] ? '' : ` (${ratio.toFixed(2)})`}`
    })
  const table = (unit, of, rows) => [
    line(['median', ...of.map((size) => `${count(size)} ${unit}`)]),
    line(['---', ...of.map(() => '---:')]),
    ...Object.entries(rows).map(([what, times]) => line([what, ...cells(times, of)])),
  ]
  return [
    `${machine()}, ${new Date().toISOString().slice(0, 10)}:`,
    '',
    ...table('swaps', all, journal),
    '',
    ...table('own tokens', tokenSizes, { '`tokens T99`': tokens }),
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = { swaps: { type: 'string' }, rounds: { type: 'string', default: '11' } }
  const { swaps, rounds } = parseArgs({ options }).values
  const all = swaps === undefined ? tableSizes : [...tableSizes, Number(swaps)]
  console.log(await growthTable(all, Number(rounds)))
}
