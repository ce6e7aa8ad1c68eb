/**
 * `npm run witness DIR`: turns records of live questions into cases of test/providers/recorded, or says
 * what the adapters read otherwise. Exit status 1 with a difference, 2 where there is nothing to read.
 *
 *   npm run witness DIR                records of `providers check --record DIR`
 *   npm run witness DIR -- --into DIR  cases go to this folder
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { importSource } from './importSource.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values, positionals } = parseArgs({
  options: { into: { type: 'string', default: join(root, 'test/providers/recorded') } },
  allowPositionals: true,
})
process.exitCode = await main()

async function main() {
  const [folder] = positionals
  if (folder === undefined || positionals.length > 1 || !existsSync(folder)) {
    console.error('Name one folder of records: npm run witness DIR')
    return 2
  }
  if (recordsIn(folder).length === 0) {
    console.error(`${folder} has no records.`)
    return 2
  }
  const { judgeRecord } = await importSource('test/providers/recording.ts')
  const cases = (existsSync(values.into) ? recordsIn(values.into) : []).map(([, each]) => each)
  const proofs = JSON.parse(readFileSync(join(root, 'src/providers/proofs.json'), 'utf8'))
  let isClean = true
  for (const [file, record] of recordsIn(folder)) {
    const { lines, isDifferent, written } = await judgeRecord(record, { cases, proofs })
    isClean &&= !isDifferent
    if (written !== null) {
      const target = join(values.into, `${written.name}.json`)
      mkdirSync(values.into, { recursive: true })
      writeFileSync(target, written.text)
      lines.push(`case: ${relative(process.cwd(), target)}`)
    }
    console.log(`${file}: ${lines.join('\n  ')}`)
  }
  return isClean ? 0 : 1
}

/** Each file with its content; one that is not JSON has the text of the error. */
function recordsIn(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return files.toSorted().map((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    try {
      return [name, JSON.parse(text)]
    } catch (error) {
      return [name, error.message]
    }
  })
}
