import { syncBuiltinESMExports } from 'node:module'

/** Does the work while a function of a built-in module fails with this code, as on a broken system. */
export async function whileFailing<M extends object, T>(
  module: M,
  name: keyof M & string,
  code: string,
  work: () => T,
): Promise<Awaited<T>> {
  const original: unknown = Reflect.get(module, name)
  const fail = (): never => {
    throw Object.assign(new Error(`${code}: ${name}`), { code })
  }
  Reflect.set(module, name, fail)
  syncBuiltinESMExports()
  try {
    return await work()
  } finally {
    Reflect.set(module, name, original)
    syncBuiltinESMExports()
  }
}
