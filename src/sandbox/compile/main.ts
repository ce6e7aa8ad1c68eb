// Build step: `node <this file, bundled> <folder of .sol> <output folder>`.
import { writeContracts } from './compile.ts'

const [sourceDir, outDir] = process.argv.slice(2)
if (sourceDir === undefined || outDir === undefined) {
  throw new Error('usage: compile <folder of .sol> <output folder>')
}
const names = await writeContracts(sourceDir, outDir)
process.stdout.write(`compiled ${names.join(', ')}\n`)
