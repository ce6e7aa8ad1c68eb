import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Begins with the files that take longest, in the order of the patterns, so that the end waits for
 * none of them. */
export function longestFirst(...patterns: readonly RegExp[]): typeof BaseSequencer {
  const rank = ({ moduleId }: TestSpecification): number => {
    const found = patterns.findIndex((pattern) => pattern.test(moduleId))
    return found === -1 ? patterns.length : found
  }
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files)
      return sorted.toSorted((a, b) => rank(a) - rank(b))
    }
  }
}
