import { expect, test } from 'vitest'
import { evmKind } from './evmCommands.ts'
import { play } from './machine.ts'
import { tonKind } from './tonCommands.ts'

/** Runs that went wrong once, as the row prints them. */
const evmRuns = [
  // E7: an approval whose block was taken back just when its swap was given up.
  'swap#1258206176 together#202701825',
  'swap#1695826246 together#1906479090',
  'together#1221463753 replace#1124498904 together#1552018465',
  // E7: a revocation whose block was taken back before the end, and whose number was spent.
  'together#522286129 outage#422345809 swap#1546977013 together#320652088',
  // I4: a payment that the node hid twice in one poll, each time in another way.
  'together#2090223464',
]
const tonRuns = [
  // S: a swap that stopped waiting for another one's transfer reported that nothing of that one moved.
  'messages#2088391129 swap#555304420 together#1775138306',
]

/** A run takes a second or two, on a busy machine more. */
const runMs = 60_000

test.each(evmRuns)(
  '%s',
  async (run) => {
    expect(await play(evmKind(false), stepsOf(run))).toBeNull()
  },
  runMs,
)

const tonFileRuns = [
  // The lock of a killed process was waited for by the clock on the wall, which the run does not keep.
  'together#930998148 together#1833769222',
  // I4: the run listed a payment minutes after it was taken, once the exchange had reacted to it.
  'swap#2070655124 resume#1565652132 swap#1703025428 exchange#667382335 swap#1978283903 swap#20334729 swap#1965947888 messages#1237714016 resume#1487327445 together#2112868843',
]

test.each(tonRuns)(
  '%s',
  async (run) => {
    expect(await play(tonKind(false), stepsOf(run))).toBeNull()
  },
  runMs,
)

test.each(tonFileRuns)(
  '%s, with the file',
  async (run) => {
    expect(await play(tonKind(true), stepsOf(run))).toBeNull()
  },
  runMs,
)

function stepsOf(run: string): Parameters<typeof play>[1] {
  return run.split(' ').map((step) => {
    const [name = '', seed] = step.split('#')
    return { name, seed: Number(seed) }
  })
}
