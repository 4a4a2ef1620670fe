import type { MedusaContainer } from "@medusajs/framework/types"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import type {
  Resolution,
  ResolvedException,
} from "../../modules/stablecoin/types"
import { refundInMedusa } from "../refund-in-medusa"

/**
 * Refunds captured money in Medusa, whose call of the provider writes the refund
 * due: one refund in both records. Stores where it goes, or that it was sent.
 *
 * @returns id of the refund due
 */
export async function refundCapture(
  container: MedusaContainer,
  { payment_id, amount }: NonNullable<ResolvedException["refunds_capture"]>,
  resolution: Resolution
): Promise<string | null> {
  const stablecoin = container.resolve(STABLECOIN_MODULE)
  const { refunds } = stablecoin.repository
  const { by, note } = resolution
  const payment = await stablecoin.payments.find({ id: payment_id })
  const medusa_refund_id =
    payment &&
    (await refundInMedusa(container, payment, amount, { created_by: by, note }))
  const [due] = await stablecoin.listStablecoinRefunds(
    { medusa_refund_id, status: "due" },
    { select: ["id"], take: 1 }
  )
  if (!medusa_refund_id || !due) {
    return null
  }
  const refund_id = due.id
  if (resolution.action === "close" && resolution.sent) {
    await refunds.update({ refund_id, by, ...resolution.sent })
  }
  if (resolution.action === "refund" && resolution.refund?.refund_to) {
    const { refund_to } = resolution.refund
    await refunds.update({ refund_id, by, refund_to })
  }
  return refund_id
}
