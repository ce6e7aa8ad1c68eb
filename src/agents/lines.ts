import { Transform } from 'node:stream'

/** More than any tool call needs. */
const mostLineBytes = 1024 * 1024
/** Bytes stored of the end of an overlong line, which may contain the id of its request. */
const keptBytes = 128

/**
 * Passes whole lines on. An overlong line is discarded while it arrives and reported with its end;
 * the connection continues.
 */
export function limitLines(onTooLong: (end: string) => void): Transform {
  let parts: Buffer[] = []
  let bytes = 0
  let end = Buffer.alloc(0)
  const take = (part: Buffer): void => {
    bytes += part.length
    end = Buffer.concat([end, part.subarray(-keptBytes)]).subarray(-keptBytes)
    if (bytes <= mostLineBytes) parts.push(part)
    else parts = []
  }
  return new Transform({
    transform(chunk: Buffer | string, _encoding, done) {
      let rest = Buffer.from(chunk)
      for (let at = rest.indexOf('\n'); at !== -1; at = rest.indexOf('\n')) {
        take(rest.subarray(0, at))
        if (bytes <= mostLineBytes) this.push(Buffer.concat([...parts, Buffer.from('\n')]))
        else onTooLong(end.toString('utf8'))
        parts = []
        bytes = 0
        end = Buffer.alloc(0)
        rest = rest.subarray(at + 1)
      }
      take(rest)
      done()
    },
  })
}

/** The id of a request, if it is the last member of its message. */
export function idAtEnd(end: string): string | number | null {
  const [, id] = /"id":\s*("[\w-]{1,64}"|\d{1,15})\s*\}\s*$/.exec(end) ?? []
  if (id === undefined) return null
  return id.startsWith('"') ? id.slice(1, -1) : Number(id)
}
