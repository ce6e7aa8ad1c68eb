import { SwaprouteError } from '../core/errors.ts'
import { nearest } from '../core/nearest.ts'
import { defineCommand } from './frame/command.ts'

export const schemaCommand = defineCommand({
  name: 'schema',
  summary: 'JSON Schema of what a command prints with --json',
  usage: '[command]',
  about: 'Without a command: the names of all. Fields are only ever added.',
  examples: [
    'swaproute schema quote',
    'swaproute schema "wallet list"',
    'swaproute schema swap > swap.schema.json',
  ],
  flags: [],
  maxWords: 2,
  wordValues: ['command', null],
  raw: true,
  async run(input) {
    const { dataSchemas, documentSchema, toJsonSchema } = await import('./schema/documents.ts')
    // `__complete` is for shells.
    const names = Object.keys(dataSchemas).filter((name) => !name.startsWith('__'))
    const name = input.words.join(' ')
    if (name === '') return { data: { commands: names }, view: names }
    const data = Object.hasOwn(dataSchemas, name) ? dataSchemas[name] : undefined
    if (data === undefined) {
      const meant = nearest(name, names, 3)
      throw new SwaprouteError('INVALID_ARGUMENT', `There is no command "${name.slice(0, 40)}".`, {
        hint:
          meant.length > 0
            ? `Did you mean ${meant.join(' or ')}?`
            : '`swaproute schema` lists the names.',
        context: { suggestions: meant },
      })
    }
    const schema = {
      title: `swaproute ${name} --json`,
      ...toJsonSchema(documentSchema(name, data)),
    }
    return { data: schema, view: JSON.stringify(schema, null, 2).split('\n') }
  },
  screen: (lines) => lines,
  plain: (lines) => lines,
})
