import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import type {
  Resolution,
  ResolvedException,
} from "../../modules/stablecoin/types"
import { refundInMedusa } from "../refund-in-medusa"
import { refundRefused } from "../refund-refusals"

type Capture = NonNullable<
  Extract<ResolvedException, { refunds_capture: unknown }>["refunds_capture"]
>

/**
 * Refunds captured money in Medusa, whose call of the provider writes the refund
 * due: one refund in both records. Stores where it goes, or that it was sent.
 *
 * @returns id of the refund due
 */
export async function refundCapture(
  container: MedusaContainer,
  { payment_id, amount }: Capture,
  resolution: Resolution
): Promise<string | null> {
  const stablecoin = container.resolve(STABLECOIN_MODULE)
  const medusa = container.resolve(Modules.PAYMENT)
  const payment = await stablecoin.payments.find({ id: payment_id })
  const [captured] = payment
    ? await medusa.listPayments({ payment_session_id: payment.session_id })
    : []
  if (!payment || !captured) {
    return null
  }
  const { by, note } = resolution
  const before = await medusa.listRefunds({ payment_id: captured.id })
  const origin = { created_by: by, note }
  await refundInMedusa(container, payment, amount, origin)
  // The order's page may have made another one at the same moment.
  const made = (await medusa.listRefunds({ payment_id: captured.id })).find(
    ({ id, created_by }) =>
      created_by === by && before.every((each) => each.id !== id)
  )
  const [due] = await stablecoin.listStablecoinRefunds(
    { medusa_refund_id: made?.id ?? null, status: "due" },
    { select: ["id"], take: 1 }
  )
  if (due) {
    await storeDestination(container, due.id, resolution)
  }
  return due?.id ?? null
}

async function storeDestination(
  container: MedusaContainer,
  refund_id: string,
  resolution: Resolution
): Promise<void> {
  const { refunds } = container.resolve(STABLECOIN_MODULE).repository
  const { by } = resolution
  const sent = resolution.action === "close" ? resolution.sent : undefined
  const refund_to =
    resolution.action === "refund" ? resolution.refund?.refund_to : undefined
  const changed = sent
    ? await refunds.markSent({ refund_id, by, ...sent })
    : refund_to
      ? await refunds.setRefundTo({ refund_id, refund_to, by })
      : null
  if (changed && "refused" in changed) {
    throw refundRefused(refund_id, changed)
  }
}
