import { expect, test } from 'vitest'
import { toFailedItem } from '../../../src/backend/wire.ts'
import { SwaprouteError, toSwaprouteError } from '../../../src/core/errors.ts'

test('an internal error of an adapter reveals nothing of this machine (V7)', () => {
  const error = toSwaprouteError(new TypeError('no /srv/operator/config.json'))
  const item = toFailedItem('1', { provider: 'across', error })
  expect(item).toMatchObject({ id: '1', providerType: 'across' })
  expect(JSON.stringify(item)).not.toContain('/srv')
})

test('an error that an adapter throws on purpose keeps its text', () => {
  const error = new SwaprouteError('NO_ROUTE', 'No pool of the pair.', { context: { pools: 0 } })
  expect(toFailedItem('1', { provider: 'across', error }).data).toMatchObject({
    code: 2001,
    reason: 'No pool of the pair.',
  })
})
