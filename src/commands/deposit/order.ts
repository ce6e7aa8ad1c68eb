import type { RouteItem } from '../../api/schemas.ts'
import { parseAmount } from '../../core/amounts.ts'
import type { DepositOrder } from '../../execution/planned.ts'
import type { Ctx } from '../frame/context.ts'
import type { Flags } from '../frame/shapes.ts'
import type { QuotedDeposits } from './routes.ts'

type TermFlag = 'min-receive' | 'idempotency-key' | 'force'

/** A picked route with the terms the user set on top. */
export function toDepositOrder(
  quoted: Omit<QuotedDeposits, 'asked' | 'request' | 'answer' | 'routes' | 'failed'>,
  route: RouteItem,
  flags: Flags<TermFlag>,
  { config }: Pick<Ctx, 'config'>,
): DepositOrder {
  const minReceive = flags.text('min-receive')
  const { body, quotedAtMs, srcToken, dstToken, srcAmount } = quoted
  const { fromAddress, receiver, refundAddress } = quoted
  return {
    body,
    route,
    quotedAtMs,
    srcToken,
    dstToken,
    srcAmount,
    fromAddress,
    receiver,
    refundAddress,
    minReceive: minReceive === undefined ? null : parseAmount(minReceive, dstToken.decimals),
    maxLossBps: config.maxLossBps,
    idempotencyKey: flags.text('idempotency-key') ?? null,
    force: flags.on('force'),
  }
}
