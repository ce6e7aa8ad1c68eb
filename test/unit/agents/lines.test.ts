import { once } from 'node:events'
import { expect, test } from 'vitest'
import { idAtEnd, limitLines } from '../../../src/agents/lines.ts'

const large = 'x'.repeat(1024 * 1024)

async function passed(chunks: string[]): Promise<{ text: string; dropped: string[] }> {
  const dropped: string[] = []
  const lines = limitLines((end) => dropped.push(end.slice(-3)))
  let text = ''
  lines.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
  for (const chunk of chunks) lines.write(chunk)
  lines.end()
  await once(lines, 'end')
  return { text, dropped }
}

test.each([
  ['lines in one piece', ['a\nb\n'], 'a\nb\n', []],
  ['a line in pieces', ['a', 'b', '\nc\n'], 'ab\nc\n', []],
  ['a line of exactly the limit', [large, '\n'], `${large}\n`, []],
  ['one byte more', [large, 'y\nnext\n'], 'next\n', ['xxy']],
  ['much more, in pieces', [large, large, large, 'end', '\nnext\n'], 'next\n', ['end']],
  ['a last line without its end', ['a\nb'], 'a\n', []],
])('%s', async (_, chunks, text, dropped) => {
  expect(await passed(chunks)).toEqual({ text, dropped })
})

test.each([
  ['{"method":"x","jsonrpc":"2.0","id":7}', 7],
  ['…"}},"id":"a-1" }', 'a-1'],
  ['{"params":{"id":7}}', null],
  ['{"id":7,"method":"x"}', null],
  ['"id":{"a":1}}', null],
])('the id of %j', (end, id) => {
  expect(idAtEnd(end)).toBe(id)
})
