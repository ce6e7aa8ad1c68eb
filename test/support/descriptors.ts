import { existsSync, readdirSync, readlinkSync } from 'node:fs'

const folder = '/proc/self/fd'

/** Only Linux shows a process which files it has open. */
export const showsDescriptors = existsSync(folder)

/** How often this process holds a file open. */
export function openDescriptors(file: string): number {
  return readdirSync(folder).filter((name) => targetOf(`${folder}/${name}`) === file).length
}

/** Null for a descriptor that is closed between the listing and its reading. */
function targetOf(link: string): string | null {
  try {
    return readlinkSync(link)
  } catch {
    return null
  }
}
