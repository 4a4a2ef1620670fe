import { StatusBadge, Tooltip } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminPayment } from "../../http-types"
import { STATUS_COLORS, type StatusOf } from "../lib/statuses"
import { RAIL_TRAITS } from "../../ledger/rails"

type Of<R extends keyof typeof STATUS_COLORS> = { status: StatusOf<R> }

/** A payment's status, with an explanation on hover. */
export function PaymentStatusBadge({ status }: Of<"payments">) {
  const { t } = useTranslation("stablecoin")
  return (
    <Tooltip content={t(`payments.statusHint.${status}`)}>
      <StatusBadge
        color={STATUS_COLORS.payments[status]}
        className="text-nowrap"
      >
        {t(`payments.status.${status}`)}
      </StatusBadge>
    </Tooltip>
  )
}

/** Marks an expired hosted payment whose outcome the gateway never reported. */
export function NeverAnsweredBadge({ payment }: { payment: AdminPayment }) {
  const { t } = useTranslation("stablecoin")
  const open = ["creating", "pending", "abandoned"].includes(payment.status)
  const over = Date.parse(payment.expires_at) <= Date.now()
  if (RAIL_TRAITS[payment.rail].isReadable || !open || !over) {
    return null
  }
  return (
    <Tooltip content={t("payments.neverAnsweredHint")}>
      <StatusBadge color="purple" className="text-nowrap">
        {t("payments.neverAnswered")}
      </StatusBadge>
    </Tooltip>
  )
}

export function ExceptionStatusBadge({ status }: Of<"exceptions">) {
  const { t } = useTranslation("stablecoin")
  return (
    <StatusBadge
      color={STATUS_COLORS.exceptions[status]}
      className="text-nowrap"
    >
      {t(`exceptions.status.${status}`)}
    </StatusBadge>
  )
}

export function RefundStatusBadge({ status }: Of<"refunds">) {
  const { t } = useTranslation("stablecoin")
  return (
    <Tooltip content={t(`refunds.statusHint.${status}`)}>
      <StatusBadge
        color={STATUS_COLORS.refunds[status]}
        className="text-nowrap"
      >
        {t(`refunds.status.${status}`)}
      </StatusBadge>
    </Tooltip>
  )
}

export function WebhookEventStatusBadge({ status }: Of<"webhooks">) {
  const { t } = useTranslation("stablecoin")
  return (
    <Tooltip content={t(`webhooks.statusHint.${status}`)}>
      <StatusBadge
        color={STATUS_COLORS.webhooks[status]}
        className="text-nowrap"
      >
        {t(`webhooks.status.${status}`)}
      </StatusBadge>
    </Tooltip>
  )
}
