import { resolvePermissions } from "@medusajs/framework"
import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaResponse,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import type {
  StablecoinPermission,
  StablecoinResource,
} from "../../../http-types"
import { RESOURCE_OF_FOLDER } from "./policies"

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

/** Rejects callers whose roles allow reading none of our resources. */
export async function requireAnyRead(
  req: AuthenticatedMedusaRequest,
  _: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const mayRead = await readableResources(req)
  next(
    RESOURCES.some(mayRead)
      ? undefined
      : new MedusaError(
          MedusaError.Types.FORBIDDEN,
          `Insufficient permissions: the role may not read stablecoin payments. Grant it one of ${RESOURCES.map((resource) => `${resource}:read`).join(", ")}.`
        )
  )
}

/** Reads the roles from the token, like Medusa's own checks. */
function rolesOf({
  app_metadata,
}: AuthenticatedMedusaRequest["auth_context"]): string[] {
  const roles: unknown = app_metadata?.roles
  return Array.isArray(roles) ? roles.map(String) : []
}
