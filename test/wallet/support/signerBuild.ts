import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Node 20 cannot run TypeScript: the signer of src, in one file of a folder of its own. */
export async function buildSigner(): Promise<{ entry: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'swaproute-signer-'))
  const entry = join(folder, 'signer.mjs')
  await build({
    absWorkingDir: root,
    entryPoints: ['src/wallet/signer.ts'],
    outfile: entry,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Bundled CommonJS asks for Node's own modules; the real build has its own way.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
    },
    logLevel: 'warning',
  })
  return { entry, remove: () => rm(folder, { recursive: true, force: true }) }
}

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
