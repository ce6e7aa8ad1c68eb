/**
 * The pools of a sandbox chain and what they pay, read by viem: no code of the program is used, so
 * that an error in its reader shows.
 */
import { createPublicClient, http, parseAbi, zeroAddress } from 'viem'
import { concentratedOutput } from './ticks.mjs'

const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const callsPerRead = 1500

const pairAbi = parseAbi([
  'function allPairsLength() view returns (uint256)',
  'function allPairs(uint256) view returns (address)',
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function getAmountsOut(uint256, address[]) view returns (uint256[])',
])
const poolAbi = parseAbi([
  'function getPool(address, address, uint24) view returns (address)',
  'function feeAmountTickSpacing(uint24) view returns (int24)',
  'function slot0() view returns (uint160, int24, uint16, uint16, uint16, uint8, bool)',
  'function liquidity() view returns (uint128)',
  'function tickBitmap(int16) view returns (uint256)',
  'function ticks(int24) view returns (uint128, int128, uint256, uint256, int56, uint160, uint32, bool)',
  'function quoteExactInputSingle((address tokenIn, address tokenOut, uint256 amountIn, uint24 fee, uint160 limit)) returns (uint256 amountOut, uint160, uint32, uint256)',
])
const tokenAbi = parseAbi(['function decimals() view returns (uint8)'])

/**
 * @typedef {{ address: string, symbol: string, decimals: number }} Token
 * @typedef {{ id: string, brand: string, token0: string, token1: string,
 *   output(tokenIn: string, amountIn: bigint): bigint }} Pool addresses in lower case
 */

export function chainClient(url) {
  return createPublicClient({ transport: http(url, { timeout: 60_000 }), pollingInterval: 20 })
}

/**
 * Every pool of every exchange on the chain.
 * @param exchanges rows of the sandbox: family, provider, factory, router or quoter
 * @param {readonly Token[]} listed concentrated pools are looked for among them
 * @param {(token: string) => readonly bigint[]} amountsOf sizes of a trade in base units
 * @returns {Promise<Pool[]>}
 * @throws Error when a contract contradicts what is computed or listed
 */
export async function readPools(client, exchanges, listed, amountsOf) {
  await checkDecimals(client, listed)
  const addresses = listed.map(({ address }) => address)
  const pools = []
  for (const row of exchanges) {
    const read = row.family === 'uniswap-v2' ? readPairs : readConcentrated
    pools.push(...(await read(client, row, amountsOf, addresses)))
  }
  return pools
}

async function checkDecimals(client, listed) {
  const contracts = listed.map(({ address }) => ({
    address,
    abi: tokenAbi,
    functionName: 'decimals',
  }))
  for (const [place, decimals] of (await readAll(client, contracts)).entries()) {
    const { symbol, decimals: told } = listed[place]
    if (decimals !== told) throw new Error(`${symbol} has ${decimals} decimals, listed: ${told}`)
  }
}

async function readPairs(client, { provider, factory, router }, amountsOf) {
  const at = { address: factory, abi: pairAbi }
  const count = await client.readContract({ ...at, functionName: 'allPairsLength' })
  const indexes = Array.from({ length: Number(count) }, (_none, index) => BigInt(index))
  const pairs = await readAll(
    client,
    indexes.map((index) => ({ ...at, functionName: 'allPairs', args: [index] })),
  )
  const facts = await readAll(
    client,
    pairs.flatMap((address) =>
      ['token0', 'token1', 'getReserves'].map((functionName) => ({
        address,
        abi: pairAbi,
        functionName,
      })),
    ),
  )
  const pools = pairs.map((address, place) => {
    const [first, second, reserves] = facts.slice(place * 3, place * 3 + 3)
    const token0 = first.toLowerCase()
    const output = (tokenIn, amountIn) => {
      const [own, other] = tokenIn === token0 ? reserves : [reserves[1], reserves[0]]
      const taken = amountIn * 997n
      return (taken * other) / (own * 1000n + taken)
    }
    return { id: address, brand: provider, token0, token1: second.toLowerCase(), output }
  })
  await compare(client, pools, amountsOf, (_pool, from, to, amount) => ({
    address: router,
    abi: pairAbi,
    functionName: 'getAmountsOut',
    args: [amount, [from, to]],
  }))
  return pools
}

