import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { GATEWAY_UNAVAILABLE } from "../../../workflows/gateway-failure"

/**
 * Answers a refusal in its own words. Medusa's error handler says the same
 * sentence of every conflict, and has no status for a gateway that is down.
 */
export function withErrorStatus<Body>(
  handle: (
    req: AuthenticatedMedusaRequest<Body>,
    res: MedusaResponse
  ) => Promise<void>
) {
  return async (
    req: AuthenticatedMedusaRequest<Body>,
    res: MedusaResponse
  ): Promise<void> => {
    try {
      await handle(req, res)
    } catch (error) {
      const status = statusOf(error)
      if (!status) {
        throw error
      }
      const { type, message } = error as MedusaError
      res.status(status).json({ type, message })
    }
  }
}

function statusOf(error: unknown): 409 | 503 | null {
  const { type, code } = error as Partial<MedusaError>
  if (type === MedusaError.Types.CONFLICT) {
    return 409
  }
  return code === GATEWAY_UNAVAILABLE ? 503 : null
}
