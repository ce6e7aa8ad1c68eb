/**
 * Which packages ended up inside the bundles, and under which licences.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The packages whose code is in the outputs, sorted by name then version; `others` are those whose
 * code got there in another way, installed ones by name.
 *
 * @param {readonly string[]} modules paths from `root`
 * @param {string} root
 * @param {readonly (string | Package)[]} others
 * @returns {Package[]}
 * @throws {Error} that names each package without a licence, its text or its source
 *
 * @typedef {{ name: string, version: string, license: string, source: string, notice: string }} Package
 */
export function bundledPackages(modules, root, others = []) {
  const [names, whole] = [others.filter(isName), others.filter((other) => !isName(other))]
  const inside = modules.map(packageDir).filter((dir) => dir !== null)
  const dirs = new Set([...inside, ...names.map((name) => `node_modules/${name}`)])
  const packages = [...dirs].map((dir) => installedPackage(join(root, dir)))
  const all = [...packages, ...whole].toSorted(
    (a, b) => compare(a.name, b.name) || compare(a.version, b.version),
  )
  const faults = all.flatMap((one) =>
    ['license', 'source', 'notice']
      .filter((member) => typeof one[member] !== 'string' || one[member].trim() === '')
      .map((member) => `${one.name} ${one.version} has no ${member}`),
  )
  if (faults.length > 0) throw new Error(`It may not be bundled: ${faults.join('; ')}.`)
  return all
}

/** One notice per package: its name, version, declared licence, source, and the text it ships. */
export function licenceNotices(packages) {
  const line = '='.repeat(80)
  const notices = packages.map(
    ({ name, version, license, source, notice }) =>
      `${line}\n${name} ${version} (${license})\n${source}\n${line}\n\n${notice.trim()}\n`,
  )
  return `This program contains code of the following packages.\n\n${notices.join('\n')}`
}

function installedPackage(dir) {
  const { name, version, license, repository } = JSON.parse(
    readFileSync(join(dir, 'package.json'), 'utf8'),
  )
  return { name, version, license, source: sourceOf(repository), notice: licenceText(dir) }
}

/** Where a manifest says the source is, as an address for a browser; undefined if it does not. */
function sourceOf(repository) {
  const address = typeof repository === 'object' ? repository?.url : repository
  if (address === undefined) return undefined
  if (/^[\w-]+\/[\w.-]+$/.test(address)) return `https://github.com/${address}`
  return address
    .replace(/^git\+/, '')
    .replace(/^(?:git|ssh):\/\/(?:git@)?|^git@/, 'https://')
    .replace(/^(https:\/\/[^/:]+):/, '$1/')
    .replace(/^github:/, 'https://github.com/')
    .replace(/\.git$/, '')
}

const isName = (other) => typeof other === 'string'

function packageDir(path) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? null
}

/** Undefined where the package ships none. Some have it at the end of their README alone. */
function licenceText(dir) {
  const names = readdirSync(dir)
  const files = names.filter((name) => /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i.test(name))
  if (files.some((name) => !/^notice/i.test(name))) {
    return files.map((name) => readFileSync(join(dir, name), 'utf8').trim()).join('\n\n')
  }
  const readme = names.find((name) => /^readme(\.md)?$/i.test(name))
  if (readme === undefined) return undefined
  const [, text = ''] =
    /^#+ *licen[cs]e *$([\s\S]*)/im.exec(readFileSync(join(dir, readme), 'utf8')) ?? []
  return /copyright/i.test(text) && /permission/i.test(text) ? text : undefined
}

function compare(a, b) {
  return a < b ? -1 : Number(a > b)
}
