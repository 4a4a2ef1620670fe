import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"

/** No text in PostgreSQL holds a zero byte: a path with one names nothing, and would fail there as our own fault. */
export function refuseZeroBytes(
  { originalUrl }: MedusaRequest,
  _: MedusaResponse,
  next: MedusaNextFunction
): void {
  next(
    originalUrl.split("?")[0]!.includes("%00")
      ? new MedusaError(
          MedusaError.Types.INVALID_DATA,
          "The path must hold no zero byte."
        )
      : undefined
  )
}
