import { SwaprouteError } from '../core/errors.ts'
import { type Ctx, defineCommand } from '../commands/frame/command.ts'
import type { Input } from '../commands/inputs/input.ts'
import type { Allowance } from './plans.ts'
import { readDecimal } from '../commands/inputs/values.ts'

const usdDecimals = 18

const flags = [
  {
    name: 'account',
    value: 'NAME',
    group: 'parties',
    values: 'account',
    hint: 'Account that may pay; needs --max-usd',
  },
  { name: 'max-usd', value: 'N', hint: 'Maximum that may leave it within 24 hours, fees included' },
  {
    name: 'allow-receiver',
    value: 'ADDR',
    repeatable: true,
    hint: 'Additional allowed receivers',
  },
  {
    name: 'password-file',
    value: 'FILE',
    group: 'parties',
    values: 'file',
    hint: 'File with the password of the keystore',
  },
] as const

export const mcpCommand = defineCommand({
  name: 'mcp',
  summary: 'Tools for agents, by the Model Context Protocol on stdio',
  usage: '',
  about:
    'Started by an agent’s client, never by hand. Without flags it only reads: quote, best, status,\n' +
    'history, chains, tokens, providers, and prepare, which plans a swap without signing it. With\n' +
    '--account and --max-usd it may carry out what it prepared: to the account itself or a named\n' +
    'receiver, within the limit per 24 hours, which all servers of this machine share. The limit\n' +
    'replaces --confirm-amount for amounts above 100 USD alone. What a person has to type otherwise\n' +
    '(a loss, high slippage, an unknown price) is asked of you by the client, or refused.',
  examples: [
    'swaproute mcp',
    'swaproute mcp --account trading --max-usd 50 --password-file ./password',
  ],
  flags,
  maxWords: 0,
  asker: 'agent',
  raw: true,
  graceMs: 30_000, // a swap under way is recorded and sent, not aborted
  async run(input, ctx: Ctx<'assets' | 'execution' | 'hasEnvironmentKey' | 'journal' | 'payer'>) {
    if (ctx.mode !== 'human') {
      throw new SwaprouteError('INVALID_ARGUMENT', '`mcp` speaks its own protocol on stdout.', {
        hint: 'Leave out --json, --ndjson and --plain.',
      })
    }
    if (ctx.services.hasEnvironmentKey()) {
      throw new SwaprouteError(
        'KEY_UNAVAILABLE',
        'A server for agents does not run with a key in its environment.',
        {
          hint: 'Unset SWAPROUTE_PRIVATE_KEY; name an account with --account.',
          funds: 'none_moved',
        },
      )
    }
    const allowance = await readAllowance(input, ctx)
    const { serveAgent } = await import('./serve.ts')
    await serveAgent(ctx, allowance)
    return { data: null, view: null }
  },
  screen: () => [],
  plain: () => [],
})

/**
 * @throws SwaprouteError INVALID_ARGUMENT if only one of the two flags is given, KEY_UNAVAILABLE
 *   without such an account
 */
async function readAllowance(
  input: Input<typeof flags>,
  ctx: Ctx<'payer'>,
): Promise<Allowance | null> {
  const account = input.account
  const limit = input.maxUsd
  if (account === undefined && limit === undefined) {
    const loose =
      input.allowReceiver.length > 0
        ? 'allow-receiver'
        : input.passwordFile === undefined
          ? undefined
          : 'password-file'
    if (loose === undefined) return null
    throw new SwaprouteError('INVALID_ARGUMENT', `--${loose} needs --account.`, {
      hint: 'Give --account and --max-usd, or leave it out.',
    })
  }
  if (account === undefined || limit === undefined) {
    throw new SwaprouteError(
      'INVALID_ARGUMENT',
      account === undefined
        ? '--max-usd needs the account it limits.'
        : 'An agent may not use an account without a limit.',
      { hint: 'Give both --account NAME and --max-usd N.' },
    )
  }
  const maxUsdE18 = readDecimal(limit, usdDecimals, '--max-usd')
  const payer = await ctx.services.payer({
    account,
    keystore: null,
    passwordFile: ctx.config.passwordFile,
    keyStdin: false,
    signer: null,
    kind: null,
    signs: true,
  })
  return {
    account: payer.name,
    maxUsdE18,
    maxUsdText: limit,
    receivers: input.allowReceiver,
  }
}
