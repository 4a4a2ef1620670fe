import { toast, usePrompt } from "@medusajs/ui"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type {
  AdminSettingsConflict,
  AdminSettingsChange,
  AdminSettingsResponse,
  SettingsWarning,
} from "../../http-types"
import { queryKeys } from "./query-keys"
import { type FieldErrors, saveSettings } from "./save-settings"
import { SETTINGS_PATH } from "./settings"
import { useMessage } from "./use-message"

/**
 * - `saved`
 * - `invalid` some values must be corrected
 * - `left` nothing was saved, and the form may stay as it is
 * - `reloaded` another user saved first, and this user wants to see that
 * version
 */
export type SaveOutcome =
  | { kind: "saved" | "left" | "reloaded" }
  | { kind: "invalid"; message: string; errors: FieldErrors }

/**
 * Saves a change of the settings, and asks the user for confirmation if the
 * store requires it.
 *
 * @param version the version of the settings that the user saw
 */
export function useSaveSettings(version: string) {
  const { t } = useTranslation("stablecoin")
  const queries = useQueryClient()
  const message = useMessage()
  const confirmChange = useConfirmation()
  const [isSaving, setSaving] = useState(false)

  const attempt = async (
    change: AdminSettingsChange,
    confirm: SettingsWarning[]
  ): Promise<SaveOutcome> => {
    const answer = await saveSettings({ ...change, version, confirm })
    if (answer.kind === "invalid") {
      return answer
    }
    if (answer.kind === "conflict") {
      const { code } = answer.conflict
      if (!(await confirmChange(answer.conflict))) {
        return { kind: "left" }
      }
      if (code === "changed") {
        await queries.invalidateQueries({ queryKey: queryKeys.all })
        return { kind: "reloaded" }
      }
      return await attempt(change, [...confirm, code])
    }
    queries.setQueryData<AdminSettingsResponse>(
      queryKeys.of(SETTINGS_PATH),
      answer.saved
    )
    // Not awaited: what the gateway lists may take long.
    void queries.invalidateQueries({ queryKey: queryKeys.all })
    toast.success(t("settings.saved"))
    return { kind: "saved" }
  }

  const save = async (change: AdminSettingsChange): Promise<SaveOutcome> => {
    setSaving(true)
    try {
      return await attempt(change, [])
    } catch (error) {
      toast.error(message(error), { duration: 10_000 })
      return { kind: "left" }
    } finally {
      setSaving(false)
    }
  }
  return { save, isSaving }
}

/**
 * Explains the consequences of saving.
 *
 * @returns whether the user confirms
 */
function useConfirmation() {
  const { t } = useTranslation("stablecoin")
  const prompt = usePrompt()
  return async ({ code, test, rail }: AdminSettingsConflict) => {
    const place = { rail: rail ? t(`common.rail.${rail}`) : "" }
    const reasons =
      test && !test.ok
        ? [t("settings.confirm.reason", { message: test.message })]
        : []
    return await prompt({
      title: t(`settings.confirm.${code}.title`, place),
      description: [t(`settings.confirm.${code}.text`, place), ...reasons].join(
        " "
      ),
      confirmText: t(`settings.confirm.${code}.yes`),
      cancelText: t(`settings.confirm.${code}.no`),
      variant: code === "changed" ? "confirmation" : "danger",
    })
  }
}
