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
 * Tells what the caller may read: everything where the store has no roles. For
 * routes that answer with rows of several resources.
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

/** Refuses a caller whose roles allow to read none of our resources. */
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
          `Insufficient permissions: the role may read nothing of the stablecoin payments. Grant it one of ${RESOURCES.map((resource) => `${resource}:read`).join(", ")}.`
        )
  )
}

/** From the token, where Medusa's own checks read them too. */
function rolesOf({
  app_metadata,
}: AuthenticatedMedusaRequest["auth_context"]): string[] {
  const roles: unknown = app_metadata?.roles
  return Array.isArray(roles) ? roles.map(String) : []
}
