import { serveSettingList } from '../frame/serveSettings.ts'

/** A setting, or a group of them, as `config list --all` explains it. */
export type ExplainedSetting = {
  /** `rpc.<CHAIN>` for a group. */
  key: string
  /** Environment variable; null: only the file. */
  variable: string | null
  flag: string | null
  /** Default if not set. */
  fallback: string
  line: string
  example: string
}

const explain = (
  key: string,
  variable: string | null,
  flag: string | null,
  fallback: string,
  line: string,
  example: string,
): ExplainedSetting => ({ key, variable, flag, fallback, line, example })

/** Every setting of this program, in the order of a first set-up. */
export const explainedSettings: readonly ExplainedSetting[] = [
  explain(
    'account',
    'SWAPROUTE_ACCOUNT',
    '--account',
    'the only one there is',
    'Account that pays by default.',
    'main',
  ),
  explain(
    'passwordFile',
    'SWAPROUTE_PASSWORD_FILE',
    '--password-file',
    'asked on the terminal',
    'File with the password of the account.',
    '/run/secrets/swaproute-password',
  ),
  explain(
    'slippage',
    'SWAPROUTE_SLIPPAGE',
    '--slippage',
    '0.5% on one EVM chain, 1% elsewhere',
    'Accepted price loss, as percent or basis points.',
    '0.5%',
  ),
  explain(
    'favourites',
    null,
    null,
    'none',
    'Assets that lists show first.',
    'eth:USDC,arb:USDC,ton:TON',
  ),
  explain(
    'receivers.<NAME>.<CHAIN>',
    null,
    null,
    'none',
    'Receiver book, for `--receiver NAME`; `swaproute book add` checks the address.',
    '0x52908400098527886E0F7030069857D2E4169EE7',
  ),
  explain(
    'notifyCommand',
    null,
    '--notify-command',
    'none',
    'Command to run when a swap that was waited for has ended.',
    'notify-send "Swap $SWAPROUTE_STATUS"',
  ),
  explain(
    'maxLossBps',
    'SWAPROUTE_MAX_LOSS_BPS',
    null,
    '5000',
    'Most a swap may lose against independent prices, basis points.',
    '300',
  ),
  explain(
    'rpc.<CHAIN>',
    'SWAPROUTE_RPC_<CHAIN>',
    null,
    'public nodes',
    'Nodes of a chain, the preferred one first, separated by commas.',
    'https://eth.example.org',
  ),
  explain(
    'providers.<NAME>.apiKey',
    'SWAPROUTE_<NAME>_API_KEY',
    null,
    'none',
    'API key of a provider; secret. `swaproute providers` shows which need one.',
    '…',
  ),
  explain(
    'providers.<NAME>.apiSecret',
    'SWAPROUTE_<NAME>_API_SECRET',
    null,
    'none',
    'Second part of a key that has two; secret.',
    '…',
  ),
  explain(
    'providers.<NAME>.url',
    'SWAPROUTE_<NAME>_URL',
    null,
    'the provider’s own',
    'Address of a provider’s service, for a proxy or a test.',
    'https://proxy.example.org',
  ),
  explain(
    'providers.<NAME>.perSecond',
    'SWAPROUTE_<NAME>_PER_SECOND',
    null,
    'what the provider publishes',
    'Most requests per second to a provider’s host, for a plan with other limits.',
    '2.5',
  ),
  explain(
    'providers.ACROSS.integratorId',
    'SWAPROUTE_ACROSS_INTEGRATOR_ID',
    null,
    'none',
    'Two bytes by which Across knows its partners.',
    '0xdc0d',
  ),
  explain(
    'disabledProviders',
    'SWAPROUTE_DISABLED_PROVIDERS',
    null,
    'none',
    'Providers that are never asked, chosen or paid.',
    'lifi,rango',
  ),
  explain(
    'disabledContracts',
    'SWAPROUTE_DISABLED_CONTRACTS',
    null,
    'none',
    'Contracts that are never paid or approved, as <chain>:<address>.',
    'eth:0x52908400098527886E0F7030069857D2E4169EE7',
  ),
  explain(
    'requestsPerSecond',
    'SWAPROUTE_REQUESTS_PER_SECOND',
    null,
    '20',
    'Most requests to a public host that publishes no limit.',
    '5',
  ),
  explain(
    'backend',
    'SWAPROUTE_BACKEND',
    '--backend',
    'embedded',
    'Routing in this process (embedded), or at a server (remote).',
    'remote',
  ),
  explain('url', 'SWAPROUTE_URL', '--url', 'none', 'Address of the remote server.', 'https://…'),
  explain('apiKey', 'SWAPROUTE_API_KEY', null, 'none', 'Key for the remote server; secret.', '…'),
  explain(
    'referrer',
    'SWAPROUTE_REFERRER',
    '--referrer',
    'swaproute',
    'Name of the integrating project, sent to providers.',
    'mywallet',
  ),
  explain(
    'integrators.<ADDRESS>',
    null,
    null,
    'none',
    'Fee share of an integrator in basis points, for a server.',
    '30',
  ),
  explain(
    'sandbox',
    'SWAPROUTE_SANDBOX',
    '--sandbox',
    'false',
    'Play money on local chains for every command.',
    'true',
  ),
  ...serveSettingList.map(({ key, variable, flag, fallback, row }) =>
    explain(key, variable, `--${flag}`, fallback, `\`serve\`: ${row.hint}.`, row.example),
  ),
]
