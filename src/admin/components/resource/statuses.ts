import type { StatusBadge } from "@medusajs/ui"
import type { ComponentProps } from "react"
import type {
  AdminWebhookEvent,
  AdminException,
  AdminPayment,
  AdminRefund,
} from "../../../http-types"
import { isReportAwaited } from "../../../ledger/open"

export type Color = NonNullable<ComponentProps<typeof StatusBadge>["color"]>

/**
 * Every status in the order of its lifecycle, with its color. The label next to
 * it has the same meaning.
 */
export const STATUS_COLORS = {
  payments: {
    creating: "grey",
    pending: "orange",
    abandoned: "purple",
    failed: "red",
    cancelled: "grey",
    paid: "green",
  } satisfies Record<AdminPayment["status"], Color>,
  /** They have none: a deposit is allocated, or has a rest. */
  deposits: {},
  exceptions: {
    open: "red",
    resolved: "green",
  } satisfies Record<AdminException["status"], Color>,
  /** Answers of the network about payments. */
  proof: {
    not_found: "orange",
    found: "blue",
    contradicted: "red",
    proven: "green",
    none: "grey",
  } satisfies Record<NonNullable<AdminPayment["proof_status"]> | "none", Color>,
  refunds: {
    due: "orange",
    sent: "green",
    void: "grey",
  } satisfies Record<AdminRefund["status"], Color>,
  webhooks: {
    received: "blue",
    processed: "green",
    ignored: "grey",
    failed: "orange",
    dead: "red",
  } satisfies Record<AdminWebhookEvent["status"], Color>,
}

type Statuses = typeof STATUS_COLORS
export type Resource = keyof Statuses
export type StatusOf<R extends Resource> = keyof Statuses[R] & string

type StatusKey = {
  [R in Resource]: `${R}.status.${StatusOf<R>}`
}[Resource]

/** The key of a status's text. */
export function statusKey<R extends Resource>(of: R, status: StatusOf<R>) {
  return `${of}.status.${status}` as StatusKey
}

/** A resource's statuses. */
export function statusesOf<R extends Resource>(resource: R): StatusOf<R>[] {
  return Object.keys(STATUS_COLORS[resource]) as StatusOf<R>[]
}

/** The colors of a payment's badge. */
export const SHOWN_COLORS = {
  ...STATUS_COLORS.payments,
  kept: "green",
  keptUnconfirmed: "orange",
  unanswered: "purple",
  awaited: "orange",
  otherMoney: "orange",
} as const

/** A payment's status, or what is known beyond it. */
export function shownStatus(
  payment: Pick<
    AdminPayment,
    | "status"
    | "kept_for"
    | "never_answered"
    | "returned_result"
    | "received"
    | "expires_at"
  >
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
