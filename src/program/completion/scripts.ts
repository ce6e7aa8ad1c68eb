// Thin scripts: the candidates come from the program itself (`swaproute __complete`).

/** Words are read from the line, since bash splits them at colons. */
export const bashScript = `# bash completion of swaproute
_swaproute() {
  local line="\${COMP_LINE:0:COMP_POINT}" words=() current prefix='' item value
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  current="\${words[\${#words[@]}-1]}"
  # Bash completes only what follows the last colon.
  if [[ $current == *:* && $COMP_WORDBREAKS == *:* ]]; then prefix="\${current%"\${current##*:}"}"; fi
  COMPREPLY=()
  while IFS= read -r item; do
    value="\${item%%$'\\t'*}"
    if [[ $value == ':files' ]]; then
      compopt -o filenames 2> /dev/null
      while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$current")
    else
      COMPREPLY+=("\${value#"$prefix"}")
    fi
  done < <("\${words[0]}" __complete -- "\${words[@]:1}" 2> /dev/null)
  if [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *: ]]; then compopt -o nospace 2> /dev/null; fi
}
complete -F _swaproute swaproute
`

export const zshScript = `#compdef swaproute
_swaproute() {
  local -a plain chains
  local item value hint
  for item in \${(f)"$(\${words[1]} __complete -- "\${(@)words[2,CURRENT]}" 2> /dev/null)"}; do
    value="\${item%%$'\\t'*}"
    hint="\${item#*$'\\t'}"
    if [[ $value == ':files' ]]; then
      _files
      return
    fi
    if [[ $value == *: ]]; then chains+=("\${value//:/\\\\:}:$hint"); else plain+=("\${value//:/\\\\:}:$hint"); fi
  done
  (( \${#chains} )) && _describe -t chains 'chain' chains -S ''
  (( \${#plain} )) && _describe -t words 'word' plain
}
if [ "$funcstack[1]" = "_swaproute" ]; then _swaproute "$@"; else compdef _swaproute swaproute; fi
`

export const fishScript = `# fish completion of swaproute
function __swaproute_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found ($words[1] __complete -- $words[2..-1] 2> /dev/null)
    if contains -- ':files' $found
        __fish_complete_path (commandline -ct)
    else
        printf '%s\\n' $found
    end
end
complete -c swaproute -f -a '(__swaproute_complete)'
`

export const powershellScript = `# PowerShell completion of swaproute
Register-ArgumentCompleter -Native -CommandName swaproute -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.Extent.Text })
  if ($wordToComplete -eq '') { $words += '""' }
  & swaproute __complete '--' @words 2>$null | ForEach-Object {
    $value, $hint = $_ -split "\`t", 2
    if ($value -eq ':files') { return }
    if (-not $hint) { $hint = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $hint)
  }
}
`
