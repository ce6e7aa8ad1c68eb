/** What is shipped, looked at as text: nothing in it may run code that is not in it (docs/safety.md L4). */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../../..')

/** Ways to code that no build has seen. */
const loaders: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['eval', /(?<![.\w$])eval\s*\(/],
  ['Function of a text', /(?<![.\w$])(?:new\s+)?Function\s*\(\s*["'`\w$.]/],
  ['Function by another name', /(?<![.\w$])[\w$]+\s*=\s*Function(?![\w$(.])/],
  ['a constructor of functions', /\.constructor\s*\(\s*["'`]/],
  ['node:vm', /(?:require\(|from\s*|import\(?|BuiltinModule\()\s*["'`](?:node:)?vm["'`]/],
  [
    'a script of V8',
    /runIn(?:This|New)?Context|compileFunction|\bvm\.(?:Script|create\w+|\w*Module)\b/,
  ],
  ['a module of V8', /\b_compile\s*\(|Module\._load|registerHooks|module\.register\(/],
  ['a native library', /process\.dlopen|\.dlopen\(/],
  ['an import of a name made at run time', /(?<![.\w$])import\(\s*(?!["'`])/],
  ['an import from the network', /(?:import|require)\(\s*["'`](?:https?|data|blob):/],
  ['a timer with a text', /set(?:Timeout|Interval)\(\s*["'`]/],
  ['code for a worker', /new Worker\(/],
]

export type Found = { file: string; loader: string; near: string }

/** Every place, also the known ones. */
export function findLoaders(text: string, file: string): Found[] {
  return loaders.flatMap(([loader, pattern]) =>
    [...text.matchAll(new RegExp(pattern, 'g'))].map(({ index }) => ({
      file,
      loader,
      near: text.slice(Math.max(0, index - 60), index + 80).replace(/\s+/g, ' '),
    })),
  )
}

/** Those that are known, and why they may be there. */
export function isKnown({ file, loader, near }: Found): boolean {
  // zod's compiler of parsers and its probe for one, which src/main.ts switches off (`jitless`):
  // test/tooling/tarball.test.ts runs the program where any such call ends the process.
  const isZod = /compile\(\)\{let \w+=Function|userAgent\?\.includes\(`Cloudflare`\)/.test(near)
  if (/^Function (?:of a text|by another name)$/.test(loader) && isZod) return true
  // The compiler of the sandbox's contracts, a script of this repository that is not shipped: in
  // the package its place is empty, and the compiled contracts are there instead.
  const isCompiler = file.startsWith('sandbox/') && near.includes('`scripts`,`contracts.mjs`')
  return loader === 'an import of a name made at run time' && isCompiler
}

/** The scripts under a folder, with their paths from the root of the repository. */
export function scriptsIn(folder: string): { file: string; text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:c|m)?js$/.test(name))
    .map((name) => ({
      file: `${folder}/${name}`,
      text: readFileSync(join(root, folder, name), 'utf8'),
    }))
}
