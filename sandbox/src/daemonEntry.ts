import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { SwaprouteError } from '../../src/core/errors.ts'
import { packageRoot } from './packages.ts'

/**
 * The program that keeps the sandbox running: `dist/sandboxd.js` of a build. Where the sources
 * themselves are being run (tests), it is bundled into the checkout's cache first.
 */
export async function daemonEntry(): Promise<string> {
  const root = packageRoot()
  if (import.meta.url.endsWith('.ts')) return bundleDaemon(root)
  const built = join(root, 'dist', 'sandboxd.js')
  if (!existsSync(built)) {
    throw new SwaprouteError('SANDBOX_UNAVAILABLE', 'This installation has no sandbox program.', {
      hint: 'Install swaproute-sandbox again, or run `npm run build` in a checkout.',
    })
  }
  return built
}

async function bundleDaemon(root: string): Promise<string> {
  const esbuild: unknown = createRequire(join(root, 'package.json'))('esbuild')
  if (!canBuild(esbuild)) throw new Error('the esbuild package has no build function')
  const output = await esbuild.build({
    entryPoints: [join(root, 'src', 'daemon.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    write: false,
    logLevel: 'silent',
    banner: {
      js: "import{createRequire as toRequire}from'node:module';const require=toRequire(import.meta.url);",
    },
  })
  const text = output.outputFiles[0]?.text ?? ''
  const folder = join(root, 'node_modules', '.cache', 'swaproute')
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const file = join(folder, `sandboxd-${hash}.mjs`)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, text)
    renameSync(draft, file)
  }
  return file
}

type Esbuild = {
  build(options: Record<string, unknown>): Promise<{ outputFiles: { text: string }[] }>
}

function canBuild(value: unknown): value is Esbuild {
  return (
    typeof value === 'object' &&
    value !== null &&
    'build' in value &&
    typeof value.build === 'function'
  )
}
