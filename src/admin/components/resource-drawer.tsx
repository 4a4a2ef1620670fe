import { Drawer, Skeleton } from "@medusajs/ui"
import type { ReactNode } from "react"
import { DrawerShell } from "./drawer-shell"
import { LoadError } from "./query-states"

type ResourceDrawerProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** A status, next to the title. */
  badge?: ReactNode
  /** The query for the drawer's content, with its loading state and error. */
  query: {
    isLoading: boolean
    error: unknown
    refetch: () => Promise<unknown>
  }
  footer?: ReactNode
  children: ReactNode
}

/**
 * A drawer with a row's details, and its states while loading and after an
 * error.
 */
export function ResourceDrawer({
  open,
  onClose,
  title,
  badge,
  query,
  footer,
  children,
}: ResourceDrawerProps) {
  return (
    <DrawerShell open={open} onClose={onClose} title={title} badge={badge}>
      <Drawer.Body className="overflow-y-auto p-0">
        {query.isLoading ? (
          <div className="flex flex-col gap-y-3 p-6" aria-busy="true">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-5 w-1/2" />
          </div>
        ) : query.error ? (
          <LoadError error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          children
        )}
      </Drawer.Body>
      {footer && <Drawer.Footer>{footer}</Drawer.Footer>}
    </DrawerShell>
  )
}
