import { Badge, StatusBadge, Tooltip } from "@medusajs/ui"
import type { ComponentProps } from "react"
import { useTranslation } from "react-i18next"
import type { AdminPayment } from "../../../http-types"
import { isNotShown } from "../../../ledger/proof"
import {
  type Color,
  type Resource,
  SHOWN_COLORS,
  shownStatus,
  STATUS_COLORS,
  statusKey,
  type StatusOf,
} from "./statuses"

/** Long ones wrap on a phone, so that a list shows them without scrolling. */
const TEXT =
  "max-md:text-wrap max-md:py-0.5 max-md:leading-snug max-md:[&>*]:shrink-0 md:text-nowrap"

type StatusProps<R extends Resource> = { of: R; status: StatusOf<R> }

/** A status by its color and text. */
export function Status<R extends Resource>({ of, status }: StatusProps<R>) {
  const { t } = useTranslation("stablecoin")
  const colors: Readonly<Record<string, Color>> = STATUS_COLORS[of]
  return (
    <StatusBadge color={colors[status]} className={TEXT}>
      {t(statusKey(of, status))}
    </StatusBadge>
  )
}

/** A status, with an explanation on hover. */
function Explained({
  hint,
  ...badge
}: ComponentProps<typeof StatusBadge> & { hint: string }) {
  return (
    <Tooltip content={hint}>
      <StatusBadge className={TEXT} {...badge} />
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

/**
 * A payment's status, whether it needs the merchant, and whether the network
 * does not show its transfer.
 */
export function PaymentBadges({ payment }: { payment: AdminPayment }) {
  const { t } = useTranslation("stablecoin")
  const { needs_attention, proof_status } = payment
  return (
    <span className="flex flex-col items-start gap-1 py-2 max-md:min-w-24 2xl:flex-row 2xl:items-center 2xl:gap-2">
      <PaymentStatusBadge payment={payment} />
      {needs_attention && (
        <Explained color="red" hint={t("payments.attentionHint")}>
          {t("payments.attention")}
        </Explained>
      )}
      {proof_status && isNotShown(payment) && (
        <ProofBadge status={proof_status} />
      )}
    </span>
  )
}

/** The state of a proof, explained by the network's answer. */
export function ProofBadge({ status }: { status: StatusOf<"proof"> }) {
  const { t } = useTranslation("stablecoin")
  return (
    <Explained
      color={STATUS_COLORS.proof[status]}
      hint={t(`proof.answer.${status}`)}
    >
      {t(`proof.status.${status}`)}
    </Explained>
  )
}

/**
 * Marks test money, and money of a mode that the plugin does not know. Live mode
 * is expected and gets no badge.
 */
export function ModeBadge({ mode }: { mode: string | null }) {
  const { t } = useTranslation("stablecoin")
  if (mode === null || mode === "live") {
    return null
  }
  const isTest = mode === "test"
  const badge = (
    <Badge size="2xsmall" color="orange" rounded="full">
      {isTest ? t("common.mode.test") : mode}
    </Badge>
  )
  return isTest ? (
    <Tooltip content={t("common.mode.testHint")}>{badge}</Tooltip>
  ) : (
    badge
  )
}
