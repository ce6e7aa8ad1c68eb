import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, expect, test } from 'vitest'

const program = fileURLToPath(new URL('../../bin/swaproute.js', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'swaproute-mcp-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

// Clients of both generations of the protocol are about.
test.each(['legacy', 'auto'] as const)('the built program serves a client: %s', async (mode) => {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const env = { PATH: process.env['PATH'] ?? '', SWAPROUTE_HOME: home }
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], env }),
  )
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('prepare')
  const { structuredContent } = await client.callTool({
    name: 'tokens',
    arguments: { query: 'eth:usdc' },
  })
  expect(structuredContent).toMatchObject({ ok: true, data: [{ symbol: 'USDC' }] })
  await client.close()
})
