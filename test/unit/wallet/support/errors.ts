import { SwaprouteError } from '../../../../src/core/errors.ts'

/** What was thrown, or a failure of the test when nothing was or it was foreign. */
export async function thrownBy(action: () => unknown): Promise<SwaprouteError> {
  try {
    await action()
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return thrown
    throw thrown
  }
  throw new Error('nothing was thrown')
}
