import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ruleFamilies } from '../../src/core/rules.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const start = '## 2. Rules\n'
const end = '### Calls without a minimum\n'

/** The current docs/safety.md, its section 2 printed from the table of rules. */
export function safetyPage(): string {
  const page = readFileSync(join(root, 'docs/safety.md'), 'utf8')
  const [before, rest] = [page.indexOf(start), page.indexOf(end)]
  if (before < 0 || rest < before)
    throw new Error('docs/safety.md lost the headings around its rules')
  const list = ruleFamilies.map(
    ({ title, rules }) =>
      `${title}\n\n${rules.map(({ code, rule }) => `- **${code}** ${rule}\n`).join('')}`,
  )
  return `${page.slice(0, before)}${start}\n${list.join('\n')}\n${page.slice(rest)}`
}

/** Every source file of the program and the sandbox, but the table itself. */
export function sources(): { name: string; text: string }[] {
  return ['src', 'sandbox/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && name !== join('core', 'rules.ts'))
      .map((name) => ({
        name: join(folder, name),
        text: readFileSync(join(root, folder, name), 'utf8'),
      })),
  )
}
