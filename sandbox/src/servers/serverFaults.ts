import type { HttpBindings } from '@hono/node-server'
import { createMiddleware } from 'hono/factory'
import type { FaultBoard } from '../faults.ts'
import { pause } from '../processes.ts'

/** What the node server hands to Hono besides the request. */
export type LoopbackEnv = { Bindings: HttpBindings }

/** The disturbances every provider server can be told to show, before it does its own work. */
export function serverFaults(target: string, faults: FaultBoard) {
  return createMiddleware<LoopbackEnv>(async (context, next) => {
    const delay = faults.look(target, 'delay')
    if (delay !== null) await pause(delay * 1_000)
    if (faults.look(target, 'down') !== null) {
      context.env.incoming.socket.destroy()
      return context.body(null, 503) // nobody is there to read it
    }
    if (faults.look(target, 'error') !== null) {
      return context.json({ message: 'Internal server error' }, 500)
    }
    if (faults.look(target, 'rate-limit') !== null) {
      return context.json({ message: 'Too many requests' }, 429, { 'retry-after': '1' })
    }
    if (faults.look(target, 'garbage') !== null) {
      return context.html('<!doctype html><title>Be right back</title>')
    }
    return next()
  })
}
