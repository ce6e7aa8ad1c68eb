/** What an on-chain quote costs, against one bare call to the same node; real contracts, local chain. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { alternate, cleanEnv, peakMemory, row } from './measure.mjs'

export const program = new URL('../bin/swaproute.js', import.meta.url).pathname
const delayMs = 50
/** One ETH to USDC. */
export const quoteBody = {
  srcTokenAddress: '0x0000000000000000000000000000000000000000',
  srcTokenBlockchain: 'ETH',
  srcTokenAmount: '1',
  dstTokenAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  dstTokenBlockchain: 'ETH',
  referrer: 'bench',
}

export async function benchOnchain(rounds = 15) {
  const home = mkdtempSync(join(tmpdir(), 'swaproute-bench-'))
  const base = cleanEnv({ SWAPROUTE_HOME: home })
  const run = (args, env = base) => execFileSync(process.execPath, [program, ...args], { env })
  run(['sandbox', 'start'])
  const proxy = await startProxy()
  let server = null
  try {
    const { data } = JSON.parse(run(['sandbox', 'status', '--json']).toString())
    proxy.target = data.chains.find((chain) => chain.blockchain === 'ETH').rpcUrl
    // Bridges that are contracts alone have no address to set: theirs is for faults.
    const services = data.providers.filter(({ id }) => id !== 'arbitrum')
    const urls = Object.fromEntries(
      services.map(({ id, url }) => [`SWAPROUTE_${id.toUpperCase()}_URL`, url]),
    )
    const env = { ...base, ...urls, SWAPROUTE_RPC_ETH: proxy.url }
    const quote = ['quote', '1', 'eth:ETH', 'to', 'eth:USDC', '--json']
    run(['sandbox', 'stop', '--help']) // warms the disk cache
    const cold = await proxy.count(() => runAsync(quote, env))
    const warm = await proxy.count(() => runAsync(quote, env))
    const memory = await alternate(
      { quote: () => peakMemory([program, ...quote], env), node: () => peakMemory(['-e', '0']) },
      7,
    )

    server = await startServe(env)
    // Another amount each time: an equal quote within a second would be shared.
    let amount = 1
    const nextQuote = () => {
      amount += 0.0001
      return { ...quoteBody, srcTokenAmount: amount.toFixed(4) }
    }
    const times = await alternate(
      {
        quote: () => timePost(`${server.url}/api/routes/quoteAll`, nextQuote()),
        bare: () =>
          timePost(proxy.url, { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }),
      },
      rounds,
    )
    return [
      row('peak memory of an on-chain quote / bare node', memory.quote, memory.node, 2.2, 'MB'),
      requests('HTTP requests of a first on-chain quote / one', cold, 2),
      requests('HTTP requests of a later on-chain quote / one', warm, 1),
      row(
        `served on-chain quote / bare RPC call, ${delayMs} ms away`,
        times.quote,
        times.bare,
        null,
      ),
    ]
  } finally {
    server?.child.kill('SIGTERM')
    proxy.server.close()
    proxy.server.closeAllConnections()
    run(['sandbox', 'stop'])
    rmSync(home, { recursive: true, force: true })
  }
}

/** The first may ask again for the exact quotes of ways that it computed. */
function requests(name, count, most) {
  return {
    name,
    ours: String(count),
    reference: '1',
    ratio: count.toFixed(2),
    limit: `≤ ${most}`,
    met: count <= most,
  }
}

/**
 * Hands every request on to the node after `waitMs`, and counts them and its connections; it does
 * not say how long it keeps one. The chain id it answers is Ethereum's: outside the sandbox a node of
 * another chain is not asked.
 */
export async function startProxy(waitMs = delayMs, chainId = '0x1') {
  const agent = new http.Agent({ keepAlive: true })
  const proxy = { target: '', url: '', server: null, seen: 0, connections: 0, count: null }
  proxy.server = http.createServer((request, response) => {
    proxy.seen += 1
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () =>
      setTimeout(() => {
        const headers = { 'content-type': 'application/json' }
        const asked = Buffer.concat(chunks)
        const onward = http.request(proxy.target, { method: 'POST', headers, agent }, (answer) => {
          const parts = []
          answer.on('data', (chunk) => parts.push(chunk))
          answer.on('end', () => {
            response.writeHead(answer.statusCode, headers)
            response.end(asChain(chainId, asked, Buffer.concat(parts)))
          })
        })
        onward.end(asked)
      }, waitMs),
    )
  })
  proxy.server.keepAliveTimeout = 0
  proxy.server.on('connection', () => (proxy.connections += 1))
  await new Promise((resolve) => proxy.server.listen(0, '127.0.0.1', resolve))
  proxy.url = `http://127.0.0.1:${proxy.server.address().port}`
  proxy.count = async (work) => {
    const before = proxy.seen
    await work()
    return proxy.seen - before
  }
  return proxy
}

function asChain(chainId, asked, answered) {
  if (!asked.includes('eth_chainId')) return answered
  const calls = [JSON.parse(asked)].flat()
  const ids = new Set(calls.filter((call) => call.method === 'eth_chainId').map(({ id }) => id))
  return JSON.stringify(JSON.parse(answered), (_key, value) =>
    ids.has(value?.id) && 'result' in value ? { ...value, result: chainId } : value,
  )
}

/** Without blocking: the proxy lives in this process. */
function runAsync(args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: 'ignore', env })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`exit ${code}`))))
  })
}

export function startServe(env, flags = []) {
  return new Promise((resolve, reject) => {
    const args = [program, 'serve', '--port', '0', ...flags]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    let text = ''
    const read = (chunk) => {
      text += chunk
      const url = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(text)?.[0]
      if (url !== undefined) resolve({ child, url })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${text}`)))
  })
}

async function timePost(url, body) {
  const started = performance.now()
  await new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const request = http.request(url, { method: 'POST', headers }, (response) => {
      response.resume()
      response.on('end', resolve)
    })
    request.once('error', reject)
    request.end(JSON.stringify(body))
  })
  return performance.now() - started
}
