// V8 does not collect garbage while idle, so a traffic peak's memory would stay allocated for
// hours.

import type { Server } from 'node:http'

/** Without a request for this long, a server counts as quiet. */
const quietMs = 10_000

/** Collects garbage once after each time the server was busy; ends with the server. */
export function releaseMemoryWhenQuiet(server: Server): void {
  let timer: NodeJS.Timeout | undefined
  server.on('request', () => {
    if (timer === undefined) timer = setTimeout(collect, quietMs).unref()
    else timer.refresh()
  })
  server.once('close', () => clearTimeout(timer))
}

function collect(): void {
  void collectGarbage().catch(() => undefined) // Node may be built without the inspector
}

async function collectGarbage(): Promise<void> {
  const { Session } = await import('node:inspector/promises')
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
}
