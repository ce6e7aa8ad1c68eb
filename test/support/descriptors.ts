import { existsSync, readdirSync, readlinkSync } from 'node:fs'

const folder = '/proc/self/fd'

/** Only Linux tells a process which files it holds open. */
export const showsDescriptors = existsSync(folder)

/** How often this process holds a file open. */
export function openDescriptors(file: string): number {
  return readdirSync(folder).filter((name) => targetOf(`${folder}/${name}`) === file).length
}

/** Null for a descriptor that is closed between the listing and the look at it. */
function targetOf(link: string): string | null {
  try {
    return readlinkSync(link)
  } catch {
    return null
  }
}
