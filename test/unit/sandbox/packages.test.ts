import { expect, test } from 'vitest'
import manifest from '../../../sandbox/package.json' with { type: 'json' }
import {
  anvilBinary,
  chainPackages,
  requireChainPackages,
  resolveChainFile,
} from '../../../sandbox/src/packages.ts'

test('the chain software is what npm installs with the package', () => {
  expect(chainPackages).toEqual(manifest.dependencies)
  expect(() => requireChainPackages()).not.toThrow()
  expect(anvilBinary()).toContain('anvil')
})

test('a missing package is named together with what installs it', () => {
  expect(() => resolveChainFile('@nobody/has-this', 'package.json')).toThrow(
    expect.objectContaining({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringContaining('@nobody/has-this'),
      hint: expect.stringContaining(`swaproute-sandbox@${manifest.version}`),
    }),
  )
})

test('a package that is there is found', () => {
  expect(resolveChainFile('@uniswap/v2-core', 'package.json')).toContain('v2-core')
})
