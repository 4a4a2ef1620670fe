import { XMark } from "@medusajs/icons"
import { Drawer, Heading, IconButton, Kbd, Skeleton } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { useReturnFocus } from "../lib/use-return-focus"
import { LoadError } from "./query-states"

type DeskDrawerProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** Beside the title: a status. */
  badge?: ReactNode
  /** What is still to come, or why it does not. */
  query: {
    isLoading: boolean
    error: unknown
    refetch: () => Promise<unknown>
  }
  footer?: ReactNode
  children: ReactNode
}

/** A drawer with a row's whole story: title, states, and a close button that has a name. */
export function DeskDrawer({
  open,
  onClose,
  title,
  badge,
  query,
  footer,
  children,
}: DeskDrawerProps) {
  const { t } = useTranslation("stablecoin")
  const returnFocus = useReturnFocus()
  return (
    <Drawer open={open} onOpenChange={(stays) => !stays && onClose()}>
      <Drawer.Content {...returnFocus} aria-describedby={undefined}>
        <div className="flex items-start justify-between gap-x-4 border-b px-6 py-4">
          <div className="flex min-w-0 flex-col gap-y-2">
            <Drawer.Title asChild>
              <Heading level="h1">{title}</Heading>
            </Drawer.Title>
            {badge && (
              <div className="flex flex-wrap items-center gap-2">{badge}</div>
            )}
          </div>
          <div className="flex items-center gap-x-2">
            <Kbd>esc</Kbd>
            <Drawer.Close asChild>
              <IconButton
                size="small"
                type="button"
                variant="transparent"
                aria-label={t("common.actions.close")}
              >
                <XMark />
              </IconButton>
            </Drawer.Close>
          </div>
        </div>
        <Drawer.Body className="overflow-y-auto p-0">
          {query.isLoading ? (
            <div className="flex flex-col gap-y-3 p-6" aria-busy="true">
              <Skeleton className="h-5 w-2/3" />
              <Skeleton className="h-5 w-full" />
              <Skeleton className="h-5 w-1/2" />
            </div>
          ) : query.error ? (
            <LoadError
              error={query.error}
              onRetry={() => void query.refetch()}
            />
          ) : (
            children
          )}
        </Drawer.Body>
        {footer && <Drawer.Footer>{footer}</Drawer.Footer>}
      </Drawer.Content>
    </Drawer>
  )
}
