import { waitingText } from '../../format/progress.ts'
import { defineCommand } from '../frame/command.ts'
import { plainSandbox, sandboxData, sandboxScreen } from './view.ts'

export const sandboxStartCommand = defineCommand({
  name: 'sandbox start',
  summary: 'Start local chains with play money',
  usage: '',
  about:
    'Four local EVM chains with the real exchange contracts, TON with an exchange of its own,\n' +
    'provider servers that settle, and the accounts alice and bob. Nothing leaves this machine.\n' +
    'Any command with --sandbox starts it too.',
  examples: ['swaproute sandbox start', 'swaproute sandbox start --json'],
  flags: [],
  maxWords: 0,
  playMoney: true,
  async run(_input, ctx) {
    const sandbox = await ctx.services.sandbox()
    const startedAtMs = ctx.io.now()
    ctx.live.start(() => [waitingText('Starting the sandbox', ctx.io.now() - startedAtMs)])
    const info = await sandbox.start()
    ctx.live.stop()
    return { data: sandboxData(info), view: info }
  },
  screen: (info, { width, paint }) => sandboxScreen(info, width, paint),
  plain: (info) => plainSandbox(info),
})
