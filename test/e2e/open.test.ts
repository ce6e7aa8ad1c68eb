/** `status --open` of the built program: the system's opener gets the link, whatever a service says. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CliHome, createCliHome } from '../support/cliHome.ts'

const hash = `0x${'b'.repeat(64)}`
const delivery = `0x${'c'.repeat(64)}`

let home: CliHome
let service: Server
let url = ''

beforeAll(async () => {
  home = createCliHome()
  const answer = {
    status: 'SUCCESS',
    srcTxHash: hash,
    sourceNetworkTitle: 'ETH',
    destinationTxHash: delivery,
    destinationNetworkTitle: 'ARBITRUM',
    destinationTxUrl: 'https://evil.example/',
  }
  service = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(async () => {
  service.close()
  await home.remove()
})

describe.skipIf(process.platform !== 'linux')('status --open', () => {
  const ask = (env: NodeJS.ProcessEnv) =>
    home.run(['status', hash, '--open', '--backend', 'remote', '--url', url], { env })

  test('gives the link of the own table to xdg-open, without secrets', async () => {
    const told = join(home.folder, 'told')
    writeFileSync(
      join(home.folder, 'xdg-open'),
      `#!/bin/sh\necho "$#" "$@" > ${told}\nenv >> ${told}\n`,
    )
    chmodSync(join(home.folder, 'xdg-open'), 0o755)
    const env = { PATH: `${home.folder}:${process.env['PATH']}`, DISPLAY: ':0', MY_TOKEN: 'hidden' }
    const { code, stderr } = await ask(env)
    const [line, ...variables] = readFileSync(told, 'utf8').trimEnd().split('\n')
    expect([code, line]).toEqual([0, `1 https://arbiscan.io/tx/${delivery}`])
    expect(stderr).toContain('Opened the delivery on Arbitrum One:')
    expect(variables.join()).not.toContain('hidden')
  })

  test('without a desktop the link is printed', async () => {
    const { code, stderr } = await ask({ PATH: process.env['PATH'], DISPLAY: '' })
    expect(code).toBe(0)
    expect(stderr).toContain('No browser can be opened here.')
    expect(stderr).toContain(`https://arbiscan.io/tx/${delivery}`)
    expect(stderr).not.toContain('evil.example')
  })
})
