import { Badge, StatusBadge, Tooltip } from "@medusajs/ui"
import type { ComponentProps } from "react"
import { useTranslation } from "react-i18next"
import type * as Api from "../../../http-types"
import { isReportAwaited } from "../../../ledger/open"
import { isNotShown } from "../../../ledger/proof"
import type { ProofState } from "../proof/proof-state"

type Color = NonNullable<ComponentProps<typeof StatusBadge>["color"]>

/**
 * Every status in the order of its lifecycle, with its color. The label next to
 * it has the same meaning.
 */
const STATUS_COLORS = {
  payments: {
    creating: "grey",
    pending: "orange",
    abandoned: "purple",
    failed: "red",
    cancelled: "grey",
    paid: "green",
  } satisfies Record<Api.AdminPayment["status"], Color>,
  /** They have none: a deposit is allocated, or has a rest. */
  deposits: {},
  exceptions: {
    open: "red",
    resolved: "green",
  } satisfies Record<Api.AdminException["status"], Color>,
  /** Answers of the network about payments. */
  proof: {
    not_found: "orange",
    found: "blue",
    contradicted: "red",
    proven: "green",
    none: "grey",
  } satisfies Record<ProofState, Color>,
  refunds: {
    due: "orange",
    sent: "green",
    void: "grey",
  } satisfies Record<Api.AdminRefund["status"], Color>,
  webhooks: {
    received: "blue",
    processed: "green",
    ignored: "grey",
    failed: "orange",
    dead: "red",
  } satisfies Record<Api.AdminWebhookEvent["status"], Color>,
}

type Statuses = typeof STATUS_COLORS
export type Resource = keyof Statuses
type StatusOf<R extends Resource> = keyof Statuses[R] & string

type StatusKey = {
  [R in Resource]: `${R}.status.${StatusOf<R>}`
}[Resource]

export function statusKey<R extends Resource>(of: R, status: StatusOf<R>) {
  return `${of}.status.${status}` as StatusKey
}

export function statusesOf<R extends Resource>(resource: R): StatusOf<R>[] {
  return Object.keys(STATUS_COLORS[resource]) as StatusOf<R>[]
}

const SHOWN_COLORS = {
  ...STATUS_COLORS.payments,
  kept: "green",
  keptUnconfirmed: "orange",
  unanswered: "purple",
  awaited: "orange",
  otherMoney: "orange",
} as const

/** A payment's status, or what is known beyond it. */
export function shownStatus(
  payment: Api.AdminPayment
): keyof typeof SHOWN_COLORS {
  if (payment.kept_for) {
    return payment.kept_for.is_confirmed ? "kept" : "keptUnconfirmed"
  }
  if (payment.never_answered) {
    return "unanswered"
  }
  // Such as a wrong amount: its buyer has paid something.
  if (payment.status === "pending" && payment.received) {
    return "otherMoney"
  }
  // The merchant has looked it up.
  const isOver =
    payment.status === "abandoned" &&
    Date.parse(payment.expires_at) <= Date.now()
  return isReportAwaited(payment) && !isOver ? "awaited" : payment.status
}

/** Long ones wrap on a phone, so that a list shows them without scrolling. */
const TEXT =
  "max-md:text-wrap max-md:py-0.5 max-md:leading-snug max-md:[&>*]:shrink-0 md:text-nowrap"

type StatusProps<R extends Resource> = { of: R; status: StatusOf<R> }

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

type PaymentBadgeProps = { payment: Api.AdminPayment; hint?: string }

/** @param hint replaces the explanation of the status */
export function PaymentStatusBadge({ payment, hint }: PaymentBadgeProps) {
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
export function PaymentBadges({ payment }: { payment: Api.AdminPayment }) {
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
  return (
    <Tooltip content={t("common.mode.testHint")} hidden={!isTest}>
      <Badge size="2xsmall" color="orange" rounded="full">
        {isTest ? t("common.mode.test") : mode}
      </Badge>
    </Tooltip>
  )
}
