import { expect, test } from 'vitest'
import { evmKind } from './evmCommands.ts'
import { play } from './machine.ts'

/** Runs that went wrong once, as the row prints them. */
const runs = [
  // E7: an approval whose block was taken back just when its swap was given up.
  'swap#1258206176 together#202701825',
  'swap#1695826246 together#1906479090',
  'together#1221463753 replace#1124498904 together#1552018465',
  // E7: a revocation whose block was taken back before the end, and whose number was spent.
  'together#522286129 outage#422345809 swap#1546977013 together#320652088',
  // I4: a payment that the node hid twice in one look, each time in another way.
  'together#2090223464',
]

test.each(runs)('%s', async (run) => {
  const steps = run.split(' ').map((step) => {
    const [name = '', seed] = step.split('#')
    return { name, seed: Number(seed) }
  })
  expect(await play(evmKind(false), steps)).toBeNull()
})
