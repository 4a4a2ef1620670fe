import { XMark } from "@medusajs/icons"
import { Drawer, Heading, IconButton, Kbd, Alert, Button } from "@medusajs/ui"
import { useRef, type ReactNode, type FormEventHandler } from "react"
import { useTranslation } from "react-i18next"

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
export function DrawerShell(props: DrawerShellProps) {
  const { open, onClose, title, description, badge, children } = props
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

/**
 * Returns the focus to the element that opened a drawer. Radix does so only for
 * its own triggers, and otherwise leaves keyboard users at the top of the page.
 *
 * @returns props for the drawer's content
 */
function useReturnFocus() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) {
        opener.current.focus()
      }
    },
  }
}

type DrawerFormProps = {
  onSubmit: FormEventHandler
  isSaving: boolean
  /** An error that belongs to no field. */
  problem: string | null
  children: ReactNode
}

/**
 * A form in a drawer, with its fields and the buttons to close or save it. It
 * is mounted each time the drawer opens, and so starts with the effective
 * settings.
 */
export function DrawerForm(props: DrawerFormProps) {
  const { onSubmit, isSaving, problem, children } = props
  const { t } = useTranslation("stablecoin")
  return (
    <form
      noValidate
      onSubmit={onSubmit}
      className="flex min-h-0 flex-1 flex-col overflow-hidden"
    >
      <Drawer.Body className="flex flex-1 flex-col gap-y-6 overflow-y-auto">
        {problem && (
          <Alert variant="error" role="alert">
            {problem}
          </Alert>
        )}
        {children}
      </Drawer.Body>
      <Drawer.Footer>
        <Drawer.Close asChild>
          <Button size="small" variant="secondary" type="button">
            {t("common.actions.cancel")}
          </Button>
        </Drawer.Close>
        <Button size="small" type="submit" isLoading={isSaving}>
          {t("common.actions.save")}
        </Button>
      </Drawer.Footer>
    </form>
  )
}
