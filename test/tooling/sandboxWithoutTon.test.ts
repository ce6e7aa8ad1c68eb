import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createFaultBoard } from '../../sandbox/src/faults.ts'
import type * as packages from '../../sandbox/src/packages.ts'
import { startTonNode } from '../../sandbox/src/ton/tonNode.ts'

vi.mock('../../sandbox/src/packages.ts', async (load) => {
  const real = await load<typeof packages>()
  return {
    ...real,
    resolveChainFile: () => real.resolveChainFile('@nobody/has-this', 'package.json'),
  }
})

test('without the emulator TON reports how to install it, and nothing else fails', async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'swaproute-ton-missing-'))
  const logged: string[] = []
  const node = await startTonNode({
    stateDir,
    preferredPort: null,
    faults: createFaultBoard(),
    log: (line) => logged.push(line),
  })
  try {
    const answer = await fetch(`${node.baseUrl}/v2/getMasterchainInfo`)
    expect(answer.status).toBe(500)
    expect(await answer.json()).toMatchObject({
      ok: false,
      error: expect.stringMatching(/needs the package .* Install swaproute-sandbox@\S+ again/s),
    })
    const request = { address: `0:${'1'.repeat(64)}`, blockchain: 'TON', token: 'TON', amount: 1n }
    await expect(node.fund(request)).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' })
    expect(logged[0]).toContain('needs the package')
  } finally {
    await node.close()
    rmSync(stateDir, { recursive: true })
  }
})
