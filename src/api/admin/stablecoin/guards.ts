import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"

const READING = ["GET", "HEAD", "OPTIONS"]

/**
 * Rejects changes that are not sent as JSON. A page of a sibling domain sends
 * the admin's cookie despite SameSite, and Medusa parses forms. A form cannot
 * send JSON, and a script needs the permission of Medusa's CORS for it.
 */
export function guardChanges(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): void {
  if (READING.includes(req.method) || isJson(req.headers["content-type"])) {
    next()
    return
  }
  res.status(415).json({
    type: "unsupported_media_type",
    message: `${req.method} ${req.path} was refused: its content type is not JSON. Send the header "content-type: application/json", also without a body.`,
  })
}

function isJson(contentType: string | undefined): boolean {
  const [mediaType = ""] = (contentType ?? "").split(";")
  return mediaType.trim().toLowerCase() === "application/json"
}

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
