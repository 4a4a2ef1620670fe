import { ArrowPath } from "@medusajs/icons"
import { Button } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminPayment } from "../../../http-types"
import { RAIL_TRAITS } from "../../../ledger/rails"
import { useSyncPayment } from "./use-payment-actions"
import { useMay } from "../../lib/permissions"

/**
 * Reconciles a payment immediately, or only settles it again if it can't be
 * read from the gateway. For users whose role may update payments.
 */
export function CheckNowButton({
  payment: { id, rail },
}: {
  payment: Pick<AdminPayment, "id" | "rail">
}) {
  const { t } = useTranslation("stablecoin")
  const mayUpdate = useMay("stablecoin_payment:update")
  const sync = useSyncPayment(id)
  if (!mayUpdate) {
    return null
  }
  return (
    <Button
      size="small"
      variant="secondary"
      isLoading={sync.isPending}
      onClick={() => sync.mutate()}
    >
      <ArrowPath />
      {t(
        `payments.actions.${RAIL_TRAITS[rail].isReadable ? "sync" : "settle"}`
      )}
    </Button>
  )
}
