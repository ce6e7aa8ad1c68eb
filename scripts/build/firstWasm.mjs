/**
 * In place of `WebAssembly.Module` in the bundle, where undici compiles what parses answers. V8 would
 * compile it a second time while it runs, for a speed that a few answers never gain back: 15 MB and
 * 60 ms of processor time within 60 answers (2026-11, Node 20).
 *
 * The flags are only set meanwhile. Under other flags than it was made with, V8 rejects kept code:
 * that of bin/load.js, and the one Node carries of its own modules. A quote took 10 ms longer to load
 * `node:net`, `node:tls` and the like while a flag was set from the start on.
 */
import { setFlagsFromString } from 'node:v8'

const { Module } = WebAssembly
/** Compiled lazily, a function would follow the flags of the time of its first call. */
const flags = ['wasm-tier-up', 'wasm-dynamic-tiering', 'wasm-lazy-compilation']

export function FirstWasmModule(bytes) {
  for (const flag of flags) setFlagsFromString(`--no-${flag}`)
  try {
    return new Module(bytes)
  } finally {
    for (const flag of flags) setFlagsFromString(`--${flag}`)
  }
}
