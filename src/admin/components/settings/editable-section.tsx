import { type ReactNode, useState } from "react"
import { DrawerShell } from "../drawer-shell"
import { Section } from "../section"
import { EditButton } from "./edit-button"

/** A section of the settings, and the drawer with its form. */
export function EditableSection({
  title,
  text,
  actions,
  form,
  children,
}: {
  title: string
  text: string
  actions?: ReactNode
  /** @param onClose closes the drawer */
  form: (onClose: () => void) => ReactNode
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Section
      title={title}
      actions={
        <>
          {actions}
          <EditButton what={title} onClick={() => setOpen(true)} />
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
