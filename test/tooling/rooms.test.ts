/**
 * In each folder of src, its files and sub-folders are rooms; a file and a folder of one name are
 * one. Imports between them point down only: no room imports one that imports it, through however
 * many others. The layer check does the same for the folders of src alone.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

type Arrow = readonly [from: string, to: string]

const root = fileURLToPath(new URL('../..', import.meta.url))
const specifier = /(?:\bfrom|\bimport|\bimport\()\s*'(\.{1,2}\/[^']+\.ts)'/g

test('no import of src runs back up', () => {
  const files = readdirSync(`${root}/src`, { recursive: true, encoding: 'utf8' })
  const imports = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      [...readFileSync(`${root}/src/${file}`, 'utf8').matchAll(specifier)].map(
        ([, to = '']): Arrow => [`src/${file}`, posix.join('src', dirname(file), to)],
      ),
    )
  expect(imports.length).toBeGreaterThan(4_000)
  expect(circles(imports)).toEqual([])
})

test('a circle of rooms is found, however long', () => {
  const down: Arrow[] = [
    ['src/a.ts', 'src/b/one.ts'],
    ['src/b/one.ts', 'src/c/one.ts'],
    ['src/a/part.ts', 'src/a.ts'],
    ['src/top.ts', 'src/a.ts'],
  ]
  expect(circles(down)).toEqual([])
  expect(circles([...down, ['src/c/two.ts', 'src/a/other.ts']])).toEqual([
    'src: a -> b',
    'src: b -> c',
    'src: c -> a',
  ])
})

/** The arrows of circles of rooms, and those from one circle to another. */
function circles(imports: readonly Arrow[]): string[] {
  const folders = new Set(imports.flat().flatMap(foldersOf))
  return [...folders].flatMap((folder) => {
    const roomOf = (file: string): string | null =>
      file.startsWith(`${folder}/`)
        ? (file.slice(folder.length + 1).split('/')[0] ?? '').replace(/\.ts$/, '')
        : null
    let arrows = imports.flatMap(([from, to]): Arrow[] => {
      const [above, below] = [roomOf(from), roomOf(to)]
      return above === null || below === null || above === below ? [] : [[above, below]]
    })
    for (;;) {
      const importing = new Set(arrows.map(([from]) => from))
      const imported = new Set(arrows.map(([, to]) => to))
      const left = arrows.filter(([from, to]) => imported.has(from) && importing.has(to))
      if (left.length === arrows.length) break
      arrows = left
    }
    return [...new Set(arrows.map(([from, to]) => `${folder}: ${from} -> ${to}`))]
  })
}

function foldersOf(file: string): string[] {
  const folder = dirname(file)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}
