/** Lines for every command, with the secrets of the place in use. */
import type { Canaries } from './canaries.ts'

export type Line = {
  argv: readonly string[]
  stdin?: string
  /** Starts programs of its own and waits for them: the full size only. */
  sandbox?: boolean
  /** With a key in its environment it does not even start (K10): it runs without one as well. */
  longLived?: boolean
}

/** The environments a line runs in. */
export function environmentsOf(
  { longLived }: Line,
  env: Record<string, string>,
): Record<string, string>[] {
  const { SWAPROUTE_PRIVATE_KEY: _, ...keyless } = env
  return longLived === true ? [env, keyless] : [env]
}

const hash = `0x${'ab'.repeat(32)}`
const receiver = ['--receiver', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045']
const crossing = ['0.1', 'btc:BTC', 'to', 'eth:ETH', ...receiver, '--timeout', '3']
const within = ['1', 'eth:ETH', 'to', 'eth:USDC', '--timeout', '3']

export function commandLines(folder: string, secrets: Canaries): readonly Line[] {
  const password = ['--password-file', `${folder}/password`]
  const wrong = ['--password-file', `${folder}/wrong`]
  const keystore = ['--keystore', `${folder}/config/accounts/main.json`]
  const swap = (...key: string[]): Line => ({ argv: ['swap', ...within, '--yes', ...key] })
  const sandbox = (...argv: string[]): Line => ({ argv, sandbox: true })
  return [
    {
      argv: ['wallet', 'import', 'words', '--kind', 'ton', '--key-stdin', ...password],
      stdin: `${secrets.phrase}\n`,
    },
    {
      argv: ['wallet', 'import', 'bad', '--kind', 'ton', '--key-stdin', ...password],
      stdin: `${secrets.phrase} extra\n`,
    },
    {
      argv: ['wallet', 'import', 'bad', '--key-stdin', ...password],
      stdin: `${secrets.stdinKey}00\n`,
    },
    { argv: ['wallet', 'import', 'again', ...keystore, ...wrong] },
    { argv: ['wallet', 'new', 'main', ...password] },
    { argv: ['quote', ...crossing, '--failed'] },
    { argv: ['best', ...crossing] },
    { argv: ['deposit', ...crossing] },
    swap('--account', 'main', ...password),
    swap('--account', 'main', ...wrong),
    swap(...keystore, ...wrong),
    swap('--dry-run'),
    { ...swap('--key-stdin'), stdin: `${secrets.stdinKey}\n` },
    { ...swap('--key-stdin'), stdin: `${secrets.stdinKey} and more\n` },
    {
      argv: ['swap', '1', 'ton:TON', 'to', 'ton:USDT', '--yes', '--account', 'words', ...password],
    },
    { argv: ['quote', ...crossing, '--backend', 'remote', '--url', 'http://127.0.0.1:9/'] },
    { argv: ['status', hash] },
    { argv: ['status', hash, '--report'] },
    { argv: ['claim', hash, '--account', 'main', ...password, '--yes'] },
    { argv: ['resume'] },
    { argv: ['history'] },
    { argv: ['receipt', hash] },
    { argv: ['chains', 'eth'] },
    { argv: ['tokens', 'usdc'] },
    { argv: ['tokens', `eth:0x${'12'.repeat(20)}`] },
    { argv: ['providers', 'near'] },
    { argv: ['providers', 'check', 'near_intents', 'changenow'] },
    { argv: ['providers', 'check', 'exolix', 'UNI_SWAP_V3', '--report'] },
    { argv: ['wallet', 'watch', '0x52908400098527886E0F7030069857D2E4169EE7', '--name', 'cold'] },
    { argv: ['wallet', 'list'] },
    { argv: ['wallet', 'default', 'main'] },
    { argv: ['wallet', 'export', 'main', '--out', `${folder}/export.json`] },
    { argv: ['wallet', 'rename', 'words', 'ton'] },
    { argv: ['wallet', 'rename', 'ton', 'words'] },
    { argv: ['wallet', 'remove', 'words'] },
    { argv: ['wallet', 'address', 'main'] },
    { argv: ['wallet', 'balance', 'main'] },
    { argv: ['config', 'list', '--origin'] },
    { argv: ['config', 'get', 'account'] },
    { argv: ['config', 'set', 'providers.LIFI.apiKey'], stdin: `${secrets.stdinKey}\n` },
    { argv: ['config', 'list', '--all'] },
    { argv: ['config', 'unset', 'providers.LIFI.apiKey'] },
    { argv: ['config', 'edit'] },
    { argv: ['config', 'path'] },
    { argv: ['book', 'add', 'bob', 'eth', receiver[1] ?? ''] },
    { argv: ['book', 'list'] },
    { argv: ['book', 'remove', 'bob'] },
    { argv: ['doctor'] },
    { argv: ['completion', 'bash'] },
    { argv: ['__complete', '--', 'swap', '--account', ''] },
    { argv: ['serve', '--port', '0', '--token-file', `${folder}/token`], longLived: true },
    { argv: ['mcp'], longLived: true },
    { argv: ['explain', 'UNSAFE_ROUTE'] },
    { argv: ['schema', 'quote'] },
    { argv: ['sandbox', 'status'] },
    { argv: ['sandbox', 'stop'] },
    { ...sandbox('sandbox', 'start'), longLived: true },
    sandbox('sandbox', 'fund', 'alice', '5', 'eth:ETH'),
    sandbox(
      'swap',
      '0.01',
      'eth:ETH',
      'to',
      'eth:USDC',
      '--sandbox',
      '--account',
      'alice',
      '--yes',
    ),
    sandbox('sandbox', 'fault', 'across', 'down'),
    sandbox('quote', '1', 'eth:ETH', 'to', 'arb:ETH', '--sandbox', '--failed'),
    sandbox('swap', '1', 'eth:ETH', 'to', 'eth:USDC', '--sandbox', '--key-stdin', '--yes'),
    sandbox('doctor', '--sandbox'),
    sandbox('doctor', '--live', '--report', '--sandbox'),
    sandbox('providers', 'check', 'exolix', '--sandbox', '--record', 'records'),
    sandbox('sandbox', 'deposit'),
    sandbox('tour'),
    { ...sandbox('sandbox', 'reset'), longLived: true },
    sandbox('sandbox', 'stop'),
  ]
}
