import { refusedRefund } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import type { RefundRequest } from "../../modules/stablecoin/types"

/**
 * Refunds and captures younger than this are skipped: Medusa's call of the
 * provider may still be running.
 */
const CALL_TAKES_AT_MOST_MS = 120_000

/** Maximum of exceptions, of missed refunds and of captures, per pass. */
const AT_ONCE = 100

type Stablecoin = Pick<
  StablecoinModuleService,
  "repository" | "refunds" | "exceptions"
>

/**
 * Writes the refunds due that a process did not write because it died after
 * Medusa's commit. A rejected one opens an exception and is not found again.
 *
 * @returns ids of payments whose capture such a process left unfinished
 */
export async function recordMissedRefunds(
  stablecoin: Stablecoin
): Promise<string[]> {
  const { missed, captures } = await stablecoin.repository.refunds.findMissed(
    new Date(Date.now() - CALL_TAKES_AT_MOST_MS),
    AT_ONCE
  )
  for (const refund of missed) {
    const outcome = await stablecoin.refunds.record(refund)
    if ("refused" in outcome) {
      const left = "left" in outcome ? outcome.left : "0.00"
      await openRefused(stablecoin, refund, left)
    }
  }
  return captures
}

async function openRefused(
  { repository, exceptions }: Stablecoin,
  missed: RefundRequest,
  left: string
): Promise<void> {
  const payment = await repository.payments.find({ id: missed.payment_id })
  if (payment) {
    await exceptions.open(payment.id, refusedRefund(payment, missed, left))
  }
}
