import { Trash } from "@medusajs/icons"
import { Button, usePrompt } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { Rail } from "../../../ledger/rails"
import type { Settings } from "../../lib/settings"
import { useSaveSettings } from "../../lib/use-save-settings"

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
  const prompt = usePrompt()
  const { save, isSaving } = useSaveSettings(settings.version)
  const { set, source } = settings[rail].client_secret
  if (!set || source !== "admin") {
    return null
  }
  const remove = async () => {
    const sure = await prompt({
      title: t("settings.clientSecretRemoval.title"),
      description: t(`settings.clientSecretRemoval.text.${rail}`, {
        rail: t(`common.rail.${rail}`),
      }),
      confirmText: t("settings.clientSecretRemoval.yes"),
      cancelText: t("common.actions.cancel"),
    })
    if (!sure) {
      return
    }
    const { kind } = await save({ [rail]: { client_secret: null } })
    if (kind === "saved") {
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
      onClick={() => void remove()}
    >
      <Trash />
      {t("settings.clientSecretRemoval.action")}
    </Button>
  )
}
