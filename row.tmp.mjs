import { startVitest } from 'vitest/node'
const [size, seed, ...files] = process.argv.slice(2)
const v = await startVitest('test', files, { config: 'vitest.campaign.config.ts', provide: { campaign: { size, seed: Number(seed) } }, watch: false })
await v.close()
