import { Trash } from "@medusajs/icons"
import { IconButton, Text, usePrompt } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { AdminSettingsChange } from "../../../http-types"
import { useFormat } from "../../lib/use-format"
import { useSaveSettings } from "../../lib/use-save-settings"

export type RemovableItem = {
  /** Null if it is set in `medusa-config.ts`, where it can't be removed. */
  id: string | null
  content: ReactNode
  addedAt: string | null
  removal: {
    /** The button's accessible name. */
    label: string
    title: string
    description: string
    confirm: string
    change: AdminSettingsChange
  }
}

/** Stored settings, each with a button that removes it after a question. */
export function RemovableList({
  items,
  version,
}: {
  items: readonly RemovableItem[]
  /** Version of the settings that are shown. */
  version: string
}) {
  const { t } = useTranslation("stablecoin")
  const { dateTime } = useFormat()
  if (items.length === 0) {
    return (
      <Text size="small" className="text-ui-fg-subtle">
        {t("settings.list.none")}
      </Text>
    )
  }
  return (
    <ul className="divide-y rounded-lg border">
      {items.map(({ id, content, addedAt, removal }, index) => (
        <li
          key={id ?? index}
          className="flex items-center justify-between gap-x-4 px-4 py-2"
        >
          <div className="txt-compact-small text-ui-fg-subtle flex min-w-0 flex-col gap-y-1">
            {content}
            {addedAt && (
              <span className="txt-compact-xsmall">
                {t("settings.list.added", { date: dateTime(addedAt) })}
              </span>
            )}
          </div>
          {id !== null && <Remove removal={removal} version={version} />}
        </li>
      ))}
    </ul>
  )
}

function Remove({
  removal: { label, title, description, confirm, change },
  version,
}: {
  removal: RemovableItem["removal"]
  version: string
}) {
  const { t } = useTranslation("stablecoin")
  const prompt = usePrompt()
  const { save, isSaving } = useSaveSettings(version)
  const remove = async () => {
    const isSure = await prompt({
      title,
      description,
      confirmText: confirm,
      cancelText: t("common.actions.cancel"),
    })
    if (isSure) {
      await save(change)
    }
  }
  return (
    <IconButton
      type="button"
      size="small"
      variant="transparent"
      isLoading={isSaving}
      aria-label={label}
      onClick={() => void remove()}
    >
      <Trash className="text-ui-fg-subtle" />
    </IconButton>
  )
}
