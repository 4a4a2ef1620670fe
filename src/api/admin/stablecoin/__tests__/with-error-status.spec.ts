import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { RefusedError } from "../../../../exceptions/refused-error"
import { GATEWAY_UNAVAILABLE } from "../../../../workflows/admin-errors"
import { CHAIN_UNAVAILABLE } from "../../../../workflows/resolve-exception"
import { withErrorStatus } from "../with-error-status"

const { CONFLICT, INVALID_DATA, UNEXPECTED_STATE } = MedusaError.Types

/** The response to a request that fails with an error. */
async function respond(error: Error): Promise<unknown[]> {
  const sent: unknown[] = []
  const response = {
    status: (code: number) => {
      sent.push(code)
      return response
    },
    json: (body: unknown) => void sent.push(body),
  }
  const handle = withErrorStatus(async () => await Promise.reject(error))
  await handle(
    {} as AuthenticatedMedusaRequest,
    response as unknown as MedusaResponse
  )
  return sent
}

it.each([
  [409, CONFLICT, undefined],
  [503, UNEXPECTED_STATE, GATEWAY_UNAVAILABLE],
  [503, UNEXPECTED_STATE, CHAIN_UNAVAILABLE],
])("an admin request is answered %i to %s (%s)", async (status, type, code) => {
  const error = new MedusaError(type, "Try again.", code)
  expect(await respond(error)).toEqual([
    status,
    { type, message: "Try again.", code },
  ])
})

it("an admin request names a refusal and its words, for the admin's language", async () => {
  const words = { held: "3.00 USDT" }
  const error = new RefusedError("exceeds_held", words)
  // Workflows serialize errors.
  expect(await respond({ ...error, message: error.message })).toEqual([
    400,
    {
      type: INVALID_DATA,
      message: "The refund must be more than 0 and at most 3.00 USDT.",
      code: "exceeds_held",
      params: words,
    },
  ])
})

it("an admin request leaves other errors to Medusa", async () => {
  const error = new MedusaError(UNEXPECTED_STATE, "Broken.")
  await expect(respond(error)).rejects.toBe(error)
})
