import { XMark } from "@medusajs/icons"
import { Drawer, Heading, IconButton, Kbd } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { useReturnFocus } from "../lib/use-return-focus"

type DrawerShellProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: string
  /** A status, below the title. */
  badge?: ReactNode
  children: ReactNode
}

/**
 * A drawer with a heading and a named close button, which Medusa's header
 * lacks. On close, the focus returns to the element that opened it.
 */
export function DrawerShell({
  open,
  onClose,
  title,
  description,
  badge,
  children,
}: DrawerShellProps) {
  const { t } = useTranslation("stablecoin")
  const returnFocus = useReturnFocus()
  return (
    <Drawer open={open} onOpenChange={(stays) => !stays && onClose()}>
      <Drawer.Content
        {...returnFocus}
        {...(description ? {} : { "aria-describedby": undefined })}
      >
        <div className="flex items-start justify-between gap-x-4 border-b px-6 py-4">
          <div className="flex min-w-0 flex-col gap-y-2">
            <Drawer.Title asChild>
              <Heading level="h1">{title}</Heading>
            </Drawer.Title>
            {description && (
              <Drawer.Description className="txt-small text-ui-fg-subtle">
                {description}
              </Drawer.Description>
            )}
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
        {children}
      </Drawer.Content>
    </Drawer>
  )
}
