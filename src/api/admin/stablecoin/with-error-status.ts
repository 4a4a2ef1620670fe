import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import type { RefusedError } from "../../../exceptions/refused-error"
import { GATEWAY_UNAVAILABLE } from "../../../workflows/admin-errors"
import { CHAIN_UNAVAILABLE } from "../../../workflows/resolve-exception"

const UNAVAILABLE: readonly (string | undefined)[] = [
  GATEWAY_UNAVAILABLE,
  CHAIN_UNAVAILABLE,
]

const { CONFLICT, INVALID_DATA, NOT_ALLOWED, NOT_FOUND } = MedusaError.Types
const STATUS: Readonly<Record<string, number>> = {
  [CONFLICT]: 409,
  [INVALID_DATA]: 400,
  [NOT_ALLOWED]: 400,
  [NOT_FOUND]: 404,
}

/**
 * Responds with the error's own message, code and params. Medusa's error handler
 * uses one sentence for every conflict, and has no status for an unavailable
 * gateway or chain.
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
      const { type, message, code, params } = error as RefusedError
      res.status(status).json({ type, message, code, params })
    }
  }
}

function statusOf(error: unknown): number | undefined {
  const { type = "", code, params } = error as Partial<RefusedError>
  if (UNAVAILABLE.includes(code)) {
    return 503
  }
  return params || type === CONFLICT ? STATUS[type] : undefined
}
