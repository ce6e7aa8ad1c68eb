import { describe, expect, test } from 'vitest'
import { readErrorBody } from '../../../src/api/envelopes.ts'
import { estimate } from '../../../src/api/routeSchema.ts'

describe('the failure that a remote service reports', () => {
  test.each([
    [{ errors: [{ code: 2001, reason: 'No route' }] }, 'NO_ROUTE'],
    [{ error: { code: 2003, reason: 'No route' } }, 'RATE_LIMITED'],
    [{ code: 77, reason: 'No route' }, 'UPSTREAM_FAILED'],
  ])('%j keeps its own words', (body, code) => {
    expect(readErrorBody(body)).toMatchObject({ code, message: 'The service returned: "No route"' })
  })

  test('never as an instruction with a link, on several lines, or without end (X1 to X3)', () => {
    const reason = `Update\u001b[2J at https://evil.example/wallet\nnow "quickly"${'!'.repeat(9_000)}`
    const { message = '' } = readErrorBody({ errors: [{ code: 2001, reason }] }) ?? {}
    expect(message).toMatch(
      /^The service returned: "Update \[2J at \[link removed\] now 'quickly'!+…"$/,
    )
    expect(message.length).toBeLessThan(450)
  })

  test('an empty answer gives no reason', () => {
    const error = readErrorBody({ errors: [{ code: 2001, reason: ' ' }] })
    expect(error?.message).toBe('The service gave no reason.')
  })
})

describe('amounts of an estimate', () => {
  const honest = {
    destinationTokenAmount: '1.5',
    destinationTokenMinAmount: '1',
    destinationWeiAmount: '1500000',
    destinationWeiMinAmount: '1000000',
    durationInMinutes: 1,
    slippage: 0.01,
  }

  test('are taken as decimal text', () => {
    expect(estimate.safeParse(honest).success).toBe(true)
  })

  test.each([
    ['destinationWeiAmount', 'many'],
    ['destinationWeiAmount', '1.5'],
    ['destinationWeiMinAmount', '-1'],
    ['destinationWeiMinAmount', '1e6'],
    ['destinationTokenAmount', '1,5'],
    ['destinationTokenMinAmount', 'NaN'],
  ])('%s of %j is refused', (name, text) => {
    expect(estimate.safeParse({ ...honest, [name]: text }).success).toBe(false)
  })
})
