import { existsSync, readFileSync, rmSync } from 'node:fs'
import { SwaprouteError } from '../../core/errors.ts'
import { ownText } from '../../format/plain.ts'
import { type Ctx, defineCommand } from '../frame/command.ts'
import { readConfigFile } from '../frame/config.ts'
import { readOwnFile } from '../frame/ownFile.ts'
import { withConfigLock, writeConfigText } from '../frame/writeConfig.ts'

export const configEditCommand = defineCommand({
  name: 'config edit',
  summary: 'Edit the configuration file in your editor',
  usage: '',
  about:
    'Opens a copy in $VISUAL or $EDITOR, which replaces the file once it is valid. If it is not, the\n' +
    'mistake is shown, and you can go on editing or leave the file unchanged.',
  examples: [
    'swaproute config edit',
    'swaproute config edit --profile work',
    'EDITOR=nano swaproute config edit',
  ],
  flags: [],
  maxWords: 0,
  mendsConfig: true,
  makesProfile: true,
  async run(_input, ctx: Ctx) {
    if (!ctx.ask.possible) {
      throw new SwaprouteError('CONFIRMATION_REQUIRED', 'An editor needs a terminal.', {
        hint: 'Use `swaproute config set` in scripts.',
      })
    }
    const { file } = ctx.config
    const copy = `${file}.edit.${process.pid}.json`
    const before = textOf(file)
    writeConfigText(copy, before)
    try {
      const text = await edited(file, copy, ctx)
      const isChanged = text !== before
      if (isChanged) await withConfigLock(file, () => replace(file, before, text, copy))
      rmSync(copy, { force: true })
      return { data: { file, changed: isChanged }, view: { file, isChanged } }
    } catch (thrown) {
      if (!isOvertaken(thrown)) rmSync(copy, { force: true })
      throw thrown
    }
  },
  screen: ({ file, isChanged }) => [
    isChanged ? `Saved ${ownText(file)}.` : `Nothing changed in ${ownText(file)}.`,
  ],
  plain: ({ file, isChanged }) => [`${ownText(file)}\t${isChanged ? 'changed' : 'same'}`],
})

function textOf(file: string): string {
  return existsSync(file) ? readOwnFile(file) : '{\n}\n'
}

/** Changes written by another run while the editor was open are not lost. */
function replace(file: string, before: string, text: string, copy: string): void {
  if (textOf(file) === before) {
    writeConfigText(file, text)
    return
  }
  throw new SwaprouteError('CONFIG_INVALID', `${file} changed while you edited it.`, {
    hint: `It was not overwritten. Your version is in ${copy}: copy what you need, then delete it.`,
    context: { copy },
  })
}

function isOvertaken(thrown: unknown): boolean {
  return thrown instanceof SwaprouteError && thrown.context['copy'] !== undefined
}

/**
 * The edited text once it is a valid configuration.
 * @throws SwaprouteError DECLINED, CONFIG_INVALID
 */
async function edited(file: string, copy: string, ctx: Ctx): Promise<string> {
  for (;;) {
    await openEditor(copy, ctx)
    const text = readFileSync(copy, 'utf8')
    try {
      readConfigFile(file, false, text)
      return text
    } catch (thrown) {
      if (!(thrown instanceof SwaprouteError)) throw thrown
      ctx.show([thrown.message])
      if (await ctx.ask.confirm('Go on editing?')) continue
      throw new SwaprouteError('DECLINED', 'The file is unchanged.')
    }
  }
}

/** The editor command may have arguments: `code --wait`. */
async function openEditor(copy: string, { io }: Ctx): Promise<void> {
  const { spawn } = await import('node:child_process')
  const isWindows = process.platform === 'win32'
  const fallback = isWindows ? 'notepad' : 'vi'
  const editor =
    [io.env['VISUAL'], io.env['EDITOR']].find((name) => (name ?? '') !== '') ?? fallback
  // No key or password of this program is passed on.
  const env = Object.fromEntries(
    Object.entries(io.env).filter(([name]) => !name.startsWith('SWAPROUTE_')),
  )
  const child = isWindows
    ? spawn(editor, [copy], { stdio: 'inherit', env, shell: true })
    : spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', copy], { stdio: 'inherit', env })
  const status = await new Promise<number | null>((resolve) => {
    child.once('error', () => {
      resolve(null)
    })
    child.once('exit', resolve)
  })
  if (status === 0) return
  throw new SwaprouteError('CONFIG_INVALID', `The editor "${editor.slice(0, 60)}" failed.`, {
    hint: 'Name another with EDITOR; the file is unchanged.',
  })
}
