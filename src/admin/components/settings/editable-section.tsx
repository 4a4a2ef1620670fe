import { PencilSquare } from "@medusajs/icons"
import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import { useMay } from "../../lib/permissions"
import { DrawerShell } from "../drawer-shell"
import { Section } from "../section"
import { SmallButton } from "../small-button"

/**
 * A section of the settings, and the drawer with its form, for users whose role
 * may change settings.
 */
export function EditableSection({
  title,
  text,
  actions,
  isReadOnly = false,
  form,
  children,
}: {
  title: string
  text: string
  actions?: ReactNode
  isReadOnly?: boolean
  /** @param onClose closes the drawer */
  form: (onClose: () => void) => ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation("stablecoin")
  const mayUpdate = useMay("stablecoin_setting:update")
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Section
      title={title}
      actions={
        <>
          {actions}
          {mayUpdate && !isReadOnly && (
            <SmallButton
              onClick={() => setOpen(true)}
              aria-label={t("settings.editWhat", { what: title })}
            >
              <PencilSquare aria-hidden />
              {t("settings.edit")}
            </SmallButton>
          )}
        </>
      }
    >
      {children}
      <DrawerShell open={open} onClose={close} title={title} description={text}>
        {form(close)}
      </DrawerShell>
    </Section>
  )
}
