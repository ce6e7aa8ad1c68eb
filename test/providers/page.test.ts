import { expect, test } from 'vitest'

import { providerProofs, providersPage } from './page.ts'

test('the page of all providers is current', async () => {
  await expect(providersPage()).toMatchFileSnapshot('../../docs/providers/list.md')
})

test('the proofs that the program shows are current', async () => {
  const text = `${JSON.stringify(providerProofs(), null, 2)}\n`
  await expect(text).toMatchFileSnapshot('../../src/providers/proofs.json')
})
