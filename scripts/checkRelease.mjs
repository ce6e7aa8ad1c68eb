/**
 * `node scripts/checkRelease.mjs v1.2.3`: whether the sources may be published under that tag. Exit
 * status 1 with a sentence for each fault.
 */
import { readFileSync } from 'node:fs'

const [tag = ''] = process.argv.slice(2)
const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

const faults = []
for (const path of ['package.json', 'sandbox/package.json']) {
  const { name, version } = JSON.parse(read(path))
  if (`v${version}` !== tag) faults.push(`${name} is ${version}, and the tag is ${tag}.`)
}
const version = tag.slice(1)
const heading = read('CHANGELOG.md')
  .split('\n')
  .find((line) => line.startsWith(`## [${version}]`))
if (heading === undefined || !/^## \[[^\]]+\] - \d{4}-\d{2}-\d{2}$/.test(heading)) {
  faults.push(`CHANGELOG.md has no "## [${version}] - YYYY-MM-DD".`)
}

for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
