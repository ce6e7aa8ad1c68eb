import { addressOfPublicKey } from './evmKey.ts'

// Recovers the signer of a hash from public data only, so speed and timing do not matter. Our own
// code, since the check of the signer must not rely on the library that signs (docs/safety.md E13).
// https://www.secg.org/sec1-v2.pdf section 4.1.6, https://www.secg.org/sec2-v2.pdf section 2.4.1
// (read 2026-11)

const fieldPrime = 2n ** 256n - 2n ** 32n - 977n
const groupOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const generator: Point = {
  x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
  z: 1n,
}

/** Jacobian coordinates: x / z², y / z³; z = 0 is the point at infinity. */
type Point = { x: bigint; y: bigint; z: bigint }

export type Signature = { r: bigint; s: bigint; yParity: 0 | 1 }

/**
 * The checksummed address whose key signed `hash` (32 bytes); null if no key can have made the
 * signature. Signatures with a high `s` are refused, as on every chain.
 * https://eips.ethereum.org/EIPS/eip-2 (read 2026-11)
 */
export function recoverSender(hash: Uint8Array, { r, s, yParity }: Signature): string | null {
  if (r <= 0n || r >= groupOrder || s <= 0n || s > groupOrder / 2n) return null
  const point = liftX(r, yParity)
  if (point === null) return null
  const inverse = power(r, groupOrder - 2n, groupOrder)
  const message = BigInt(`0x${Buffer.from(hash).toString('hex')}`)
  const key = add(
    multiply(generator, modulo(-message * inverse, groupOrder)),
    multiply(point, modulo(s * inverse, groupOrder)),
  )
  if (key.z === 0n) return null
  const zInverse = power(key.z, fieldPrime - 2n, fieldPrime)
  const x = modulo(key.x * zInverse ** 2n, fieldPrime)
  const y = modulo(key.y * zInverse ** 3n, fieldPrime)
  return addressOfPublicKey(Buffer.from(toHex(x) + toHex(y), 'hex'))
}

/** The curve point with this x and parity of y; y² = x³ + 7. */
function liftX(x: bigint, yParity: 0 | 1): Point | null {
  const square = modulo(x ** 3n + 7n, fieldPrime)
  const root = power(square, (fieldPrime + 1n) / 4n, fieldPrime)
  if (modulo(root * root, fieldPrime) !== square) return null
  const isOdd = (root & 1n) === 1n
  return { x, y: isOdd === (yParity === 1) ? root : fieldPrime - root, z: 1n }
}

function multiply(point: Point, scalar: bigint): Point {
  let sum: Point = { x: 1n, y: 1n, z: 0n }
  for (const bit of scalar.toString(2)) {
    sum = double(sum)
    if (bit === '1') sum = add(sum, point)
  }
  return sum
}

function double({ x, y, z }: Point): Point {
  const ySquare = modulo(y * y, fieldPrime)
  const s = modulo(4n * x * ySquare, fieldPrime)
  const m = modulo(3n * x * x, fieldPrime)
  const doubledX = modulo(m * m - 2n * s, fieldPrime)
  return {
    x: doubledX,
    y: modulo(m * (s - doubledX) - 8n * ySquare * ySquare, fieldPrime),
    z: modulo(2n * y * z, fieldPrime),
  }
}

function add(a: Point, b: Point): Point {
  if (a.z === 0n) return b
  if (b.z === 0n) return a
  const aSquare = modulo(a.z * a.z, fieldPrime)
  const bSquare = modulo(b.z * b.z, fieldPrime)
  const ax = modulo(a.x * bSquare, fieldPrime)
  const ay = modulo(a.y * b.z * bSquare, fieldPrime)
  const h = modulo(b.x * aSquare - ax, fieldPrime)
  const r = modulo(b.y * a.z * aSquare - ay, fieldPrime)
  if (h === 0n) return r === 0n ? double(a) : { x: 1n, y: 1n, z: 0n }
  const hSquare = modulo(h * h, fieldPrime)
  const hCube = modulo(h * hSquare, fieldPrime)
  const v = modulo(ax * hSquare, fieldPrime)
  const x = modulo(r * r - hCube - 2n * v, fieldPrime)
  return {
    x,
    y: modulo(r * (v - x) - ay * hCube, fieldPrime),
    z: modulo(a.z * b.z * h, fieldPrime),
  }
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  for (const bit of exponent.toString(2)) {
    result = modulo(result * result, modulus)
    if (bit === '1') result = modulo(result * base, modulus)
  }
  return result
}

function modulo(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus
  return rest < 0n ? rest + modulus : rest
}

function toHex(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
