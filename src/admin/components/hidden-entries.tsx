import type { StablecoinPermission } from "../../http-types"
import { useMayReadAny, usePermissions } from "../lib/permissions"

const PAGES: [path: string, needs: StablecoinPermission][] = [
  ["/stablecoin/payments", "stablecoin_payment:read"],
  ["/stablecoin/deposits", "stablecoin_payment:read"],
  ["/stablecoin/exceptions", "stablecoin_exception:read"],
  ["/stablecoin/refunds", "stablecoin_refund:read"],
  ["/stablecoin/webhooks", "stablecoin_webhook:read"],
  ["/stablecoin/health", "stablecoin_setting:read"],
]

/**
 * Marks the icon of the plugin's entry, so that a style rule can match the link
 * around it.
 */
export const ENTRY_ICON = { "data-stablecoin-entry": true }

/**
 * Hides entries of Medusa's sidebar that the user's role may not read. Medusa
 * builds its menu once for all users, so a style is the only way.
 */
export function HiddenEntries() {
  const { isLoading, may } = usePermissions()
  const mayReadAny = useMayReadAny()
  if (isLoading) {
    return null
  }
  const selectors = PAGES.filter(([, needs]) => !may(needs)).map(
    ([path]) => `aside li:not(:has(li)):has(a[href*="${path}"])`
  )
  if (!mayReadAny) {
    selectors.push("aside :is(a, button):has([data-stablecoin-entry])")
  }
  return selectors.length > 0 ? (
    <style>{`${selectors.join(", ")} { display: none }`}</style>
  ) : null
}
