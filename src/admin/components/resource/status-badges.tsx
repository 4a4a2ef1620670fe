import { StatusBadge, Tooltip } from "@medusajs/ui"
import type { ComponentProps } from "react"
import { useTranslation } from "react-i18next"
import type { AdminPayment } from "../../../http-types"
import { isNotShown } from "../../../ledger/proof"
import {
  SHOWN_COLORS,
  shownStatus,
  STATUS_COLORS,
  type StatusOf,
} from "./statuses"

type Of<R extends keyof typeof STATUS_COLORS> = { status: StatusOf<R> }

/** A status, with an explanation on hover. */
function Explained({
  hint,
  ...badge
}: ComponentProps<typeof StatusBadge> & { hint: string }) {
  return (
    <Tooltip content={hint}>
      <StatusBadge className="text-nowrap" {...badge} />
    </Tooltip>
  )
}

/** The badge of a payment's status, or of what is known beyond it. */
export function PaymentStatusBadge({
  payment,
  hint,
}: {
  payment: Parameters<typeof shownStatus>[0] & { id: string }
  /** Replaces the explanation of the status. */
  hint?: string
}) {
  const { t } = useTranslation("stablecoin")
  const shown = shownStatus(payment)
  const words = { orderNo: payment.id, number: payment.kept_for?.display_id }
  return (
    <Explained
      color={SHOWN_COLORS[shown]}
      hint={hint ?? t(`payments.statusHint.${shown}`, words)}
    >
      {t(`payments.status.${shown}`, words)}
    </Explained>
  )
}

/** Marks a payment with an open exception or a refund to send. */
export function AttentionBadge({
  payment,
}: {
  payment: Pick<AdminPayment, "needs_attention">
}) {
  const { t } = useTranslation("stablecoin")
  return payment.needs_attention ? (
    <Explained color="red" hint={t("payments.attentionHint")}>
      {t("payments.attention")}
    </Explained>
  ) : null
}

/** The network's answer about a transfer. */
export function ProofBadge({
  status,
  hint,
}: Of<"proofs"> & {
  /** Replaces the explanation of a payment's proof. */
  hint?: string
}) {
  const { t } = useTranslation("stablecoin")
  return (
    <Explained
      color={STATUS_COLORS.proofs[status]}
      hint={hint ?? t(`proof.sentence.${status}`)}
    >
      {t(`proof.status.${status}`)}
    </Explained>
  )
}

/** Marks a payment whose reported transfer the network does not show. */
export function DoubtBadge({
  payment: { proof_status },
}: {
  payment: Pick<AdminPayment, "proof_status">
}) {
  return proof_status && isNotShown({ proof_status }) ? (
    <ProofBadge status={proof_status} />
  ) : null
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
    <Explained
      color={STATUS_COLORS.refunds[status]}
      hint={t(`refunds.statusHint.${status}`)}
    >
      {t(`refunds.status.${status}`)}
    </Explained>
  )
}

export function WebhookStatusBadge({ status }: Of<"webhooks">) {
  const { t } = useTranslation("stablecoin")
  return (
    <Explained
      color={STATUS_COLORS.webhooks[status]}
      hint={t(`webhooks.statusHint.${status}`)}
    >
      {t(`webhooks.status.${status}`)}
    </Explained>
  )
}
