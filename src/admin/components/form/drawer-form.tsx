import { Alert, Button, Drawer } from "@medusajs/ui"
import type { FormEventHandler, ReactNode } from "react"
import { useTranslation } from "react-i18next"

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
