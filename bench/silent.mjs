/**
 * What silent services cost the whole program: servers that accept and never answer in place of
 * some of the sandbox's, against the same command with all of them, in turn. Nothing leaves the
 * machine: a proxy refuses all public hosts.
 *
 *   node bench/silent.mjs [rounds]
 */
import { execFileSync, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { alternate, cleanEnv } from './measure.mjs'
import { program, startProxy } from './onchain.mjs'

/** Seconds that silence may add. */
const limitSeconds = 2.5
const deadName = 'dead.swaproute.test'
const nameServer = '127.0.0.2'
const priceSources = ['defillama', 'dexscreener', 'coingecko']
/** Nodes, and bridges without a service of their own. */
const nodes = new Set(['toncenter', 'onfinality', 'tonapi', 'arbitrum'])
const hash = `0x${'ab'.repeat(32)}`
const questions = {
  quote: ['quote', '1', 'eth:ETH', 'to', 'eth:USDC'],
  best: ['best', '1', 'eth:ETH', 'to', 'eth:USDC'],
  'cross-chain quote': ['quote', '300', 'eth:USDC', 'to', 'arb:USDC'],
  'status of an unknown hash': ['status', hash],
}

export async function benchSilent(rounds = 3) {
  const home = mkdtempSync(join(tmpdir(), 'swaproute-bench-'))
  const base = cleanEnv({ SWAPROUTE_HOME: home })
  const run = (args) => execFileSync(process.execPath, [program, ...args], { env: base })
  run(['sandbox', 'start'])
  const silent = await startSilent()
  const refusing = await startRefusing()
  const proxies = [refusing]
  const names = await startDeadName(home)
  try {
    const { data } = JSON.parse(run(['sandbox', 'status', '--json']).toString())
    const env = { ...base, HTTPS_PROXY: refusing.url, NO_PROXY: deadName }
    for (const [blockchain, chainId] of [
      ['ETH', '0x1'],
      ['ARBITRUM', '0xa4b1'],
    ]) {
      const proxy = await startProxy(0, chainId)
      proxies.push(proxy)
      proxy.target = data.chains.find((chain) => chain.blockchain === blockchain).rpcUrl
      env[`SWAPROUTE_RPC_${blockchain}`] = proxy.url
    }
    const services = data.providers.filter(({ id }) => !nodes.has(id))
    const variable = (id) => `SWAPROUTE_${id.toUpperCase()}_URL`
    for (const { id, url } of services) env[variable(id)] = url
    const to = (url, ids) => Object.fromEntries(ids.map((id) => [variable(id), url]))
    const providers = services.map(({ id }) => id).filter((id) => !priceSources.includes(id))
    const half = [...new Set(providers.map(variable))].filter((_, at) => at % 2 === 0)
    const scenes = {
      'one service': to(silent.url, ['lifi']),
      'three services': to(silent.url, ['lifi', 'rango', 'dln']),
      'half of the services': Object.fromEntries(half.map((name) => [name, silent.url])),
      'a price source': to(silent.url, ['defillama']),
      ...(names === null ? {} : { 'a dead name': to(`https://${deadName}`, ['lifi']) }),
    }
    const rows = []
    for (const [question, args] of Object.entries(questions)) {
      const time = (more, isAgain) => timeRun(args, { ...env, ...more }, names, isAgain)
      const sides = Object.fromEntries(
        Object.entries(scenes).map(([scene, more]) => [scene, () => time(more, false)]),
      )
      const again = () => time(scenes['half of the services'], true)
      const times = await alternate({ none: () => time({}, false), ...sides, again }, rounds)
      for (const scene of Object.keys(scenes)) {
        rows.push(added(`${question}, ${scene} silent`, times[scene], times.none))
      }
      rows.push(added(`${question}, half of the services silent, again`, times.again, times.none))
    }
    return rows
  } finally {
    for (const { server } of proxies) {
      server.close()
      server.closeAllConnections()
    }
    silent.stop()
    names?.stop()
    run(['sandbox', 'stop'])
    rmSync(home, { recursive: true, force: true })
  }
}

function added(name, ours, reference) {
  const seconds = (ours.median - reference.median) / 1000
  return {
    name,
    ours: `${ours.median.toFixed(0)} ms`,
    reference: `${reference.median.toFixed(0)} ms`,
    ratio: `+${seconds.toFixed(2)} s`,
    limit: `≤ +${limitSeconds} s`,
    met: seconds <= limitSeconds,
  }
}

/** A proxy that opens no connection. */
async function startRefusing() {
  const server = http.createServer((_request, response) => response.writeHead(403).end())
  server.on('connect', (_request, socket) => {
    socket.on('error', () => {})
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}`, server }
}

/** Accepts and never answers. */
async function startSilent() {
  const sockets = new Set()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { url: `http://127.0.0.1:${server.address().port}`, stop }
}

/**
 * A name server that never answers, for processes that see another resolv.conf; null where that
 * needs rights this process does not have.
 */
async function startDeadName(folder) {
  const file = join(folder, 'resolv.conf')
  writeFileSync(file, `nameserver ${nameServer}\n`)
  const prefix = ['unshare', '-m', 'sh', '-c', `mount --bind ${file} /etc/resolv.conf && exec "$@"`]
  try {
    execFileSync(prefix[0], [...prefix.slice(1), 'sh', 'true'], { stdio: 'ignore' })
    const socket = createSocket('udp4')
    await new Promise((resolve, reject) => {
      socket.once('error', reject)
      socket.bind(53, nameServer, resolve)
    })
    return { prefix, stop: () => socket.close() }
  } catch {
    return null
  }
}

/** Milliseconds of one run, in a home without memory, or with that of the run before. */
async function timeRun(args, env, names, isAgain) {
  const home = mkdtempSync(join(tmpdir(), 'swaproute-bench-'))
  const command = [...(names?.prefix ?? []), ...(names === null ? [] : ['sh']), process.execPath]
  const once = () =>
    new Promise((resolve, reject) => {
      const started = performance.now()
      const [file, ...rest] = [...command, program, ...args, '--json']
      const child = spawn(file, rest, { stdio: 'ignore', env: { ...env, SWAPROUTE_HOME: home } })
      child.once('error', reject)
      child.once('exit', (code, signal) => {
        // A status that is not known is an error by rule; a quote that fails would be fast.
        if (code === 0 || args[0] === 'status') resolve(performance.now() - started)
        else reject(new Error(`${args.join(' ')} ended with ${code ?? signal}`))
      })
    })
  try {
    if (isAgain) await once()
    return await once()
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rows = await benchSilent(Number(process.argv[2] ?? 3))
  for (const { name, ours, reference, ratio, met } of rows) {
    console.log(`| ${name} | ${ours} | ${reference} | ${ratio} | ${met ? 'met' : 'missed'} |`)
  }
}
