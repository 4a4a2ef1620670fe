import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { GATEWAY_UNAVAILABLE } from "../../../workflows/gateway-failure"
import { CHAIN_UNAVAILABLE } from "../../../workflows/resolve-exception/read-again"

const UNAVAILABLE: readonly (string | undefined)[] = [
  GATEWAY_UNAVAILABLE,
  CHAIN_UNAVAILABLE,
]

/**
 * Responds with the error's own message. Medusa's error handler uses one
 * sentence for every conflict, and has no status for an unavailable gateway
 * or chain.
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
  return UNAVAILABLE.includes(code) ? 503 : null
}
