import type * as Api from "../../../http-types"
import { differenceOf, isMoreThan } from "../../../ledger/money"
import type { Texts } from "../../lib/use-texts"
import { type Choice, type FieldName, FIELDS } from "./resolutions"

export type ResolveValues = Record<FieldName | "note", string> & {
  choice: Choice | ""
}

/**
 * Converts the form's values to the API's body. Blank fields are left out, and
 * the API applies its defaults.
 *
 * @param refusal the code of the last refusal, which sending the same again
 *   overrides
 */
export function resolutionOf(
  values: ResolveValues,
  { held }: Pick<Api.AdminExceptionDetail, "held">,
  refusal?: string
): Api.AdminResolveException {
  const { choice } = values
  const typed = fieldsOf(choice).map((name) => [
    name,
    name === "amount" ? decimalOf(values.amount) : values[name].trim(),
  ])
  const fields = {
    ...Object.fromEntries(typed.filter(([, text]) => text)),
    ...(refusal === "hash_used" && { shared_transfer: true }),
    ...(refusal === "other_customer" && { other_customer: true }),
  }
  const isAction =
    choice === "retry" || choice === "refund" || choice === "assign"
  return {
    action: isAction ? choice : "close",
    note: values.note.trim(),
    ...(held && choice !== "retry" && { held: held.amount }),
    ...(choice === "refund" || choice === "sent"
      ? { [choice]: fields }
      : fields),
  } as Api.AdminResolveException
}

/** The fields of a choice; none before one is made. */
export function fieldsOf(choice: Choice | ""): readonly FieldName[] {
  return choice ? FIELDS[choice] : []
}

type Held = Api.AdminExceptionDetail["held"]

/** The API's format. */
const DECIMAL = /^\d{1,30}(\.\d{1,2})?$/

/**
 * The initial amount in a form, with the decimal mark of the page: the full
 * amount, or what is too much of it, if the gateway confirmed it. The ledger
 * decides what is refunded, and has a default for requests without an amount.
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
export function decimalOf(typed: string): string {
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
