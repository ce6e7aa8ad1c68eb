/**
 * Outlives the process of the tests that started it: when the pipe from there closes, it ends what
 * is left of that process's children and sandboxes.
 */
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

const children = new Set()
const sandboxes = new Set()

for await (const line of createInterface({ input: process.stdin })) {
  const { started, ended, stateDir } = JSON.parse(line)
  if (started !== undefined) children.add(started)
  if (ended !== undefined) children.delete(ended)
  if (stateDir !== undefined) sandboxes.add(stateDir)
}

for (const pid of children) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

// One that was about to start when its command was ended has its lock a moment later.
for (let round = 0; round < 3; round += 1) {
  const left = [...sandboxes].filter((stateDir) => existsSync(stateDir))
  if (left.length === 0) break
  const { default: sandbox } = await import('../../sandbox/dist/sandbox.cjs')
  for (const stateDir of left) await sandbox.openSandbox({ stateDir, cacheDir: stateDir }).stop()
  await pause(1_000)
}
