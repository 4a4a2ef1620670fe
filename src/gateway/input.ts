import type { z } from "zod"
import { isSameAmount, toWireNumber } from "../ledger/money"
import { GatewayError, type FailedRequest } from "./gateway-error"

/**
 * Checks a request's body against the contract before it is sent, so that
 * nonsense costs no call and can't be misread at the other side.
 *
 * @throws GatewayError `invalid`, never ambiguous, with `fields` named as the wire names them
 */
export function checkInput<T>(
  schema: z.ZodType<T>,
  input: unknown,
  request: FailedRequest
): T {
  const checked = schema.safeParse(input)
  if (checked.success) {
    return checked.data
  }
  const fields: Record<string, string[]> = {}
  for (const { path, message } of checked.error.issues) {
    const field = path.join(".")
    fields[field] = [...(fields[field] ?? []), message]
  }
  throw new GatewayError("was not sent, as the gateway would refuse it.", {
    code: "invalid",
    request,
    remedy: `Correct: ${Object.keys(fields).join(", ")}.`,
    fields,
  })
}

/**
 * An amount as the wire's number, or NaN, which no schema lets pass, if it is
 * no decimal or a number can't hold it exactly.
 */
export function amountToSend(amount: string): number {
  try {
    const number = toWireNumber(amount)
    return isSameAmount(number, amount) ? number : NaN
  } catch {
    return NaN
  }
}
