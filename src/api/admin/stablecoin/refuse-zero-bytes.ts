import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"

/**
 * Rejects paths with a zero byte. PostgreSQL text can't contain one, so the
 * query would fail as an internal error.
 */
export function refuseZeroBytes(
  { originalUrl }: MedusaRequest,
  _: MedusaResponse,
  next: MedusaNextFunction
): void {
  next(
    originalUrl.split("?")[0]!.includes("%00")
      ? new MedusaError(
          MedusaError.Types.INVALID_DATA,
          "The path must not contain a zero byte."
        )
      : undefined
  )
}
