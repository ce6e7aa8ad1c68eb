import type { Judgement } from '../../providers/judgeCall.ts'
import type { Provider } from '../../../src/providers/types.ts'
import type { Random } from '../support/random.ts'
import type { Row } from '../support/row.ts'
import type { Bend } from './mutations.ts'
import { type Case, verdictOf } from './swapCase.ts'
import { withoutStacks } from './withoutStacks.ts'

/** One form of an honest call. */
export type Template = {
  name: string
  adapter: Provider
  make(random: Random): Case
  /** What is sure to happen, by an oracle that shares nothing with the program's readers. */
  judge(given: Case): Judgement
}

/**
 * Bends honest calls and holds what the real checks say against the oracle: what is unsafe is never
 * accepted, what is safe never refused.
 * @param twice one in so many is changed twice
 */
export async function holdAgainstOracle(
  row: Row,
  templates: readonly Template[],
  variants: Record<'fast' | 'full', number>,
  bends: readonly (readonly [string, Bend])[],
  twice: number | null = null,
): Promise<void> {
  withoutStacks()
  const { random } = row
  for (const { name, adapter, make, judge } of templates) {
    await row.twin(name, () => {
      const honest = make(random)
      const { verdict, why } = judge(honest)
      if (verdict !== 'safe') throw new Error(`the oracle itself says ${verdict}: ${why}`)
      const said = verdictOf(honest, adapter)
      if (said !== 'ok') throw new Error(`refused by ${said}`)
    })
  }
  const counts = { safe: 0, odd: 0, 'odd but accepted': 0, unsafe: 0 }
  for (let at = 0; at < row.sized(variants); at += 1) {
    const { name: form, adapter, make, judge } = random.pick(templates)
    const [name, bend] = random.pick(bends)
    let variant = bend(make(random), random)
    if (twice !== null && random.below(twice) === 0)
      variant = random.pick(bends)[1](variant, random)
    const { verdict, why } = judge(variant)
    const said = verdictOf(variant, adapter)
    counts[verdict] += 1
    if (verdict === 'odd' && said === 'ok') counts['odd but accepted'] += 1
    const what = `variant ${at}, ${form}, ${name}: ${why}`
    if (verdict === 'unsafe' && said === 'ok') row.harm('unsafe signature', what + show(variant))
    else if (verdict === 'safe' && said !== 'ok')
      row.failed(what + show(variant), `refused by ${said}`)
    else row.passed()
  }
  row.note(`${templates.length} honest forms; ${JSON.stringify(counts)}`)
}

function show({ terms, transaction }: Case): string {
  const { srcAmount, minimum, receiver } = terms
  const { to, data, value, approvalAddress } = transaction
  return ` ${JSON.stringify([String(srcAmount), String(minimum), receiver, to, String(value), approvalAddress, data])}`
}
