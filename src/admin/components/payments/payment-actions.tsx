import { Button, usePrompt } from "@medusajs/ui"
import type {
  AdminPaymentDetail,
  AdminCancelResponse,
  AdminPayment,
  AdminSyncResponse,
} from "../../../http-types"
import { useMay } from "../../lib/permissions"
import { useTexts } from "../../lib/use-texts"
import { useCopy } from "../copy"
import { hasRest } from "../../../ledger/deposits"
import { isOpen, isPayable, isReportAwaited } from "../../../ledger/open"
import { RAIL_TRAITS } from "../../../ledger/rails"
import { apiPath } from "../resource/resources"
import { ActionButton, useAction } from "../resource/use-action"
import { ArrowPath } from "@medusajs/icons"
import { useTranslation } from "react-i18next"
import { shownStatus } from "../resource/statuses"

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
  const sync = useAction<AdminSyncResponse>(
    apiPath("payments", id, "sync"),
    ({ payment, readable, settled }) => {
      const status = t(`payments.status.${shownStatus(payment)}`, {
        number: payment.kept_for?.display_id,
      })
      if (!settled) {
        return { kind: "warning", text: t("payments.sync.unsettled") }
      }
      if (readable) {
        return { text: t("payments.sync.readable", { status }) }
      }
      const text = t("payments.sync.unreadable", { status })
      const isBlind = !RAIL_TRAITS[payment.rail].isReadable && isOpen(payment)
      const portal = isBlind ? ` ${t("payments.sync.portal")}` : ""
      return { kind: "info", text: `${text}${portal}` }
    }
  )
  if (!mayUpdate) {
    return null
  }
  return (
    <ActionButton action={sync}>
      <ArrowPath />
      {t(
        `payments.actions.${RAIL_TRAITS[rail].isReadable ? "sync" : "settle"}`
      )}
    </ActionButton>
  )
}
