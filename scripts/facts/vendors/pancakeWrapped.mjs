import { wrappedFact } from '../chainFacts.mjs'

const path = 'dist/index.mjs'

export async function read({ constants }, ours) {
  const { WNATIVE } = await constants(path, ['WNATIVE'])
  return Object.entries(WNATIVE).flatMap(([number, token]) =>
    wrappedFact(ours.chainOf(number), token.args?.[1] ?? token.address, path),
  )
}
