import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { identifyProcess } from '../../sandbox/src/processes.ts'
import { buildScript } from '../support/executionScript.ts'

const source = `
  import { spawn } from 'node:child_process'
  import { tied } from './test/support/tied.ts'
  const idle = () => spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1_000)'])
  const [child, other] = [tied(idle()), tied(idle())]
  other.once('exit', () => process.stdout.write(child.pid + '\\n'))
  other.kill()
`

test('a child of a test ends with its process, even if that is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'swaproute-tied-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const owner: ChildProcess = spawn(process.execPath, [await buildScript(folder, source)])
  const [text]: unknown[] = owner.stdout === null ? [] : await once(owner.stdout, 'data')
  const pid = Number(String(text))
  expect(identifyProcess(pid)).not.toBeNull()
  owner.kill('SIGKILL')
  await vi.waitFor(() => expect(identifyProcess(pid)).toBeNull(), 10_000)
})
