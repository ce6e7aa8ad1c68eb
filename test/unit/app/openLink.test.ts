import { describe, expect, test } from 'vitest'
import { openersOf, openLink } from '../../../src/app/openLink.ts'

describe('openersOf', () => {
  const desktop = { DISPLAY: ':0' }
  test.each([
    ['darwin', {}, [['open']]],
    ['win32', {}, [['rundll32.exe', 'url.dll,FileProtocolHandler']]],
    ['linux', desktop, [['xdg-open']]],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, [['xdg-open']]],
    ['linux', {}, []],
    ['linux', { DISPLAY: '' }, []],
    ['linux', { WSL_DISTRO_NAME: 'Ubuntu' }, [['wslview']]],
    ['linux', { WSL_DISTRO_NAME: 'Ubuntu', ...desktop }, [['wslview'], ['xdg-open']]],
    ['freebsd', desktop, [['xdg-open']]],
  ] as const)('%s with %j', (platform, env, openers) => {
    expect(openersOf(platform, env)).toEqual(openers)
  })
})

test.each([
  'http://etherscan.io/tx/0x1',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'etherscan.io',
  '',
])('%j is given to no program', async (link) => {
  const env = { PATH: '/nonexistent', DISPLAY: ':0' }
  await expect(openLink(link, env, 'linux')).resolves.toBe(false)
})

test('no opener on PATH: false', async () => {
  const env = { PATH: '/nonexistent', DISPLAY: ':0' }
  await expect(openLink('https://etherscan.io/tx/0x1', env, 'linux')).resolves.toBe(false)
})
