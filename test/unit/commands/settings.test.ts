import { expect, test } from 'vitest'

import { settingByKey, settingByVariable } from '../../../src/commands/frame/settings.ts'

test('the integrator id of Across is two bytes, by its variable and by its name', () => {
  const setting = settingByVariable('SWAPROUTE_ACROSS_INTEGRATOR_ID')
  expect(setting).toMatchObject({ key: 'providers.ACROSS.integratorId', secret: false })
  expect(settingByKey('providers.across.integratorId')).toBe(setting)
  expect(['0x00aa', '0x00AB'].map((text) => setting?.read(text, 'here'))).toEqual([
    '0x00aa',
    '0x00AB',
  ])
  for (const wrong of ['0x00a', '00aa', '0x00aaaa', '']) {
    expect(() => setting?.read(wrong, 'here')).toThrow(
      'here must be 0x and four hexadecimal digits.',
    )
  }
})

test('no other provider has such a setting', () => {
  expect(settingByVariable('SWAPROUTE_RELAY_INTEGRATOR_ID')).toBeNull()
  expect(settingByKey('providers.relay.integratorId')).toBeNull()
})

test('every provider has an address, a key and the second part of one', () => {
  const known = ['API_KEY', 'API_SECRET', 'URL'].map((end) =>
    settingByVariable(`SWAPROUTE_CHANGELLY_${end}`),
  )
  expect(known.map((setting) => [setting?.key, setting?.secret])).toEqual([
    ['providers.CHANGELLY.apiKey', true],
    ['providers.CHANGELLY.apiSecret', true],
    ['providers.CHANGELLY.url', false],
  ])
  expect(settingByKey('providers.changelly.apiSecret')).toEqual({
    ...known[1],
    read: expect.any(Function),
  })
  expect(settingByKey('providers.changelly.apiWord')).toBeNull()
})
