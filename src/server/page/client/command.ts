/** A word for a POSIX shell, quoted where it needs to be. */
function quoted(word: string): string {
  return /^[\w.:/@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

type Swap = {
  amount: string
  from: { blockchain: string; address: string }
  to: { blockchain: string; address: string }
  receiver: string | null
  sandbox: boolean
}

/**
 * The command line that quotes and reviews the same swap. It names tokens by their addresses, and no
 * id: a quote of this page is not one of the command line (docs/safety.md X7).
 */
export function swapCommand({ amount, from, to, receiver, sandbox }: Swap): string {
  const asset = ({ blockchain, address }: Swap['from']): string =>
    `${blockchain.toLowerCase()}:${address}`
  const words = ['swaproute', 'swap', amount, asset(from), 'to', asset(to)]
  if (receiver !== null) words.push('--receiver', receiver)
  if (sandbox) words.push('--sandbox', '--account', 'alice')
  return words.map(quoted).join(' ')
}
