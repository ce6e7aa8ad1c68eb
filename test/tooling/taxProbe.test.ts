import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'

import probe from '../../src/providers/onchain/data/taxProbe.json' with { type: 'json' }

const folder = new URL('../../src/providers/onchain/data/', import.meta.url)

// A node is asked to run what the source compiles to; `settings` and `compiler` are the recipe.
test('the code of the probe for transfer taxes is its source, compiled', () => {
  const solc: { compile(input: string): string; version(): string } = createRequire(
    import.meta.url,
  )('solc')
  const { source, settings, compiler, code } = probe
  const content = readFileSync(new URL(source, folder), 'utf8')
  const { contracts } = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: 'Solidity',
        sources: { [source]: { content } },
        settings: {
          ...settings,
          outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
        },
      }),
    ),
  )
  expect(solc.version()).toContain(compiler)
  expect(`0x${contracts[source].TaxProbe.evm.deployedBytecode.object}`).toBe(code)
})
