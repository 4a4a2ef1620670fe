import type { z } from "zod"
import type { AdminFieldError } from "../../../http-types"

/** Codes of errors about a value's form. The admin translates them. */
export type InvalidCode =
  | "address"
  | "address_query"
  | "address_user"
  | "amount"
  | "amount_order"
  | "characters"
  | "currency"
  | "https"
  | "list_blank"
  | "number"
  | "private_address"
  | "rule_twice"
  | "too_large"
  | "too_long"
  | "too_small"

/** Options of a zod check, with the code of its error. */
export function invalid(
  code: InvalidCode,
  error: string
): { error: string; params: { code: InvalidCode } } {
  return { error, params: { code } }
}

/** Converts the problems of a value to errors of its field. */
export function fieldErrorsOf(
  key: string,
  error: z.ZodError | undefined
): AdminFieldError[] {
  return (error?.issues ?? []).map((issue) => ({
    path: [key, ...issue.path].join("."),
    message: issue.message,
    ...codeOf(issue),
  }))
}

function codeOf(
  issue: z.core.$ZodIssue
): Pick<AdminFieldError, "code" | "limit"> {
  switch (issue.code) {
    case "custom":
      return typeof issue.params?.code === "string"
        ? { code: issue.params.code }
        : {}
    case "invalid_type":
      return isNumeric(issue.expected) ? coded("number") : {}
    case "too_small":
      return issue.origin === "array"
        ? coded("list_blank")
        : isNumeric(issue.origin)
          ? coded("too_small", issue.minimum)
          : {}
    case "too_big":
      return isNumeric(issue.origin)
        ? coded("too_large", issue.maximum)
        : issue.origin === "string"
          ? coded("too_long", issue.maximum)
          : {}
    default:
      return {}
  }
}

function isNumeric(type: string): boolean {
  return type === "number" || type === "int"
}

function coded(code: InvalidCode, limit?: number | bigint) {
  return limit === undefined ? { code } : { code, limit: Number(limit) }
}
