import { PencilSquare } from "@medusajs/icons"
import { Text } from "@medusajs/ui"
import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import type { AdminSetting } from "../../../http-types"
import { useMay } from "../../lib/permissions"
import { isInConfig } from "../../lib/settings"
import { DrawerShell } from "../drawer-shell"
import { Section } from "../section"
import { SmallButton } from "../small-button"
import { SourceBadge } from "./setting-row"

type EditableSectionProps = {
  title: string
  text: string
  actions?: ReactNode
  /** The only setting of the section. */
  setting?: AdminSetting<unknown>
  isReadOnly?: boolean
  /** @param onClose closes the drawer */
  form: (onClose: () => void) => ReactNode
  children: ReactNode
}

/**
 * A section of the settings, and the drawer with its form, for users whose role
 * may change settings.
 */
export function EditableSection({
  title,
  text,
  actions,
  setting,
  isReadOnly = setting !== undefined && isInConfig(setting),
  form,
  children,
}: EditableSectionProps) {
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
          {setting && <SourceBadge source={setting.source} />}
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
      {setting?.problem && (
        <Text size="small" className="text-ui-fg-error px-6 py-3">
          {setting.problem}
        </Text>
      )}
      {children}
      <DrawerShell open={open} onClose={close} title={title} description={text}>
        {form(close)}
      </DrawerShell>
    </Section>
  )
}
