/** What the bundle compiles WebAssembly with (scripts/build/firstWasm.mjs). */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const firstWasm = fileURLToPath(new URL('../../scripts/build/firstWasm.mjs', import.meta.url))

/** Whether V8 rejects kept code while a module is compiled, and after that. */
function rejections(): unknown {
  const script = `
    import { Script } from 'node:vm'
    const source = 'function answer() { return 42 } answer()'
    const kept = new Script(source).createCachedData()
    let scripts = 0
    // Each under a name of its own: V8 would give the script that it already has.
    const isRejected = () => {
      const options = { cachedData: kept, filename: String(scripts++) }
      return new Script(source, options).cachedDataRejected
    }
    const seen = { before: isRejected() }
    const { Module } = WebAssembly
    WebAssembly.Module = class {
      constructor(bytes) {
        seen.meanwhile = isRejected()
        return new Module(bytes)
      }
    }
    const { FirstWasmModule } = await import(${JSON.stringify(firstWasm)})
    seen.compiled = new FirstWasmModule(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])) instanceof Module
    seen.after = isRejected()
    try { new FirstWasmModule(new Uint8Array([1])) } catch { seen.afterFault = isRejected() }
    console.log(JSON.stringify(seen))`
  const args = ['--input-type=module', '-e', script]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

test('WebAssembly is compiled under flags of its own, and kept code is good again afterwards', () => {
  expect(rejections()).toEqual({
    before: false,
    meanwhile: true,
    compiled: true,
    after: false,
    afterFault: false,
  })
})
