/** A client made from an OpenAPI document by public tools, as an integrator would make one. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

const cache = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url))

export type GeneratedClient = {
  /** The compiler's complaints about each of the programs, which import `./schema.d.ts`. */
  check(programs: readonly string[]): string[][]
  /** Runs a program with these arguments; its standard output. */
  run(program: string, args: readonly string[]): Promise<string>
  remove(): void
}

const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: true,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  types: ['node'],
}

/** @param document the server's own `/openapi.json` */
export async function generateClient(document: string): Promise<GeneratedClient> {
  const types = astToString(await openapiTS(document))
  // Inside node_modules, where both the compiler and Node find `openapi-fetch`.
  const folder = mkdtempSync(join(cache, 'client-'))
  writeFileSync(join(folder, 'schema.d.ts'), types)
  return {
    check: (programs) => {
      const files = programs.map((program, index) => {
        const file = join(folder, `client${index}.mts`)
        writeFileSync(file, program)
        return file
      })
      const checked = ts.createProgram(files, options)
      return files.map((file) =>
        ts
          .getPreEmitDiagnostics(checked, checked.getSourceFile(file))
          .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
      )
    },
    run: async (program, args) => {
      const { outputText } = ts.transpileModule(program, {
        compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
      })
      const script = join(folder, 'client.mjs')
      writeFileSync(script, outputText)
      const { stdout } = await promisify(execFile)(process.execPath, [script, ...args])
      return stdout
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
