import { setImmediate as turn } from 'node:timers/promises'

/** The names of what Node warns of on the terminal while `work` runs. */
export async function warningsDuring(work: () => Promise<void>): Promise<string[]> {
  const names: string[] = []
  const note = ({ name }: Error): void => void names.push(name)
  process.on('warning', note)
  try {
    await work()
    await turn() // Node reports a warning on the next turn
  } finally {
    process.off('warning', note)
  }
  return names
}
