import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import {
  ContainerRegistrationKeys,
  MedusaError,
  parseCorsOrigins,
} from "@medusajs/framework/utils"
import { STABLECOIN_MODULE } from "../../../modules/stablecoin"

const READING = ["GET", "HEAD", "OPTIONS"]

/**
 * Rejects changes that a page of another site sends with an admin's cookie.
 * SameSite does not stop a page of a sibling domain, and Medusa parses forms. A
 * form cannot send JSON, and a script needs CORS permission for it.
 */
export async function guardChanges(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  if (READING.includes(req.method)) {
    next()
    return
  }
  if (!isJson(req.headers["content-type"])) {
    res.status(415).json({
      type: "unsupported_media_type",
      message: `${req.method} ${req.path} was refused: its content type is not JSON. Send the header "content-type: application/json", also without a body.`,
    })
    return
  }
  next(
    (await comesFromAllowedPage(req))
      ? undefined
      : new MedusaError(
          MedusaError.Types.FORBIDDEN,
          `${req.method} ${req.path} was refused: a page of ${req.headers.origin ?? "another site"} sent it. Add the origin of the admin to http.adminCors in medusa-config.ts.`
        )
  )
}

function isJson(contentType: string | undefined): boolean {
  const [mediaType = ""] = (contentType ?? "").split(";")
  return mediaType.trim().toLowerCase() === "application/json"
}

/**
 * Requests without both headers do not come from a browser but, for example,
 * from a client with an API key.
 */
async function comesFromAllowedPage(req: MedusaRequest): Promise<boolean> {
  const { origin, host, "sec-fetch-site": site } = req.headers
  // Browsers set this header themselves, and no page can.
  if (site === "same-origin") {
    return true
  }
  if (origin === undefined) {
    return site === undefined || site === "none"
  }
  const isOwnHost = site === undefined && hostOf(origin) === host
  return (
    isOwnHost || isInAdminCors(req, origin) || (await isBackend(req, origin))
  )
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

/**
 * Reads the setting like Medusa's own CORS: a list of origins and regular
 * expressions.
 */
function isInAdminCors({ scope }: MedusaRequest, origin: string): boolean {
  const { projectConfig } = scope.resolve(
    ContainerRegistrationKeys.CONFIG_MODULE
  )
  return parseCorsOrigins(projectConfig.http.adminCors).some((allowed) =>
    typeof allowed === "string" ? allowed === origin : allowed.test(origin)
  )
}

/** A proxy may hide the public host; `backendUrl` names it. */
async function isBackend(
  { scope }: MedusaRequest,
  origin: string
): Promise<boolean> {
  const { settings } = scope.resolve(STABLECOIN_MODULE)
  const { general } = await settings.recent()
  return general.ok && new URL(general.value.backendUrl).origin === origin
}
