import type { ReactNode } from "react"
import type { StablecoinPermission } from "../../http-types"
import { usePermissions } from "../lib/permissions"
import { MissingPermission } from "./missing-permission"
import { SectionSkeleton } from "./query-states"
import { TestMoneyBanner } from "./test-money-banner"

type AdminPageProps = {
  /**
   * Users without this permission get a message, and the page's data is not
   * requested.
   */
  needs: StablecoinPermission
  children: ReactNode
}

/**
 * The frame of each page of the plugin, shown to users whose role may read it.
 */
export function AdminPage({ needs, children }: AdminPageProps) {
  const { isLoading, may } = usePermissions()
  return (
    <>
      <TestMoneyBanner />
      {isLoading ? (
        <SectionSkeleton />
      ) : may(needs) ? (
        children
      ) : (
        <MissingPermission needs={needs} />
      )}
    </>
  )
}
