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
 * @returns {Package[]} `notice` is null where the package ships none
 *
 * @typedef {{ name: string, version: string, license: string, notice: string | null }} Package
 */
export function bundledPackages(modules, root, others = []) {
  const [names, whole] = [others.filter(isName), others.filter((other) => !isName(other))]
  const inside = modules.map(packageDir).filter((dir) => dir !== null)
  const dirs = new Set([...inside, ...names.map((name) => `node_modules/${name}`)])
  const installed = [...dirs].map((dir) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(root, dir, 'package.json'), 'utf8'),
    )
    return { name, version, license: license ?? 'not stated', notice: licenceText(join(root, dir)) }
  })
  return [...installed, ...whole].toSorted(
    (a, b) => compare(a.name, b.name) || compare(a.version, b.version),
  )
}

/** One notice per package: its name, version, declared licence and the text it ships. */
export function licenceNotices(packages) {
  const notices = packages.map(({ name, version, license, notice }) => {
    const text = notice ?? `The package ships no licence text; it declares ${license}.`
    return `${'='.repeat(80)}\n${name} ${version} (${license})\n${'='.repeat(80)}\n\n${text.trim()}\n`
  })
  return `This program contains code of the following packages.\n\n${notices.join('\n')}`
}

const isName = (other) => typeof other === 'string'

function packageDir(path) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? null
}

function licenceText(dir) {
  const name = readdirSync(dir).find((entry) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(entry))
  return name === undefined ? null : readFileSync(join(dir, name), 'utf8')
}

function compare(a, b) {
  return a < b ? -1 : Number(a > b)
}
