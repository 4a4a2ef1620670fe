import type { z } from "zod"
import { toExactDecimal } from "../../../../src/ledger/money"
import { isPublicUrl, isWebUrl } from "./public-url"
import { Refusal, type FieldErrors } from "./refusal"

/** Collects a request's problems by field and refuses it with 422. */
export class Problems {
  private readonly fields: FieldErrors = {}

  add(field: string, message: string): void {
    ;(this.fields[field] ??= []).push(message)
  }

  /**
   * The value that `check` returned, if no problem was added.
   *
   * @throws Refusal 422 with all problems
   */
  accept<T>(value: T | undefined): T {
    if (value === undefined || Object.keys(this.fields).length > 0) {
      throw new Refusal(422, "The given data was invalid.", this.fields)
    }
    return value
  }
}

/**
 * Adds the issues of a schema. Returns the parsed value, or undefined if it is
 * invalid.
 */
export function check<T>(
  schema: z.ZodType<T>,
  body: Record<string, unknown>,
  problems: Problems
): T | undefined {
  const result = schema.safeParse(body)
  if (result.success) {
    return result.data
  }
  for (const issue of result.error.issues) {
    const [field] = issue.path
    const name = field === undefined ? "body" : String(field)
    const missing = issue.path.length === 1 && body[name] === undefined
    problems.add(name, missing ? "This field is required." : issue.message)
  }
  return undefined
}

/** Adds the problems of URLs that the schema accepts. */
export function checkUrls(
  body: Record<string, unknown>,
  fields: readonly string[],
  problems: Problems,
  mustBePublic = false
): void {
  for (const field of fields) {
    const url = body[field]
    if (typeof url !== "string" || !URL.canParse(url)) {
      continue
    }
    if (!isWebUrl(url)) {
      problems.add(field, "Must be an http or https URL.")
    } else if (mustBePublic && !isPublicUrl(url)) {
      problems.add(
        field,
        "Must be a valid public URL: its host is local, private or reserved."
      )
    }
  }
}

/** Parses a body by its schema. @throws Refusal 422 with detail per field */
export function validate<T>(
  schema: z.ZodType<T>,
  body: Record<string, unknown>
): T {
  const problems = new Problems()
  return problems.accept(check(schema, body, problems))
}

/** Above this, a JSON number no longer represents every cent. */
const MAX_AMOUNT = 9e13

/**
 * Adds the problems of an amount. The schemas already require it to be greater
 * than 0.
 */
export function checkAmount(
  amount: number,
  fractionDigits: number,
  problems: Problems
): void {
  if (amount > MAX_AMOUNT) {
    problems.add("amount", `Must not be greater than ${MAX_AMOUNT}.`)
    return
  }
  const [, fraction = ""] = toExactDecimal(amount).split(".")
  if (fraction.length > fractionDigits) {
    problems.add(
      "amount",
      `At most ${fractionDigits} fraction digits: round the amount before you send it.`
    )
  }
}
