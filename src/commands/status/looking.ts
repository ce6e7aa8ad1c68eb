import type { Ctx } from '../frame/context.ts'
import type { KnownSwap } from './subject.ts'

/** Who is being asked, for the line that stands until there is an answer. */
export function lookingText(
  { provider, srcBlockchain, receiptId }: KnownSwap,
  { config }: Pick<Ctx, 'config'>,
): string {
  if (receiptId !== null && provider !== null) return `Asking ${provider} and the chains`
  if (config.backend === 'remote') {
    const { url } = config
    return `Asking ${url !== null && URL.canParse(url) ? new URL(url).host : 'the service'}`
  }
  return srcBlockchain === null
    ? 'Asking every chain and provider'
    : `Asking ${srcBlockchain} and the providers`
}
