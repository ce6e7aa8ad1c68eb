import { defineCommand } from '../frame/command.ts'
import { plainSandbox, sandboxData, sandboxScreen } from './view.ts'

export const sandboxStatusCommand = defineCommand({
  name: 'sandbox status',
  summary: 'What runs, where, and the accounts',
  usage: '',
  about: '--json lists RPC and provider addresses, chain ids, and the accounts with their keys.',
  examples: ['swaproute sandbox status', 'swaproute sandbox status --json | jq .data.chains'],
  flags: [],
  maxWords: 0,
  playMoney: true,
  async run(_input, ctx) {
    const sandbox = await ctx.services.sandbox()
    const info = sandbox.info()
    return { data: sandboxData(info), view: info }
  },
  screen: (info, { width, paint }) => sandboxScreen(info, width, paint),
  plain: (info) => plainSandbox(info),
})
