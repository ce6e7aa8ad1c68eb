/** How fast the program starts, against a bare Node process. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { alternate, cleanEnv, row, timeProcess } from './measure.mjs'

const quoteArgs = ['quote', '1', 'eth:ETH', 'to', 'eth:USDC', '--json']
/** Whether Node keeps compiled code (22.1 and newer). */
const keepsCode = 'enableCompileCache' in process.getBuiltinModule('node:module')
const program = new URL('../bin/swaproute.js', import.meta.url).pathname

export async function benchStart(rounds = 21) {
  const home = mkdtempSync(join(tmpdir(), 'swaproute-bench-'))
  const node = await startNode()
  const env = cleanEnv({
    SWAPROUTE_HOME: home,
    SWAPROUTE_RPC_ETH: node.url,
    SWAPROUTE_DEFILLAMA_URL: node.url,
    SWAPROUTE_DEXSCREENER_URL: node.url,
  })
  try {
    const first = await benchFirstRun(node, env)
    const times = await alternate(
      {
        node: () => timeProcess(['-e', '0']),
        version: () => timeProcess([program, '--version'], env),
        help: () => timeProcess([program, '--help'], env),
        ready: () => untilFirstRequest(node, env),
      },
      rounds,
    )
    return [
      row('`--version` / bare node', times.version, times.node, 1.6),
      row('`--help` / bare node', times.help, times.node, 1.6),
      await benchHelp(env),
      row('`quote` ready to send / bare node', times.ready, times.node, keepsCode ? 3.5 : 4.5),
      first,
    ]
  } finally {
    node.server.close()
    rmSync(home, { recursive: true, force: true })
  }
}

/**
 * The same in a home that is new: nothing compiled is there. Afterwards one home is in use, as a
 * user's is: a run that ended, and was not stopped at its first request, has left compiled code.
 */
async function benchFirstRun(node, env, rounds = 7) {
  const cache = join(env.SWAPROUTE_HOME, 'cache')
  const times = await alternate(
    {
      node: () => timeProcess(['-e', '0']),
      ready: () => {
        rmSync(cache, { recursive: true, force: true })
        return untilFirstRequest(node, env)
      },
    },
    rounds,
  )
  await timeProcess([program, ...quoteArgs], env)
  return row('the same, the first run after an installation', times.ready, times.node, 4.5)
}

/** The slowest `--help` of all commands. */
async function benchHelp(env, rounds = 7) {
  const [list = ''] = execFileSync(process.execPath, [program, 'help', 'commands'], { env })
    .toString()
    .split('\nTopics\n')
  const names = [...new Set([...list.matchAll(/^ {2}([a-z]+)\b/gm)].map(([, name]) => name))]
  const times = await alternate(
    {
      node: () => timeProcess(['-e', '0']),
      ...Object.fromEntries(
        names.map((name) => [name, () => timeProcess([program, name, '--help'], env)]),
      ),
    },
    rounds,
  )
  const [slowest] = names.toSorted((a, b) => times[b].median - times[a].median)
  const name = `the slowest \`--help\` of ${names.length} commands (${slowest}) / bare node`
  return row(name, times[slowest], times.node, 2.2)
}

/** A loopback server that only notes when the first request of a run arrives. */
async function startNode() {
  const node = { url: '', server: null, onRequest: null }
  node.server = http.createServer((request, response) => {
    node.onRequest?.()
    request.resume()
    response.writeHead(500).end()
  })
  await new Promise((resolve) => node.server.listen(0, '127.0.0.1', resolve))
  node.url = `http://127.0.0.1:${node.server.address().port}`
  return node
}

function untilFirstRequest(node, env) {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const child = spawn(process.execPath, [program, ...quoteArgs], { stdio: 'ignore', env })
    let first = null
    node.onRequest = () => {
      first ??= performance.now() - started
      child.kill('SIGKILL')
    }
    child.once('error', reject)
    child.once('exit', () => {
      node.onRequest = null
      if (first === null) reject(new Error('the program ended without any request'))
      else resolve(first)
    })
  })
}
