import { onTestFinished } from 'vitest'

/** Until the test ends the program takes this system for another one. */
export function asPlatform(name: NodeJS.Platform): void {
  const { platform } = process
  Object.defineProperty(process, 'platform', { value: name })
  onTestFinished(() => {
    Object.defineProperty(process, 'platform', { value: platform })
  })
}
