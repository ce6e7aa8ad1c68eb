/**
 * Colours, chosen by code that knows the stream: a chalk instance or `noPaint`. Text is laid out
 * first and painted last, so that colours do not affect widths.
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
