import { spokePool, swapRouter } from '../kit/contracts.ts'

/** The chain's front. */
export const node = 'ETH'
export const router = swapRouter
/** A contract of another provider. */
export const otherContract = spokePool
