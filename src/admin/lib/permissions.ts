import { useQuery } from "@tanstack/react-query"
import type { StablecoinPermission } from "../../http-types"
import { sdk } from "./sdk"

const FIVE_MINUTES = 5 * 60_000

type Permissions = {
  /** Nothing is known yet, so nothing is shown that needs a permission. */
  isLoading: boolean
  may: (permission: StablecoinPermission) => boolean
}

/**
 * Permissions of the user's role. Pages and buttons follow it; the store checks
 * each request itself, so that a page which could not ask shows everything.
 */
export function usePermissions(): Permissions {
  const { data, isLoading } = useQuery({
    // Apart from our other keys: actions invalidate those, and change no role.
    queryKey: ["stablecoin-permissions"],
    queryFn: readPermissions,
    staleTime: FIVE_MINUTES,
  })
  return {
    isLoading,
    may: (permission) => !isLoading && (data?.includes(permission) ?? true),
  }
}

/** Whether the user's role grants one permission. */
export function useMay(permission: StablecoinPermission): boolean {
  return usePermissions().may(permission)
}

const READS: StablecoinPermission[] = [
  "stablecoin_payment:read",
  "stablecoin_exception:read",
  "stablecoin_refund:read",
  "stablecoin_webhook:read",
  "stablecoin_setting:read",
]

/** Whether the user's role grants to read anything of ours. */
export function useMayReadAny(): boolean {
  const { may } = usePermissions()
  return READS.some(may)
}

/** @returns permissions such as `stablecoin_payment:read`; null where the store has no roles */
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
