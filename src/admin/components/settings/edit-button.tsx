import { PencilSquare } from "@medusajs/icons"
import { Button } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useMay } from "../../lib/permissions"

/** Opens a section's form, for users whose role may change settings. @param what names the section to those who don't see it */
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
