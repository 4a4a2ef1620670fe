import type { TFunction } from "i18next"
import type { AdminException, AdminExceptionDetail } from "../../../http-types"
import { isExceptionName, nameOf } from "../../../ledger/exceptions"
import { isMoreThan } from "../../../ledger/money"
import { existingOrder, isRest } from "./resolutions"

export type ExceptionProps = { exception: AdminExceptionDetail }

/** Causes by the ledger's codes, or by their words in Medusa's errors. */
const CAUSES = {
  no_endpoint: /^no_endpoint$/,
  no_address: /^no_address$/,
  provider: /not enabled in the cart/,
  shipping: /shipping (method|profile)/i,
  stock: /inventory|stock/i,
} as const

/** Causes that choose another text, such as `todo_excess`. */
const CONTEXTS = [
  "excess",
  "depegged",
  "no_rate",
  "other_payment",
  "manual_order",
  "assigned",
  "rest_left",
]

/** Whether a stored cause is a code of the ledger, not Medusa's own words. */
export function isCode(cause: string): boolean {
  return CONTEXTS.includes(cause)
}

/** The stored cause of a problem, if a text of its own describes it. */
export function causeOf(cause: string): keyof typeof CAUSES | "other" {
  const causes = Object.keys(CAUSES) as (keyof typeof CAUSES)[]
  return causes.find((each) => CAUSES[each].test(cause)) ?? "other"
}

/**
 * The title, explanation and remedy of an exception. The store may run a newer
 * API than this page: an unknown problem is its own title.
 */
export function problemText(
  t: TFunction<"stablecoin">,
  problem: AdminException
) {
  const name = nameOf(problem)
  const { cause = "", items = "", currency = "" } = problem.details ?? {}
  const words = {
    cause: t(`exceptions.cause.${causeOf(cause ?? "")}`),
    items: items ?? "",
    coin: currency ?? "",
  }
  // The types of i18next want such a text for each problem.
  const context = isCode(cause ?? "") ? cause : undefined
  const options: typeof words = Object.assign({ context }, words)
  return isExceptionName(name)
    ? {
        title: t(`exceptions.kind.${name}.title`, options),
        happened: t(`exceptions.kind.${name}.happened`, options),
        todo: t(`exceptions.kind.${name}.todo`, options),
      }
    : { title: name, happened: null, todo: null }
}

/**
 * The remedy of an exception. Of money whose payment has an order, it names
 * the order, unless a part is used already, maybe for that order.
 */
export function remedyText(
  t: TFunction<"stablecoin">,
  exception: AdminExceptionDetail
): string | null {
  const placed = existingOrder(exception)?.display_id
  if (!placed || isRest(exception)) {
    return problemText(t, exception).todo
  }
  const isPaid = !isMoreThan(exception.order_missing ?? "0", "0")
  return t(`exceptions.${isPaid ? "orderAsksNothing" : "hasOrder"}`, {
    number: placed,
  })
}
