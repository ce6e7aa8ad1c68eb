/** The built program against one address, with the most memory it ever had. */
import { readFileSync } from 'node:fs'
import type { CliHome, Document } from '../../support/cliHome.ts'

export type Measured = {
  document: Document
  seconds: number
  /** Bytes; null where the machine does not report them. */
  peak: number | null
}

/** A remote backend is asked for a quote; nothing else is reached. */
export async function quoteFrom(home: CliHome, url: string): Promise<Measured> {
  const startedAt = performance.now()
  const words = ['quote', '1', 'eth:ETH', 'to', 'eth:USDC', '--backend', 'remote', '--url', url]
  const child = home.start([...words, '--timeout', '2', '--json'])
  let stdout = ''
  let peak: number | null = null
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr?.resume()
  child.stdin?.end()
  const sampling = setInterval(() => (peak = peakOf(child.pid) ?? peak), 4)
  await new Promise((done) => child.once('close', done))
  clearInterval(sampling)
  return { document: JSON.parse(stdout), seconds: (performance.now() - startedAt) / 1000, peak }
}

/** The kernel stores the mark, so that a late read is enough. */
function peakOf(pid: number | undefined): number | null {
  try {
    const kibibytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kibibytes === undefined ? null : Number(kibibytes) * 1024
  } catch {
    return null // it has ended, or this is no Linux
  }
}
