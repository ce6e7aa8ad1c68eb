import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startAnvil } from '../../../sandbox/src/anvil.ts'

const binary = vi.hoisted(() => ({ path: '' }))
vi.mock('../../../sandbox/src/packages.ts', () => ({ anvilBinary: () => binary.path }))

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'swaproute-anvil-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

function start(place: string): ReturnType<typeof startAnvil> {
  const files = { stateFile: join(place, 'state.json'), logFile: join(place, 'log') }
  return startAnvil({ chainId: 13_370_001, port: 9, onSpawn: () => undefined, ...files })
}

test.each([
  ['is missing', null, /does not run here: .*ENOENT/],
  ['needs another system', '#!/nonexistent/ld-linux.so\n', /does not run here: .*ENOENT/],
  [
    'ends at once',
    '#!/bin/sh\nexit 127\n',
    /does not run here: .*(?:ended with 127|ended at once)/,
  ],
])('a binary that %s is a matter of the set-up', async (_, text, message) => {
  const place = folder()
  binary.path = join(place, 'anvil')
  if (text !== null) {
    writeFileSync(binary.path, text)
    chmodSync(binary.path, 0o755)
  }
  await expect(start(place)).rejects.toMatchObject({
    code: 'SANDBOX_UNAVAILABLE',
    exit: 3,
    message: expect.stringMatching(message),
    hint: expect.stringContaining('Linux with glibc'),
  })
})
