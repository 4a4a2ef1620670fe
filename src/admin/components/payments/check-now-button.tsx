import { ArrowPath } from "@medusajs/icons"
import { Button } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useSyncPayment } from "./use-payment-actions"
import { useMay } from "../../lib/permissions"

/**
 * Reconciles a payment immediately. For users whose role may update payments.
 */
export function CheckNowButton({ paymentId }: { paymentId: string }) {
  const { t } = useTranslation("stablecoin")
  const mayUpdate = useMay("stablecoin_payment:update")
  const sync = useSyncPayment(paymentId)
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
      {t("payments.actions.sync")}
    </Button>
  )
}
