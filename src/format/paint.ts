/**
 * Colours, provided by code that knows the stream: a chalk instance fits, and so does `noPaint`.
 * Text is laid out first and painted last, so that colours never disturb widths.
 */
export type Paint = {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  cyan(text: string): string
  inverse(text: string): string
}

const same = (text: string): string => text

/** For pipes, files, `--no-color` and tests. */
export const noPaint: Paint = {
  bold: same,
  dim: same,
  red: same,
  green: same,
  yellow: same,
  cyan: same,
  inverse: same,
}
