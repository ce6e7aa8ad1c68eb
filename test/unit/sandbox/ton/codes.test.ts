import { Cell } from '@ton/core'
import { expect, test } from 'vitest'
import jettons from '../../../../sandbox/src/contracts/ton/jettons.json' with { type: 'json' }

test.each(Object.entries(jettons.contracts))(
  '%s is the code that was copied',
  (_name, contract) => {
    expect(Cell.fromBase64(contract.code).hash().toString('hex')).toBe(contract.codeHash)
  },
)
