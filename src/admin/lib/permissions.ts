import { useQuery } from "@tanstack/react-query"
import type { StablecoinPermission } from "../../http-types"
import { sdk } from "./sdk"

const FIVE_MINUTES = 5 * 60_000

/** Medusa's own, of a route that the plugin's pages call. */
type MedusaPermission = "payment_collection:create"

type Permission = StablecoinPermission | MedusaPermission

/**
 * The permissions of the user's role, which control pages and buttons. The
 * store also checks each request, so everything is shown if the permissions
 * can't be read.
 */
export function usePermissions() {
  const { data, isLoading } = useQuery({
    // Separate from the other keys, because actions invalidate those and never
    // change a role.
    queryKey: ["stablecoin-permissions"],
    queryFn: readPermissions,
    staleTime: FIVE_MINUTES,
  })
  return {
    isLoading,
    /** While loading, anything that needs a permission is hidden. */
    may: (permission: Permission) =>
      !isLoading && (data?.includes(permission) ?? true),
  }
}

export function useMay(permission: Permission): boolean {
  return usePermissions().may(permission)
}

/** The permission that each page below the plugin's first one needs. */
export const PAGES = {
  payments: "stablecoin_payment:read",
  deposits: "stablecoin_payment:read",
  exceptions: "stablecoin_exception:read",
  refunds: "stablecoin_refund:read",
  webhooks: "stablecoin_webhook:read",
  health: "stablecoin_setting:read",
} as const satisfies Record<string, StablecoinPermission>

/** Whether the user's role may read any of the plugin's data. */
export function useMayReadAny(): boolean {
  const { may } = usePermissions()
  return Object.values(PAGES).some(may)
}

/**
 * @returns permissions such as `stablecoin_payment:read`; null if the store has
 * no roles
 */
async function readPermissions(): Promise<string[] | null> {
  const { feature_flags } = await sdk.client.fetch<{
    feature_flags: { rbac?: boolean }
  }>("/admin/feature-flags")
  if (feature_flags.rbac !== true) {
    return null
  }
  const { permissions } = await sdk.client.fetch<{ permissions: string[] }>(
    "/admin/rbac/me/permissions"
  )
  return permissions
}
