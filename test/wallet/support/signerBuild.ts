import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The signer as it ships. */
export const builtSigner = fileURLToPath(new URL('../../../dist/signer.cjs', import.meta.url))

/** A program in place of the signer that answers as the test wants. */
export async function writeFakeSigner(folder: string, body: string): Promise<string> {
  const entry = join(folder, 'fake.mjs')
  await writeFile(
    entry,
    `const frame = (value) => {
      const payload = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
      const header = Buffer.alloc(5)
      header.writeUInt32BE(payload.length, 0)
      header.writeUInt8(4, 4)
      return Buffer.concat([header, payload])
    }
    const say = (value) => process.stdout.write(frame(value))
    let asked = 0
    process.stdin.on('data', () => { asked += 1; ${body} })
    process.stdin.on('end', () => process.exit())`,
  )
  return entry
}
