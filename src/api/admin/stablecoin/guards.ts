import { resolvePermissions } from "@medusajs/framework"
import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import type {
  StablecoinPermission,
  StablecoinResource,
} from "../../../http-types"

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

/**
 * Maps each folder of routes to its resource. The summary has none: any of them
 * allows reading it, and each of its parts requires its own.
 */
export const RESOURCE_OF_FOLDER: Record<string, StablecoinResource> = {
  overview: "stablecoin_payment",
  payments: "stablecoin_payment",
  orders: "stablecoin_payment",
  deposits: "stablecoin_payment",
  exceptions: "stablecoin_exception",
  refunds: "stablecoin_refund",
  webhooks: "stablecoin_webhook",
  settings: "stablecoin_setting",
  currencies: "stablecoin_setting",
  prices: "stablecoin_setting",
  health: "stablecoin_setting",
}

/**
 * Has Medusa check the caller's roles where the store has role-based access
 * control enabled.
 */
export const policyMiddlewares: MiddlewareRoute[] = Object.entries(
  RESOURCE_OF_FOLDER
).flatMap(([folder, resource]) =>
  [`/admin/stablecoin/${folder}`, `/admin/stablecoin/${folder}/*`].flatMap(
    (matcher): MiddlewareRoute[] => [
      { matcher, methods: ["GET"], policies: { resource, operation: "read" } },
      {
        matcher,
        // Includes methods that no route has yet.
        methods: ["POST", "PUT", "PATCH", "DELETE"],
        policies: { resource, operation: "update" },
      },
    ]
  )
)

type Caller = Pick<AuthenticatedMedusaRequest, "auth_context" | "scope">

const RESOURCES = [...new Set(Object.values(RESOURCE_OF_FOLDER))]

/**
 * Returns a check of what the caller may read: everything where the store has
 * no roles. For routes that return rows of several resources.
 */
export async function readableResources({
  auth_context,
  scope,
}: Caller): Promise<(resource: StablecoinResource) => boolean> {
  const granted = await resolvePermissions({
    roles: rolesOf(auth_context),
    universe: RESOURCES.map((resource) => ({ resource, operation: "read" })),
    container: scope,
  })
  return (resource) =>
    granted.has(`${resource}:read` satisfies StablecoinPermission)
}

/** @throws MedusaError (403) where a caller's roles allow reading none of them */
export function assertReadsAny(
  mayRead: (resource: StablecoinResource) => boolean
): void {
  if (!RESOURCES.some(mayRead)) {
    throw new MedusaError(
      MedusaError.Types.FORBIDDEN,
      `Insufficient permissions: the role may not read stablecoin payments. Grant it one of ${RESOURCES.map((resource) => `${resource}:read`).join(", ")}.`
    )
  }
}

/** Reads the roles from the token, like Medusa's own checks. */
function rolesOf({
  app_metadata,
}: AuthenticatedMedusaRequest["auth_context"]): string[] {
  const roles: unknown = app_metadata?.roles
  return Array.isArray(roles) ? roles.map(String) : []
}
