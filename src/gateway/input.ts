import type { z } from "zod"
import { isSameAmount, toWireNumber } from "../ledger/money"
import { GatewayError, type FailedRequest } from "./gateway-error"

/**
 * Validates a request's body against the contract before it is sent. Invalid
 * input costs no call, and the gateway can't misread it.
 *
 * @throws GatewayError `invalid`, never ambiguous, with `fields` named as in
 *   the API
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
  throw new GatewayError("was not sent: the gateway would reject it.", {
    code: "invalid",
    request,
    remedy: `Correct: ${Object.keys(fields).join(", ")}.`,
    fields,
  })
}

/**
 * Converts an amount to a number for the API. Returns NaN, which every schema
 * rejects, if it is not a decimal or a number can't represent it exactly.
 */
export function amountToSend(amount: string): number {
  try {
    const number = toWireNumber(amount)
    return isSameAmount(number, amount) ? number : NaN
  } catch {
    return NaN
  }
}
