import { join } from 'node:path'
import { PassThrough } from 'node:stream'

import type { Folders } from '../../../../src/commands/frame/folders.ts'
import type { Io } from '../../../../src/commands/frame/shapes.ts'

/** Streams, environment and folders of one run in a home, as in a process of its own. */
export function ownRun(
  home: string,
  env: Record<string, string>,
  now: () => number = Date.now,
): { io: Io; folders: Folders } {
  const io: Io = {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    terminal: { stdin: false, stdout: false, stderr: false },
    columns: null,
    env,
    cwd: home,
    home,
    version: '0.0.0',
    nodeVersion: '22.0.0',
    now,
    onInterrupt: () => () => undefined,
  }
  const folder = (name: string): string => join(home, name)
  return {
    io,
    folders: { config: folder('config'), state: folder('state'), cache: folder('cache') },
  }
}
