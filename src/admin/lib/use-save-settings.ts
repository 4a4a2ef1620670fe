import { toast, usePrompt } from "@medusajs/ui"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type {
  AdminFieldError,
  AdminFieldErrors,
  AdminSettingsConflict,
  AdminSettingsChange,
  AdminSettingsResponse,
  SettingsWarning,
} from "../../http-types"
import en from "../i18n/en/settings.json"
import { hasKey } from "./has-key"
import { queryKeys } from "./read"
import { post, type RequestError } from "./sdk"
import { SETTINGS_PATH } from "./settings"
import { useMessage } from "./use-message"

/**
 * - `saved`
 * - `left` nothing was saved, and the form may stay as it is
 * - `reloaded` another user saved first, and this user wants to see that
 * version
 * - errors: some values must be corrected
 */
export type SaveOutcome = "saved" | "left" | "reloaded" | AdminFieldError[]

const SETTINGS = queryKeys.of(SETTINGS_PATH)

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
    try {
      const body = { ...change, version, confirm }
      const saved = await post<AdminSettingsResponse>(SETTINGS_PATH, body)
      queries.setQueryData<AdminSettingsResponse>(SETTINGS, saved)
      // Not awaited: what the gateway lists may take long.
      void queries.invalidateQueries({ queryKey: queryKeys.all })
      toast.success(t("settings.saved"))
      return "saved"
    } catch (error) {
      const { body } = error as Partial<RequestError>
      const { errors } = (body ?? {}) as Partial<AdminFieldErrors>
      if (errors) {
        return errors
      }
      if (!isConflict(body)) {
        toast.error(message(error), { duration: 10_000 })
        return "left"
      }
      if (!(await confirmChange(body))) {
        return "left"
      }
      if (body.code === "changed") {
        await queries.invalidateQueries({ queryKey: SETTINGS })
        return "reloaded"
      }
      return await attempt(change, [...confirm, body.code])
    }
  }

  const save = async (change: AdminSettingsChange): Promise<SaveOutcome> => {
    setSaving(true)
    try {
      return await attempt(change, [])
    } finally {
      setSaving(false)
    }
  }
  return { save, isSaving }
}

function isConflict(body: unknown): body is AdminSettingsConflict {
  const { type, code } = (body ?? {}) as Partial<AdminSettingsConflict>
  return type === "conflict" && hasKey(en.confirm, code)
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

type RemovalTexts = Record<"title" | "description" | "confirmText", string>

/** Saves a change that removes a secret, once the user has confirmed it. */
export function useRemoval(version: string) {
  const { t } = useTranslation("stablecoin")
  const prompt = usePrompt()
  const { save, isSaving } = useSaveSettings(version)
  /** @returns whether it is removed */
  const remove = async (change: AdminSettingsChange, texts: RemovalTexts) => {
    const cancelText = t("common.actions.cancel")
    const isSure = await prompt({ ...texts, cancelText })
    return isSure && (await save(change)) === "saved"
  }
  return { remove, isSaving }
}
