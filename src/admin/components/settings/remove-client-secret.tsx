import { Trash } from "@medusajs/icons"
import { Button } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { Rail } from "../../../ledger/rails"
import type { Settings } from "../../lib/settings"
import { useRemoval } from "../../lib/use-save-settings"

/**
 * Removes a client secret that was saved in the admin. A blank field keeps it,
 * and base URL and client id can't be removed before it.
 */
export function RemoveClientSecret({
  rail,
  settings,
  onRemoved,
}: {
  rail: Rail
  settings: Settings
  /** Called before the focused button disappears. */
  onRemoved: () => void
}) {
  const { t } = useTranslation("stablecoin")
  const { remove, isSaving } = useRemoval(settings.version)
  const { set, source } = settings[rail].client_secret
  if (!set || source !== "admin") {
    return null
  }
  const removeSecret = async () => {
    const change = { [rail]: { client_secret: null } }
    const isRemoved = await remove(change, {
      title: t("settings.clientSecretRemoval.title"),
      description: t(`settings.clientSecretRemoval.text.${rail}`, {
        rail: t(`common.rail.${rail}`),
      }),
      confirmText: t("settings.clientSecretRemoval.yes"),
    })
    if (isRemoved) {
      onRemoved()
    }
  }
  return (
    <Button
      type="button"
      size="small"
      variant="secondary"
      className="-mt-3 self-start"
      isLoading={isSaving}
      onClick={() => void removeSecret()}
    >
      <Trash />
      {t("settings.clientSecretRemoval.action")}
    </Button>
  )
}
