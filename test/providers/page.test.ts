import { expect, test } from 'vitest'

import { providersPage } from './page.ts'

test('the page of all providers is current', async () => {
  await expect(providersPage()).toMatchFileSnapshot('../../docs/providers/list.md')
})
