import type {
  AdminExceptionDetail,
  AdminResolveException,
} from "../../../http-types"
import type { ExceptionResolution } from "../../../ledger/exceptions"
import { differenceOf, isMoreThan } from "../../../ledger/money"
import type { Texts } from "../../lib/use-texts"
import type { Whereabouts } from "./resolutions"

/** The fields of each action, and of each place of a closed exception's money. */
export const FIELDS = {
  "": [],
  retry: [],
  refund: ["amount", "refund_to", "reason"],
  assign: ["payment_id"],
  sent: ["tx_hash", "amount", "refund_to"],
  order_id: ["order_id"],
  kept: ["kept"],
} as const

type Use = keyof typeof FIELDS
export type FieldName = (typeof FIELDS)[Use][number]

/** The values of the form that resolves an exception. */
export type ResolveValues = Record<FieldName | "note", string> & {
  action: ExceptionResolution | ""
  /** Where the money of a closed exception is. */
  whereabouts: Whereabouts | ""
  /** Whether the transfer paid another refund too. */
  shared_transfer?: boolean
}

/** The action, or the place of the money, that decides about the fields. */
export function chosenUse({
  action,
  whereabouts,
}: Pick<ResolveValues, "action" | "whereabouts">): Use {
  return action === "close" ? whereabouts : action
}

/**
 * Converts the form's values to the API's body. Blank fields are left out, and
 * the API applies its defaults.
 */
export function resolutionOf(
  values: ResolveValues & { other_customer?: boolean },
  { held }: Pick<AdminExceptionDetail, "held">
): AdminResolveException {
  const { action, shared_transfer, other_customer } = values
  const use = chosenUse(values)
  const typed = FIELDS[use].map((name) => [
    name,
    name === "amount" ? decimalOf(values.amount) : values[name].trim(),
  ])
  const fields = {
    ...Object.fromEntries(typed.filter(([, text]) => text)),
    ...(use === "sent" && shared_transfer && { shared_transfer }),
    ...(use === "order_id" && other_customer && { other_customer }),
  }
  return {
    action: action || "close",
    note: values.note.trim(),
    ...(held && action !== "retry" && { held: held.amount }),
    ...(use === "refund" || use === "sent" ? { [use]: fields } : fields),
  } as AdminResolveException
}

type Held = AdminExceptionDetail["held"]

/** The API's format. */
const DECIMAL = /^\d{1,30}(\.\d{1,2})?$/

/**
 * The initial amount in a form, with the decimal mark of the page: the full
 * amount, or what is too much of it, if the gateway confirmed it.
 *
 * @param due what is to stay, of money that is too much
 */
export function firstAmount(
  held: Held,
  { amount }: Pick<Texts, "amount">,
  due = "0"
): string {
  if (!held?.confirmed || !DECIMAL.test(held.amount)) {
    return ""
  }
  return isMoreThan(held.amount, due)
    ? differenceOf(held.amount, due).replace(".", amount("0").charAt(1))
    : ""
}

/** An amount as typed, with any decimal mark, in the API's format. */
function decimalOf(typed: string): string {
  return typed.trim().replace(/[,٫]/, ".")
}

/**
 * Why the API would reject the amount of a refund. A blank one means the full
 * confirmed amount.
 */
export function amountProblem(
  typed: string,
  held: Held
): "malformed" | "zero" | "excess" | null {
  const amount = decimalOf(typed)
  if (!amount && held?.confirmed) {
    return null
  }
  if (!DECIMAL.test(amount)) {
    return "malformed"
  }
  if (!isMoreThan(amount, "0")) {
    return "zero"
  }
  return held && isMoreThan(amount, held.amount) ? "excess" : null
}
