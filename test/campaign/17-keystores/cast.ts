/** Foundry's `cast`, as it lies in its package: no install script has to put it anywhere. */
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'

const run = promisify(execFile)
const names: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-amd64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-amd64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'win32-amd64',
}

function castBinary(): string {
  const name = names[`${process.platform}-${process.arch}`]
  const cast = createRequire(
    createRequire(import.meta.url).resolve('@foundry-rs/cast/package.json'),
  )
  const file = process.platform === 'win32' ? 'cast.exe' : 'cast'
  return cast.resolve(`@foundry-rs/cast-${name}/bin/${file}`)
}

/** What it prints; nothing of this machine's environment reaches it, and it needs no node. */
export async function cast(home: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(castBinary(), args, { env: { HOME: home }, timeout: 60_000 })
  return stdout.trim()
}
