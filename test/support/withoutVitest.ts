/** In the place of vitest in programs that are made of test code: their folders are their owner's. */
export function onTestFinished(): void {}
