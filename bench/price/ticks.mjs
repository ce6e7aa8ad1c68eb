/**
 * What a Uniswap V3 pool pays, step by step as its contract computes it: TickMath, SqrtPriceMath,
 * SwapMath and the loop of `swap`, https://github.com/Uniswap/v3-core (read 2026-11).
 */
const minTick = -887_272
const maxTick = 887_272
const minRatio = 4_295_128_739n
const maxRatio = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n
const word = 1n << 256n
const q96 = 96n
const million = 1_000_000n

/** 1.0001^(-2^n / 2) as Q128 numbers. */
const factors = [
  0xfffcb933bd6fad37aa2d162d1a594001n,
  0xfff97272373d413259a46990580e213an,
  0xfff2e50f5f656932ef12357cf3c7fdccn,
  0xffe5caca7e10e4e61c3624eaa0941cd0n,
  0xffcb9843d60f6159c9db58835c926644n,
  0xff973b41fa98c081472e6896dfb254c0n,
  0xff2ea16466c96a3843ec78b326b52861n,
  0xfe5dee046a99a2a811c461f1969c3053n,
  0xfcbe86c7900a88aedcffc83b479aa3a4n,
  0xf987a7253ac413176f2b074cf7815e54n,
  0xf3392b0822b70005940c7a398e4b70f3n,
  0xe7159475a2c29b7443b29c7fa6e889d9n,
  0xd097f3bdfd2022b8845ad8f792aa5825n,
  0xa9f746462d870fdf8a65dc1f90e061e5n,
  0x70d869a156d2a1b890bb3df62baf32f7n,
  0x31be135f97d08fd981231505542fcfa6n,
  0x9aa508b5b7a84e1c677de54f3e99bc9n,
  0x5d6af8dedb81196699c329225ee604n,
  0x2216e584f5fa1ea926041bedfe98n,
  0x48a170391f7dc42444e8fa2n,
]
const ratios = new Map()

/** Square root of the price at a tick, a Q64.96 number. */
function ratioAt(tick) {
  const known = ratios.get(tick)
  if (known !== undefined) return known
  const distance = Math.abs(tick)
  let ratio = 1n << 128n
  for (const [bit, factor] of factors.entries()) {
    if ((distance & (1 << bit)) !== 0) ratio = (ratio * factor) >> 128n
  }
  if (tick > 0) ratio = (word - 1n) / ratio
  const result = (ratio + 0xffffffffn) >> 32n
  ratios.set(tick, result)
  return result
}

/**
 * @param {{ fee: bigint, spacing: number, sqrtPrice: bigint, tick: number, liquidity: bigint,
 *   ticks: readonly { tick: number, net: bigint }[] }} pool `ticks`: the initialized ones, ascending
 * @param {boolean} down whether token0 is paid in
 * @returns {bigint} output of a swap of all of `amountIn`; 0 when the pool cannot take it all
 */
export function concentratedOutput(pool, down, amountIn) {
  let { sqrtPrice, tick, liquidity } = pool
  let left = amountIn
  let output = 0n
  while (left > 0n) {
    const { next, crossed } = nextStop(pool, tick, down)
    const stop = ratioAt(next)
    const target = down ? larger(stop, minRatio + 1n) : smaller(stop, maxRatio - 1n)
    const step = stepTo({ from: sqrtPrice, target, liquidity, left, fee: pool.fee, down })
    left -= step.taken
    output += step.paid
    sqrtPrice = step.price
    if (left > 0n && (next <= minTick || next >= maxTick)) return 0n
    if (sqrtPrice === stop) {
      if (crossed !== undefined) liquidity += down ? -crossed.net : crossed.net
      tick = down ? next - 1 : next
    }
  }
  return output
}

/** The contract stops at initialized ticks and at the ends of the 256 ticks of a bitmap word. */
function nextStop({ spacing, ticks }, tick, down) {
  const compressed = Math.floor(tick / spacing)
  const first = (down ? compressed : compressed + 1) >> 8
  const edge = (down ? first * 256 : first * 256 + 255) * spacing
  const crossed = down
    ? ticks.findLast((each) => each.tick <= tick && each.tick >= edge)
    : ticks.find((each) => each.tick > tick && each.tick <= edge)
  const next = crossed?.tick ?? edge
  return { next: Math.min(maxTick, Math.max(minTick, next)), crossed }
}

function stepTo({ from, target, liquidity, left, fee, down }) {
  const afterFee = (left * (million - fee)) / million
  const whole = amountIn(from, target, liquidity, down)
  const reaches = afterFee >= whole
  const price = reaches ? target : priceAfter(from, liquidity, afterFee, down)
  const isWhole = price === target
  const used = isWhole ? whole : amountIn(from, price, liquidity, down)
  const charged = isWhole ? divideUp(used * fee, million - fee) : left - used
  return { price, taken: used + charged, paid: amountOut(from, price, liquidity, down) }
}

function amountIn(from, to, liquidity, down) {
  return down ? amount0(to, from, liquidity, divideUp) : amount1(from, to, liquidity, divideUp)
}

function amountOut(from, to, liquidity, down) {
  return down ? amount1(to, from, liquidity, divide) : amount0(from, to, liquidity, divide)
}

function amount0(low, high, liquidity, round) {
  return round(round((liquidity << q96) * (high - low), high), low)
}

function amount1(low, high, liquidity, round) {
  return round(liquidity * (high - low), 1n << q96)
}

/** @param {bigint} from @param {bigint} liquidity @param {bigint} amount @param {boolean} down */
function priceAfter(from, liquidity, amount, down) {
  if (!down) return from + (amount << q96) / liquidity
  const numerator = liquidity << q96
  const product = amount * from
  return product < word && numerator + product < word
    ? divideUp(numerator * from, numerator + product)
    : divideUp(numerator, numerator / from + amount)
}

function divide(a, b) {
  return a / b
}

function divideUp(a, b) {
  return (a + b - 1n) / b
}

function larger(a, b) {
  return a > b ? a : b
}

function smaller(a, b) {
  return a < b ? a : b
}
