import { defineCommand } from '../frame/command.ts'

export const sandboxStopCommand = defineCommand({
  name: 'sandbox stop',
  summary: 'Stop the sandbox; its chains are kept for the next start',
  usage: '',
  examples: ['swaproute sandbox stop'],
  flags: [],
  maxWords: 0,
  playMoney: true,
  async run(_input, ctx) {
    const sandbox = await ctx.services.sandbox()
    const stopped = await sandbox.stop()
    return { data: { running: false, stopped }, view: stopped }
  },
  screen: (stopped) => [stopped ? 'The sandbox is stopped.' : 'No sandbox was running.'],
  plain: (stopped) => ['stopped', String(stopped)],
})
