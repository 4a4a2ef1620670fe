import { PencilSquare } from "@medusajs/icons"
import { Button } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useMay } from "../../lib/permissions"

/**
 * Opens a section's form. For users whose role may change settings.
 *
 * @param what the accessible name of the section
 */
export function EditButton({
  what,
  onClick,
}: {
  what: string
  onClick: () => void
}) {
  const { t } = useTranslation("stablecoin")
  const mayUpdate = useMay("stablecoin_setting:update")
  if (!mayUpdate) {
    return null
  }
  return (
    <Button
      size="small"
      variant="secondary"
      onClick={onClick}
      aria-label={t("settings.editWhat", { what })}
    >
      <PencilSquare aria-hidden />
      {t("settings.edit")}
    </Button>
  )
}
