import { Button, usePrompt } from "@medusajs/ui"
import type {
  AdminPaymentDetail,
  AdminCancelResponse,
} from "../../../http-types"
import { useMay } from "../../lib/permissions"
import { useCopy } from "../../lib/use-copy"
import { useTexts } from "../../lib/use-texts"
import { CheckNowButton } from "./check-now-button"
import { hasRest } from "../../../ledger/deposits"
import { isOpen, isPayable, isReportAwaited } from "../../../ledger/open"
import { RAIL_TRAITS } from "../../../ledger/rails"
import { apiPath } from "../resource/api-path"
import { useAction } from "../resource/use-action"

/** The actions for a payment: reconcile it, copy its link, cancel it. */
export function PaymentActions({ payment }: { payment: AdminPaymentDetail }) {
  const { t, coins, list } = useTexts()
  const prompt = usePrompt()
  const copy = useCopy()
  const cancel = useAction<AdminCancelResponse>(
    apiPath("payments", payment.id, "cancel"),
    ({ may_still_be_paid }) =>
      may_still_be_paid
        ? { kind: "warning", text: t("payments.cancel.abandoned") }
        : { text: t("payments.cancel.done") }
  )
  const mayUpdate = useMay("stablecoin_payment:update")
  const mayCancel = mayUpdate && isCancellable(payment)
  const { payment_link, rail } = payment
  const sums = payment.deposits
    .filter(hasRest)
    .map(({ unallocated, currency }) => coins(unallocated, currency))
  const other = sums.length
    ? `${t("payments.cancel.otherMoney", { sum: list(sums) })} `
    : ""

  const confirmAndCancel = async () => {
    const sure = await prompt({
      title: t(`payments.cancel.${rail}.title`),
      description: `${other}${t(`payments.cancel.${rail}.effect`)}`,
      confirmText: t(`payments.cancel.${rail}.confirm`),
      cancelText: t("payments.cancel.keep"),
    })
    if (sure) {
      cancel.mutate()
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {mayCancel && (
        <Button
          size="small"
          variant="transparent"
          isLoading={cancel.isPending}
          onClick={() => void confirmAndCancel()}
        >
          {t(`payments.cancel.${rail}.confirm`)}
        </Button>
      )}
      {payment_link && (
        <Button
          size="small"
          variant="secondary"
          onClick={() =>
            void copy(payment_link, t("payments.actions.linkCopied"))
          }
        >
          {t("payments.actions.copyLink")}
        </Button>
      )}
      <CheckNowButton payment={payment} />
    </div>
  )
}

/**
 * A hosted payment is only abandoned, once, and not if its buyer returned from
 * paying. The API validates the rest.
 */
function isCancellable(payment: AdminPaymentDetail): boolean {
  return RAIL_TRAITS[payment.rail].isCancellable
    ? isOpen(payment)
    : isPayable(payment) && !isReportAwaited(payment)
}
