import packageJson from '../package.json' with { type: 'json' }

/** Runs the program with its arguments (without node and script) and resolves to the exit status. */
export async function main(argv: readonly string[]): Promise<number> {
  if (argv[0] === '--version') {
    process.stdout.write(`${packageJson.version}\n`)
    return 0
  }
  process.stderr.write('Usage: swaproute --version\n')
  return 2
}
