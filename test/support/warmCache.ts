import { fileURLToPath } from 'node:url'

/** Compiled code and seeded chains for homes of tests; made by `builtProgram.ts`, may be missing. */
export const warmCache = fileURLToPath(
  new URL('../../node_modules/.cache/swaproute-warm', import.meta.url),
)
