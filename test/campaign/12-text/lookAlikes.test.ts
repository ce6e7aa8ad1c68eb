/** Row 12: a symbol that passes for another is tagged wherever an amount of it is decided upon. */
import { expect } from 'vitest'
import { createTokenList } from '../../../src/chains/tokens.ts'
import { assetText, isLookAlike, symbolText } from '../../../src/format/plain.ts'
import { runCli } from '../../support/runMain.ts'
import { defineRow } from '../support/row.ts'
import { withTexts } from './fields.ts'
import { honestSymbols, lookAlikes } from './lookAlikes.ts'
import { scenes } from './scenes.ts'
import { swapScenes } from './swapScenes.ts'

/** Where a symbol means money, and where in the answer it comes from. */
const places: readonly { name: string; path: readonly (string | number)[] }[] = [
  { name: 'token of a chain', path: ['symbol'] },
  { name: 'history', path: ['send', 'token', 'symbol'] },
  { name: 'receipt', path: ['send', 'token', 'symbol'] },
  { name: 'swap', path: ['card', 'send', 'token', 'symbol'] },
  { name: 'dry run, decoded', path: ['card', 'send', 'token', 'symbol'] },
  { name: 'deposit order', path: ['card', 'send', 'token', 'symbol'] },
]
const address = '0x1111111111111111111111111111111111111112'

defineRow(
  {
    number: 12,
    title: 'look-alike symbols marked',
    cases: { fast: 400, full: 400 },
  },
  async (row) => {
    const onScreens = row.sized({ fast: 10, full: lookAlikes.length })
    for (const [index, { name, symbol }] of lookAlikes.entries()) {
      await row.check(name, async () => {
        expect(isLookAlike(symbol)).toBe(true)
        expect(symbolText(symbol, address)).toContain(`look-alike? ${address}`)
        for (const listed of [true, false]) {
          const text = assetText({ symbol, address, blockchain: 'ETH', listed })
          expect(text).toContain('look-alike?')
          expect(text).toContain(address)
        }
        if (index % Math.floor(lookAlikes.length / onScreens) !== 0) return
        for (const place of places) expect(await shown(place, symbol)).toContain('look-alike?')
      })
    }
    const listed = createTokenList()
      .ofChain('ETH')
      .map((token) => token.symbol)
    for (const symbol of new Set([...honestSymbols, ...listed])) {
      await row.twin(symbol, () => {
        expect(isLookAlike(symbol)).toBe(false)
        expect(symbolText(symbol, address)).toBe(symbol)
      })
    }
    for (const place of places) {
      await row.twin(`USDC in ${place.name}`, async () => {
        expect(await shown(place, 'USDC')).not.toContain('look-alike?')
      })
    }
  },
)

async function shown({ name, path }: (typeof places)[number], symbol: string): Promise<string> {
  const scene = [...scenes, ...swapScenes].find((one) => one.name === name)
  if (scene === undefined) throw new Error(`there is no scene ${name}`)
  const said = withTexts(scene.said, [path], () => symbol)
  const { stdout, stderr } = await runCli(scene.argv, { ...scene.options(said), columns: 200 })
  return stdout + stderr
}
