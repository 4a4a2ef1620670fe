import { EllipsisHorizontal, Link, XCircle } from "@medusajs/icons"
import { DropdownMenu, IconButton, usePrompt } from "@medusajs/ui"
import type {
  AdminPaymentDetail,
  AdminCancelResponse,
} from "../../../http-types"
import { useMay } from "../../lib/permissions"
import { useCopyLink } from "../../lib/use-copy-link"
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
  const copyLink = useCopyLink()
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
  const unallocated = payment.deposits.filter(hasRest)

  const confirmAndCancel = async () => {
    const sure = await prompt({
      title: t(`payments.cancel.${rail}.title`),
      description: [
        ...(unallocated.length
          ? [
              t("payments.cancel.otherMoney", {
                sum: list(
                  unallocated.map((deposit) =>
                    coins(deposit.unallocated, deposit.currency)
                  )
                ),
              }),
            ]
          : []),
        t(`payments.cancel.${rail}.effect`),
      ].join(" "),
      confirmText: t(`payments.cancel.${rail}.confirm`),
      cancelText: t("payments.cancel.keep"),
    })
    if (sure) {
      cancel.mutate()
    }
  }
  return (
    <div className="flex items-center gap-x-2">
      <CheckNowButton payment={payment} />
      {(payment_link || mayCancel) && (
        <DropdownMenu>
          <DropdownMenu.Trigger asChild>
            <IconButton
              size="small"
              variant="transparent"
              aria-label={t("common.actions.menu")}
            >
              <EllipsisHorizontal />
            </IconButton>
          </DropdownMenu.Trigger>
          <DropdownMenu.Content align="end">
            {payment_link && (
              <DropdownMenu.Item
                className="[&_svg]:text-ui-fg-subtle gap-x-2"
                onSelect={() => void copyLink(payment_link)}
              >
                <Link />
                {t("payments.actions.copyLink")}
              </DropdownMenu.Item>
            )}
            {mayCancel && (
              <DropdownMenu.Item
                className="[&_svg]:text-ui-fg-subtle gap-x-2"
                disabled={cancel.isPending}
                onSelect={() => void confirmAndCancel()}
              >
                <XCircle />
                {t(`payments.cancel.${rail}.confirm`)}
              </DropdownMenu.Item>
            )}
          </DropdownMenu.Content>
        </DropdownMenu>
      )}
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
