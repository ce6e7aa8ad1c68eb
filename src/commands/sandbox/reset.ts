import { defineCommand } from '../frame/command.ts'
import { plainSandbox, sandboxData, sandboxScreen } from './view.ts'

export const sandboxResetCommand = defineCommand({
  name: 'sandbox reset',
  summary: 'Back to the first state, without faults',
  usage: '',
  examples: ['swaproute sandbox reset'],
  flags: [],
  maxWords: 0,
  playMoney: true,
  async run(_input, ctx) {
    const sandbox = await ctx.services.sandbox()
    const info = await sandbox.reset()
    return { data: sandboxData(info), view: info }
  },
  screen: (info, { width, paint }) =>
    info === null ? ['The next start begins fresh.'] : sandboxScreen(info, width, paint),
  plain: (info) => plainSandbox(info),
})
