import { describe, expect, it } from 'vitest'
import { catalog } from '../../src/program/catalog.ts'
import { offeredFlags } from '../../src/program/help/commandHelp.ts'
import { manPages } from '../../src/program/help/manPages.ts'

const pages = await manPages(catalog, '1.2.3')
const textOf = (file: string): string => pages.find((page) => page.file === file)?.text ?? ''
const shown = catalog.filter(({ hidden }) => hidden !== true)

describe('the manual', () => {
  it('has a page for each command that the help names, and one for the program', () => {
    const names = shown.map(({ name }) => `swaproute-${name.replaceAll(' ', '-')}.1`)
    expect(pages.map(({ file }) => file)).toEqual(['swaproute.1', ...names])
    for (const { name } of shown) expect(textOf('swaproute.1')).toContain(`swaproute ${name}\\fR`)
  })

  it.each(shown.map(({ name }) => name))('describes every flag of %s', async (name) => {
    const entry = shown.find((one) => one.name === name)
    const flags = offeredFlags((await entry?.load())!)
    const text = textOf(`swaproute-${name.replaceAll(' ', '-')}.1`)
    for (const flag of flags) {
      expect(text).toContain(`\\-\\-${flag.name.replaceAll('-', '\\-')}\\fR`)
    }
  })

  it('is ASCII, with known macros alone at the start of a line', () => {
    for (const { text } of pages) {
      expect(text).toMatch(/^\.TH "SWAPROUTE[A-Z-]*" "1" "" "swaproute 1\.2\.3" "swaproute"\n/)
      expect(text).toMatch(/^[\x20-\x7e\n]*$/)
      const macros = new Set(text.split('\n').flatMap((line) => /^[.']\S*/.exec(line) ?? []))
      const known = ['.TH', '.SH', '.B', '.BR', '.TP', '.PP', '.nf', '.fi']
      expect([...macros].filter((macro) => !known.includes(macro))).toEqual([])
    }
  })

  it('keeps what roff would take for its own', () => {
    expect(textOf('swaproute-swap.1')).toContain('\\fB\\-a, \\-\\-amount\\fR \\fIN\\fR')
    expect(textOf('swaproute-swap.1')).toContain('\\fIID,\\[u2026]\\fR')
  })
})
