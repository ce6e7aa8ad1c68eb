import type { ListFiles } from '../../src/providers/types.ts'

/** Files of lists in memory, as text, and the work that no answer waits for. */
export function memoryLists(): {
  lists: ListFiles
  files: Map<string, string>
  /** How much of the work is left. */
  waiting(): number
  /** Does that work; it fails as silently as in the program. */
  settle(): Promise<void>
} {
  const files = new Map<string, string>()
  const queue: Parameters<ListFiles['later']>[0][] = []
  return {
    files,
    lists: {
      read: (name) => JSON.parse(files.get(name) ?? 'null') as unknown,
      write: (name, value) => void files.set(name, JSON.stringify(value)),
      later: (work) => void queue.push(work),
    },
    waiting: () => queue.length,
    settle: async () => {
      for (let work = queue.shift(); work !== undefined; work = queue.shift()) {
        await work(new AbortController().signal).catch(() => undefined)
      }
    },
  }
}
