import { ArrowPath } from "@medusajs/icons"
import { Button } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useSyncPayment } from "../../lib/payments"

/** Has the gateway asked, and Medusa made to match, at once. */
export function CheckNowButton({ paymentId }: { paymentId: string }) {
  const { t } = useTranslation("stablecoin")
  const sync = useSyncPayment(paymentId)
  return (
    <Button
      size="small"
      variant="secondary"
      isLoading={sync.isPending}
      onClick={() => sync.mutate(undefined)}
    >
      <ArrowPath />
      {t("payments.actions.sync")}
    </Button>
  )
}
