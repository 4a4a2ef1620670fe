import { XMark } from "@medusajs/icons"
import { Alert, Button, Drawer, Heading, IconButton } from "@medusajs/ui"
import type { FormEventHandler, ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { useReturnFocus } from "../../lib/use-return-focus"

type FormDrawerProps = {
  open: boolean
  onClose: () => void
  title: string
  description?: string
  /** Mounted anew whenever the drawer opens: a form in it starts with what is in force. */
  children: ReactNode
}

/** A drawer that holds a form, with a close button that has a name. */
export function FormDrawer({
  open,
  onClose,
  title,
  description,
  children,
}: FormDrawerProps) {
  const { t } = useTranslation("stablecoin")
  const returnFocus = useReturnFocus()
  return (
    <Drawer open={open} onOpenChange={(stays) => !stays && onClose()}>
      <Drawer.Content
        {...returnFocus}
        {...(description ? {} : { "aria-describedby": undefined })}
      >
        <div className="flex items-start justify-between gap-x-4 border-b px-6 py-4">
          <div className="flex min-w-0 flex-col gap-y-1">
            <Drawer.Title asChild>
              <Heading level="h1">{title}</Heading>
            </Drawer.Title>
            {description && (
              <Drawer.Description className="txt-small text-ui-fg-subtle">
                {description}
              </Drawer.Description>
            )}
          </div>
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
        {children}
      </Drawer.Content>
    </Drawer>
  )
}

type DrawerFormProps = {
  onSubmit: FormEventHandler
  isSaving: boolean
  /** What is wrong and belongs to no field. */
  problem: string | null
  children: ReactNode
}

/** The form in a drawer: its fields, and what closes or saves it. */
export function DrawerForm({
  onSubmit,
  isSaving,
  problem,
  children,
}: DrawerFormProps) {
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
