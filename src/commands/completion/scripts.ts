export type Listed = {
  name: string
  summary: string
  flags: readonly { name: string; hint: string; takesValue: boolean; choices: readonly string[] }[]
}

/** Completes commands, flags and the values of flags that have a fixed choice. */
export function bashScript(commands: readonly Listed[]): string {
  const cases = commands.map(
    ({ name, flags }) =>
      `    ${quote(name)}) flags=${quote(flags.map((flag) => `--${flag.name}`).join(' '))} ;;`,
  )
  return `# bash completion of swaproute
_swaproute() {
  local cur prev command flags words first
  cur="\${COMP_WORDS[COMP_CWORD]}"
  prev="\${COMP_WORDS[COMP_CWORD-1]}"
  first="\${COMP_WORDS[1]}"
  command="$first"
  case "$first" in
    ${firstWordsWithChildren(commands).join('|') || '-'}) command="$first \${COMP_WORDS[2]}" ;;
  esac
  case "$prev" in
${choiceCases(commands)}
  esac
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W ${quote(firstWords(commands).join(' '))} -- "$cur"))
    return
  fi
  if [[ $COMP_CWORD -eq 2 ]]; then
    case "$first" in
${childCases(commands)}
    esac
  fi
  case "$command" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$flags" -- "$cur"))
}
complete -o default -F _swaproute swaproute
`
}

/** zsh runs the bash script through its own compatibility layer. */
export function zshScript(commands: readonly Listed[]): string {
  return `#compdef swaproute
autoload -U +X bashcompinit && bashcompinit
${bashScript(commands)}`
}

export function fishScript(commands: readonly Listed[]): string {
  const lines = ['# fish completion of swaproute', 'complete -c swaproute -f']
  const children = new Set(firstWordsWithChildren(commands))
  for (const word of firstWords(commands)) {
    const summary = commands.find(({ name }) => name === word)?.summary ?? ''
    lines.push(
      `complete -c swaproute -n __fish_use_subcommand -a ${quote(word)} -d ${quote(summary)}`,
    )
  }
  for (const { name, summary, flags } of commands) {
    const [first = '', second] = name.split(' ')
    if (second !== undefined && children.has(first)) {
      lines.push(
        `complete -c swaproute -n ${quote(`__fish_seen_subcommand_from ${first}`)} -a ${quote(second)} -d ${quote(summary)}`,
      )
    }
    const seen = `__fish_seen_subcommand_from ${second ?? first}`
    for (const { name: flag, hint, takesValue, choices } of flags) {
      const values = choices.length === 0 ? '' : ` -a ${quote(choices.join(' '))}`
      lines.push(
        `complete -c swaproute -n ${quote(seen)} -l ${flag}${takesValue ? ' -r' : ''}${values} -d ${quote(hint)}`,
      )
    }
  }
  return `${lines.join('\n')}\n`
}

function firstWords(commands: readonly Listed[]): string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ', 1)[0] ?? name))]
}

function firstWordsWithChildren(commands: readonly Listed[]): string[] {
  return [
    ...new Set(
      commands.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ', 1)[0] ?? ''] : [])),
    ),
  ]
}

function childCases(commands: readonly Listed[]): string {
  return firstWordsWithChildren(commands)
    .map((word) => {
      const children = commands.flatMap(({ name }) =>
        name.startsWith(`${word} `) ? [name.slice(word.length + 1)] : [],
      )
      return `      ${word}) COMPREPLY=($(compgen -W ${quote(children.join(' '))} -- "$cur")); return ;;`
    })
    .join('\n')
}

function choiceCases(commands: readonly Listed[]): string {
  const choices = new Map<string, Set<string>>()
  for (const flag of commands.flatMap(({ flags }) => flags)) {
    if (flag.choices.length === 0) continue
    const known = choices.get(flag.name) ?? new Set()
    for (const choice of flag.choices) known.add(choice)
    choices.set(flag.name, known)
  }
  return [...choices]
    .map(
      ([name, words]) =>
        `    --${name}) COMPREPLY=($(compgen -W ${quote([...words].join(' '))} -- "$cur")); return ;;`,
    )
    .join('\n')
}

/** Quotes a word for POSIX shells. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
