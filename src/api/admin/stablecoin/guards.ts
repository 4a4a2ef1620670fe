import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"

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
