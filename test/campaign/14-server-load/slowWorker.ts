/** Opens the given number of slow sockets, and reports how long each was open. */
import { setTimeout as wait } from 'node:timers/promises'
import { openSlow, slowKinds, type SlowSocket } from './slowSockets.ts'

const port = Number(process.argv[2])
const sockets: SlowSocket[] = []

/** Node accepts one connection a turn: what waits to be accepted has no limit running yet. */
const everyMs = 25

process.on('message', (told: number | 'times') => {
  if (told === 'times') {
    process.send?.(
      sockets.map(({ kind, closedAfterMs }) => ({ kind, closedAfterMs: closedAfterMs() })),
    )
  } else void open(told)
})
process.on('disconnect', () => {
  for (const socket of sockets) socket.destroy()
  process.exit()
})

async function open(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    sockets.push(openSlow(port, slowKinds[index % slowKinds.length] ?? 'idle'))
    await wait(everyMs)
  }
}
