import { toast } from "@medusajs/ui"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type * as Api from "../../http-types"
import type { Rail } from "../../ledger/rails"
import en from "../i18n/en/settings.json"
import { hasKey } from "./has-key"
import { queryKeys, useRead } from "./read"
import { post, type RequestError, sdk } from "./sdk"
import type { DeclaredValues } from "./setting-input"
import { type Question, useConfirm } from "./use-confirm"
import { useTexts } from "./use-texts"

export type Settings = Api.AdminSettingsResponse["settings"]

export const SETTINGS_PATH = "/admin/stablecoin/settings"

export function useReadSettings() {
  return useRead<Api.AdminSettingsResponse>(SETTINGS_PATH)
}

/** The settings, for the sections that the page shows once they are read. */
export function useSettings(): Settings {
  return useReadSettings().data!.settings
}

export function useDeclaredValues(): DeclaredValues {
  const { general, pricing } = useSettings()
  return { ...general, ...pricing }
}

/** Whether a setting is written in the config, and is read-only here. */
export function isInConfig({ source }: { source: Api.SettingSource }): boolean {
  return source === "config"
}

/** Codes of the currencies that the store sells in, in lower case. */
export function useStoreCurrencies() {
  return useQuery({
    queryKey: queryKeys.of("store-currencies"),
    queryFn: async () => {
      const { stores } = await sdk.admin.store.list()
      return stores
        .flatMap(({ supported_currencies }) => supported_currencies)
        .map(({ currency_code }) => currency_code.toLowerCase())
    },
  })
}

export function useRegions() {
  return useQuery({
    queryKey: queryKeys.of("regions"),
    queryFn: async () => {
      const fields = "id,name,currency_code,*countries"
      const query = { fields, limit: 1000, order: "name" }
      return (await sdk.admin.region.list(query)).regions
    },
  })
}

export type Region = NonNullable<ReturnType<typeof useRegions>["data"]>[number]

/**
 * The cache keeps a request, which may contain a secret, until its form closes.
 */
const NO_LONGER = 0

/**
 * Tests credentials at the gateway. A failed test is a result, not an error.
 */
export function useConnectionTest() {
  return useMutation({
    gcTime: NO_LONGER,
    mutationFn: async (body: Api.AdminTestConnection) => {
      const path = `${SETTINGS_PATH}/test`
      return (await post<Api.AdminConnectionTestResponse>(path, body)).test
    },
  })
}

/**
 * Whether the form can close: it was saved, or the user wants to see what
 * another one saved first. Errors where values must be corrected.
 */
export type SaveOutcome = boolean | Api.AdminFieldError[]

const SETTINGS = queryKeys.of(SETTINGS_PATH)

/**
 * Saves a change of the settings, and asks the user for confirmation if the
 * store requires it, based on the version of the settings that the user saw.
 */
export function useSaveSettings() {
  const { version } = useSettings()
  const { t, errorText } = useTexts()
  const queries = useQueryClient()
  const confirmChange = useConfirm()

  const attempt = async (
    change: Api.AdminSettingsChange,
    confirm: Api.SettingsWarning[]
  ): Promise<SaveOutcome> => {
    try {
      const body = { ...change, version, confirm }
      const saved = await post<Api.AdminSettingsResponse>(SETTINGS_PATH, body)
      queries.setQueryData<Api.AdminSettingsResponse>(SETTINGS, saved)
      // Not awaited: what the gateway lists may take long.
      void queries.invalidateQueries({ queryKey: queryKeys.all })
      toast.success(t("settings.saved"))
      return true
    } catch (error) {
      const { body } = error as Partial<RequestError>
      const { errors } = (body ?? {}) as Partial<Api.AdminFieldErrors>
      if (errors) {
        return errors
      }
      if (!isConflict(body)) {
        toast.error(errorText(error), { duration: 10_000 })
        return false
      }
      const { code, rail, test } = body
      const isSure = await confirmChange(`settings.confirm.${code}`, {
        rail: rail ? t(`common.rail.${rail}`) : "",
        reason: test?.ok === false ? t("settings.confirm.reason", test) : "",
      })
      if (!isSure) {
        return false
      }
      if (code === "changed") {
        await queries.invalidateQueries({ queryKey: SETTINGS })
        return true
      }
      return await attempt(change, [...confirm, code])
    }
  }

  const { mutateAsync: save, isPending: isSaving } = useMutation({
    gcTime: NO_LONGER,
    mutationFn: (change: Api.AdminSettingsChange) => attempt(change, []),
  })
  return { save, isSaving }
}

function isConflict(body: unknown): body is Api.AdminSettingsConflict {
  const { type, code } = (body ?? {}) as Partial<Api.AdminSettingsConflict>
  return type === "conflict" && hasKey(en.confirm, code)
}

/** Saves a change that removes a secret, once the user has confirmed it. */
export function useRemoval(question: Question, rail: Rail) {
  const { t } = useTexts()
  const confirm = useConfirm()
  const { save, isSaving } = useSaveSettings()
  /** @returns whether the secret may be gone */
  const remove = async (change: Api.AdminSettingsChange[Rail]) => {
    const isSure = await confirm(question, { rail: t(`common.rail.${rail}`) })
    return isSure && (await save({ [rail]: change })) === true
  }
  return { remove, isSaving }
}
