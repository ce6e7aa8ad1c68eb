/** What one on-chain read costs: counted by a proxy in front of the node. */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  multicall3Abi,
  toHex,
} from 'viem'
import { program } from '../onchain.mjs'

/** Pairs none of whose tokens is one that many pools have, with the chain's id. */
const pairs = {
  ETH: { pair: ['10', 'eth:CRV', 'eth:LDO'], chainId: 1 },
  BSC: { pair: ['10', 'bsc:CAKE', 'bsc:XRP'], chainId: 56 },
  BASE: { pair: ['10', 'base:AERO', 'base:cbETH'], chainId: 8453 },
  ARBITRUM: { pair: ['10', 'arb:GMX', 'arb:PENDLE'], chainId: 42_161 },
}
export const readChains = Object.keys(pairs)

/**
 * @param {Awaited<ReturnType<typeof import('./sandbox.mjs').startSandbox>>} sandbox
 * @returns counts of a quote with an empty cache and of the next one. `localGas` is what the node
 *   needs for the reads on the local chain, which has few of the contracts; null without a chain.
 */
export async function measureRead(sandbox, blockchain) {
  const { pair, chainId } = pairs[blockchain]
  const proxy = await startProxy(sandbox.urls[blockchain] ?? null, chainId)
  const { env, services, home } = sandbox
  const urls = Object.entries(services)
    .filter(([id]) => id !== 'arbitrum') // a contract alone: it has no address to set
    .map(([id, url]) => [`SWAPROUTE_${id.toUpperCase()}_URL`, url])
  const quoteEnv = {
    ...env,
    ...Object.fromEntries(urls),
    [`SWAPROUTE_RPC_${blockchain}`]: proxy.url,
  }
  const [amount, source, destination] = pair
  const quote = ['quote', amount, source, 'to', destination, '--json']
  try {
    rmSync(join(home, 'cache'), { recursive: true, force: true })
    const count = async () => {
      proxy.requests.length = 0
      await run(quote, quoteEnv)
      return summary(proxy.requests, sandbox.urls[blockchain] ?? null)
    }
    return {
      blockchain,
      pair: `${source} to ${destination}`,
      cold: await count(),
      later: await count(),
    }
  } finally {
    proxy.server.close()
    proxy.server.closeAllConnections()
  }
}

async function summary(requests, target) {
  const reading = requests.filter(({ calls }) => calls.some(isRead))
  const reads = reading.flatMap(({ calls }) => calls.filter(isRead))
  return {
    requests: reading.length,
    pieces: reads.length,
    calls: reads.reduce((sum, { params }) => sum + innerCalls(params[0].data).length, 0),
    bytesOut: reading.reduce((sum, { asked }) => sum + asked, 0),
    bytesIn: reading.reduce((sum, { answered }) => sum + answered, 0),
    localGas: target === null ? null : await gasOf(target, reads),
  }
}

/** Whether a call reads contracts through Multicall3. */
function isRead({ method, params }) {
  return method === 'eth_call' && isAggregate(params[0].data)
}

/** The reads in a batch, without the one that asks Multicall3 itself. */
function innerCalls(data) {
  const { args } = decodeFunctionData({ abi: multicall3Abi, data })
  return args[0].filter(({ callData }) => !isAggregate(callData))
}

function isAggregate(data) {
  return data.startsWith('0x82ad56cb')
}

async function gasOf(target, reads) {
  let sum = 0
  for (const { params } of reads) {
    const { data, to } = params[0]
    const answer = await post(target, {
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_estimateGas',
      params: [{ data, to }],
    })
    if (answer.result === undefined) return null
    sum += Number(answer.result)
  }
  return sum
}

async function post(url, body) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return await response.json()
}

/**
 * Hands requests on to the node and notes them; without a node it answers that nothing is there.
 * The chain id is the real chain's: outside the sandbox a node of another chain is not asked.
 */
async function startProxy(target, chainId) {
  const requests = []
  const answerOne = async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const body = JSON.parse(text)
    const calls = [body].flat()
    const answers = await Promise.all(
      calls.map(async (call) => {
        if (call.method === 'eth_chainId') return { ...idOf(call), result: toHex(chainId) }
        return target === null ? emptyAnswer(call) : await post(target, call)
      }),
    )
    const answer = JSON.stringify(Array.isArray(body) ? answers : answers[0])
    requests.push({ calls, asked: text.length, answered: answer.length })
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
  }
  const server = http.createServer((request, response) => {
    answerOne(request, response).catch((cause) => response.destroy(cause))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { requests, server, url: `http://127.0.0.1:${server.address().port}` }
}

function idOf({ jsonrpc, id }) {
  return { jsonrpc, id }
}

/** Its newest block is an hour old, so that what it does not have may exist elsewhere. */
function emptyAnswer(call) {
  const timestamp = BigInt(Math.floor(Date.now() / 1000) - 3600)
  if (call.method === 'eth_call') {
    const { data } = call.params[0]
    return { ...idOf(call), result: isAggregate(data) ? innerResults(data, timestamp) : '0x' }
  }
  const block = { number: '0x1000000', timestamp: toHex(timestamp), baseFeePerGas: '0xf4240' }
  const results = {
    eth_blockNumber: block.number,
    eth_getBlockByNumber: block,
    eth_gasPrice: '0xf4240',
    eth_maxPriorityFeePerGas: '0xf4240',
    eth_getCode: '0x',
    eth_getBalance: '0x0',
  }
  return call.method in results
    ? { ...idOf(call), result: results[call.method] }
    : { ...idOf(call), error: { code: -32_601, message: 'method not found' } }
}

function innerResults(data, timestamp) {
  const { args } = decodeFunctionData({ abi: multicall3Abi, data })
  const clock = encodeAbiParameters([{ type: 'uint256' }], [timestamp])
  const result = args[0].map(({ callData }) =>
    isAggregate(callData) || callData === '0x0f28c97d'
      ? { success: true, returnData: clock }
      : { success: false, returnData: '0x' },
  )
  return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result })
}

/** Without blocking: the proxy lives in this process. A pair without a route is an exit status. */
function run(args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: 'ignore', env })
    child.once('error', reject)
    child.once('exit', resolve)
  })
}