async function readConcentrated(client, { provider, factory, quoter }, amountsOf, listed) {
  const fees = [100, 500, 2500, 3000, 10_000]
  const at = { address: factory, abi: poolAbi }
  const spacings = await readAll(
    client,
    fees.map((fee) => ({ ...at, functionName: 'feeAmountTickSpacing', args: [fee] })),
  )
  const candidates = pairsOf(listed).flatMap(([a, b]) => {
    const [token0, token1] = BigInt(a) < BigInt(b) ? [a, b] : [b, a]
    return fees.flatMap((fee, place) =>
      spacings[place] === 0 ? [] : [{ token0, token1, fee, spacing: spacings[place] }],
    )
  })
  const addresses = await readAll(
    client,
    candidates.map(({ token0, token1, fee }) => ({
      ...at,
      functionName: 'getPool',
      args: [token0, token1, fee],
    })),
  )
  const pools = []
  for (const [place, address] of addresses.entries()) {
    if (address === zeroAddress) continue
    const { token0, token1, fee, spacing } = candidates[place]
    const state = await readTicks(client, address, spacing)
    const facts = { ...state, fee: BigInt(fee), spacing }
    const output = (tokenIn, amountIn) => concentratedOutput(facts, tokenIn === token0, amountIn)
    pools.push({ id: address, brand: provider, token0, token1, fee, output })
  }
  await compare(client, pools, amountsOf, ({ fee }, tokenIn, tokenOut, amountIn) => ({
    address: quoter,
    abi: poolAbi,
    functionName: 'quoteExactInputSingle',
    args: [{ tokenIn, tokenOut, amountIn, fee, limit: 0n }],
  }))
  return pools
}

async function readTicks(client, address, spacing) {
  const at = { address, abi: poolAbi }
  const [[sqrtPrice, tick], liquidity] = await readAll(client, [
    { ...at, functionName: 'slot0' },
    { ...at, functionName: 'liquidity' },
  ])
  const last = Math.floor(887_272 / spacing) >> 8
  const words = Array.from({ length: 2 * last + 2 }, (_none, index) => index - last - 1)
  const maps = await readAll(
    client,
    words.map((index) => ({ ...at, functionName: 'tickBitmap', args: [index] })),
  )
  const found = words.flatMap((index, place) =>
    bitsOf(maps[place]).map((bit) => (index * 256 + bit) * spacing),
  )
  const infos = await readAll(
    client,
    found.map((each) => ({ ...at, functionName: 'ticks', args: [each] })),
  )
  const ticks = found.map((each, place) => ({ tick: each, net: infos[place][1] }))
  return { sqrtPrice, tick, liquidity, ticks }
}

function bitsOf(map) {
  const bits = []
  for (let bit = 0, rest = map; rest > 0n; bit += 1, rest >>= 1n) {
    if ((rest & 1n) === 1n) bits.push(bit)
  }
  return bits
}

/** Holds what is computed here against the exchange's own contract, both ways and at every size. */
async function compare(client, pools, amountsOf, callOf) {
  for (const pool of pools) {
    for (const [from, to] of [
      [pool.token0, pool.token1],
      [pool.token1, pool.token0],
    ]) {
      for (const amount of amountsOf(from)) {
        const { result } = await client.simulateContract(callOf(pool, from, to, amount))
        const paid = pool.fee === undefined ? result.at(-1) : result[0]
        const ours = pool.output(from, amount)
        if (paid !== ours) {
          throw new Error(`${pool.brand} ${pool.id} pays ${paid} for ${amount}, computed: ${ours}`)
        }
      }
    }
  }
}

/** Reads many views in few calls; a view that reverts is an error. */
async function readAll(client, contracts) {
  const results = []
  for (let start = 0; start < contracts.length; start += callsPerRead) {
    const part = contracts.slice(start, start + callsPerRead)
    results.push(
      ...(await client.multicall({
        contracts: part,
        multicallAddress: multicall3,
        allowFailure: false,
        batchSize: 0,
      })),
    )
  }
  return results
}

/** Every unordered pair. */
function pairsOf(values) {
  return values.flatMap((a, place) => values.slice(place + 1).map((b) => [a, b]))
}
