/** Row 17: a damaged keystore gives the key that was put in, or no key; never another, never a crash. */
import { parseKeystore } from '../../../src/wallet/keystoreFormat.ts'
import { openKeystore } from '../../../src/wallet/keystore.ts'
import { seedOfKeystore } from '../../../src/wallet/tonKeystore.ts'
import { SwaprouteError } from '../../../src/core/errors.ts'
import { defineRow } from '../support/row.ts'
import { damages } from './damages.ts'
import { type Sample, sampleKeystore } from './writers.ts'

const gibibyte = 2 ** 30
/** Nothing is derived before all bounds are checked. */
const quickMs = 1_000

defineRow(
  {
    number: 17,
    title: 'damaged keystores',
    cases: { fast: 300, full: 10_000 },
  },
  async (row) => {
    const { random } = row
    const rounds = row.sized({ fast: 10, full: 310 })
    let unnoticed = 0
    let whole = 0
    let slowestMs = 0
    const before = process.resourceUsage().maxRSS
    for (let round = 0; round < rounds; round += 1) {
      const sample = sampleKeystore(random)
      await row.twin(sample.name, async () => {
        const found = await open(Buffer.from(sample.text, 'utf8'), sample.password)
        if (found !== sample.secret) throw new Error(`not opened: ${found}`)
      })
      await row.check(`${sample.name}, wrong password`, async () => {
        const found = await open(Buffer.from(sample.text, 'utf8'), `${sample.password}x`)
        if (found !== null) throw new Error('opened')
      })
      for (const { name, of, ivOnly } of damages) {
        const bytes = of(sample, random)
        const what = `${sample.name} ${name}`
        const refusalMs = timeOfRefusal(bytes)
        slowestMs = Math.max(slowestMs, refusalMs)
        if (refusalMs > quickMs) row.failed(what, `is read for ${Math.round(refusalMs)} ms`)
        try {
          const found = await open(bytes, sample.password)
          if (found === sample.secret) whole += 1
          const isUnnamed = !sample.named || !stillNamed(bytes)
          if (found === null || found === sample.secret) row.passed()
          else if (isUnnamed && (ivOnly === true || onlyIvDiffers(sample, bytes))) unnoticed += 1
          else row.failed(what, `gives another key: ${Buffer.from(bytes).toString().slice(0, 600)}`)
        } catch (thrown) {
          row.failed(
            what,
            `breaks the program: ${String(thrown)}: ${Buffer.from(bytes).toString().slice(0, 300)}`,
          )
        }
      }
    }
    const grownBy = (process.resourceUsage().maxRSS - before) * 1024
    if (grownBy > gibibyte) row.failed('memory', `grew by ${grownBy} bytes`)
    row.note(
      `N 2 to 64, c 1 to 100; ${whole} damages changed nothing that counts; read in ${Math.round(slowestMs)} ms at most, ` +
        `memory +${Math.round(grownBy / 2 ** 20)} MiB; in files without an address ${unnoticed} changed ivs ` +
        'gave another account, which the mac of the format does not cover',
    )
  },
)

/** How long it takes to read, and to refuse what is out of bounds; nothing is derived. */
function timeOfRefusal(bytes: Uint8Array): number {
  const startedAt = performance.now()
  try {
    parseKeystore(bytes)
  } catch {
    // What is thrown is looked at when it is opened.
  }
  return performance.now() - startedAt
}

/** Hexadecimal digits of the secret; null when it is refused as it should be. */
async function open(bytes: Uint8Array, password: string): Promise<string | null> {
  try {
    const keystore = parseKeystore(bytes)
    const secret = await openKeystore(keystore, Buffer.from(password, 'utf8'))
    if (keystore.content.kind === 'evm') return secret.toString('hex')
    return (await seedOfKeystore(secret, keystore.content)).toString('hex')
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.code === 'KEY_UNAVAILABLE') return null
    throw thrown
  }
}

function stillNamed(bytes: Uint8Array): boolean {
  return /"(?:address|swaproute)":/i.test(Buffer.from(bytes).toString())
}

function onlyIvDiffers({ text }: Sample, bytes: Uint8Array): boolean {
  const withoutIv = (json: string): string => json.replace(/"iv":"[^"]*"/i, '')
  return withoutIv(text) === withoutIv(Buffer.from(bytes).toString())
}
