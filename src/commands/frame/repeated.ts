import type { Flags } from './shapes.ts'

/** What decides where a command runs has to stand in the next one as well. */
export function repeatedFlags(flags: Flags<string>): string {
  const parts = ['config', 'backend', 'url', 'sandbox'].flatMap((name) => {
    const value = flags.text(name)
    return flags.on(name)
      ? [value === undefined ? `--${name}` : `--${name} ${forShell(value)}`]
      : []
  })
  return parts.map((part) => ` ${part}`).join('')
}

const ownCommand = /`swaproute (?:resume|receipt|history|status)\b[^`]*`/g

/**
 * A sentence of ours whose commands are pasted and run in the same place: the layers below know
 * nothing of the flags of this run.
 */
export function withRepeated(text: string, repeated: string): string {
  return text.replace(ownCommand, (command) =>
    command.includes(repeated.trim()) ? command : `${command.slice(0, -1)}${repeated}\``,
  )
}

/** One word of a shell, whatever is in it. */
function forShell(value: string): string {
  return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`
}
