/**
 * Keeps the PostgreSQL servers of a run of the tests. It outlives that run's process: when the pipe
 * from there closes, it ends every server and removes its folder. Requests are POSTs:
 *
 *   /shared                 the server of the run, started when it is first asked for
 *   /own                    another one, which a test may stop
 *   /<port>/stop?mode=…     fast, or immediate as a crash
 *   /<port>/start           again, on the same port
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const [bin = ''] = process.argv.slice(2)
const isRoot = process.getuid?.() === 0
const root = mkdtempSync(join(tmpdir(), 'swaproute-postgres-'))
const servers = new Map()
let shared = null

/** PostgreSQL refuses to run as root. */
async function command(name, ...words) {
  const line = [join(bin, name), ...words]
  const [program, ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...line] : line
  return await run(program, rest, { cwd: '/' })
}

async function create() {
  const folder = join(root, String(readdirSync(root).length))
  mkdirSync(folder)
  if (isRoot) {
    await run('chmod', ['711', root])
    await run('chown', ['postgres', folder])
  }
  const data = join(folder, 'data')
  const words = ['-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale', 'C', '--no-sync']
  await command('initdb', '-D', data, ...words)
  const server = { port: await freePort(), folder, data }
  servers.set(server.port, server)
  await start(server)
  return server
}

/**
 * What is committed without waiting for the disk stays in memory for ten seconds, so that a crash
 * loses it for certain; what was waited for is safe as long as the machine runs.
 */
async function start({ port, folder, data }) {
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'wal_writer_delay=10s',
    'max_connections=200',
    'max_wal_size=256MB',
  ]
  const options = settings.map((setting) => `-c ${setting}`).join(' ')
  await command('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-w', '-o', options, 'start')
}

async function stop({ data }, mode) {
  if (!existsSync(join(data, 'postmaster.pid'))) return
  await command('pg_ctl', '-D', data, '-w', '-m', mode, 'stop')
}

function freePort() {
  return new Promise((resolve) => {
    const socket = createSocket().listen(0, '127.0.0.1', () => {
      const { port } = socket.address()
      socket.close(() => resolve(port))
    })
  })
}

async function answer(url) {
  const [, first, action] = url.pathname.split('/')
  if (first === 'shared') return (shared ??= create())
  if (first === 'own') return create()
  const server = servers.get(Number(first))
  if (action === 'start') await start(server)
  else await stop(server, url.searchParams.get('mode'))
  return server
}

async function end() {
  const running = [...servers.values()].map((server) => stop(server, 'immediate'))
  await Promise.allSettled(running)
  rmSync(root, { recursive: true, force: true })
}

const keeper = createServer((request, response) => {
  answer(new URL(request.url, 'http://keeper')).then(
    ({ port, folder }) => response.end(JSON.stringify({ port, folder })),
    (/** @type {unknown} */ thrown) =>
      response.writeHead(500).end(`${String(thrown)}\n${thrown.stderr ?? ''}`),
  )
}).listen(0, '127.0.0.1', () => {
  process.stdout.write(`${keeper.address().port}\n`)
})

// The signals of a terminal reach it as well; the end of the pipe decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
process.stdin.resume().on('close', () => {
  keeper.close()
  keeper.closeAllConnections()
  void end()
})
