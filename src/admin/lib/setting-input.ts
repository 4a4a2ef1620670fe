import type * as Api from "../../http-types"
import { DAY, type FormSetting } from "../../settings"

/** The effective values of all declared settings. */
export type DeclaredValues = Api.AdminGeneralSettings & Api.AdminPricingSettings

/** The form's values: a setting as the merchant types it. */
export type SettingInputs = { [S in FormSetting as S["name"]]?: string }

const SECONDS = { minute: 60, day: DAY }

/** How much of the API's unit one of the form's is. */
function unitOf(setting: FormSetting): number {
  return "unit" in setting ? SECONDS[setting.unit] : 1
}

export function inputsOf(
  settings: readonly FormSetting[],
  values: DeclaredValues
): SettingInputs {
  const entries = settings.map((setting) => {
    const { value } = values[setting.name]
    const input = Array.isArray(value) ? value.join("\n") : (value ?? "")
    return [
      setting.name,
      typeof input === "number"
        ? String(Math.round(input / unitOf(setting)))
        : input,
    ]
  })
  return Object.fromEntries(entries)
}

/**
 * The settings for the inputs of a form. A cleared field removes the saved
 * setting, so that the config or the default applies.
 */
export function valuesOf(
  settings: readonly FormSetting[],
  typed: SettingInputs
): NonNullable<Api.AdminSettingsChange["general" | "pricing"]> {
  return Object.fromEntries(
    settings.map((setting) => [
      setting.name,
      valueOf(setting, typed[setting.name] ?? ""),
    ])
  )
}

/** The settings that differ; null without any. */
export function changesOf<T extends object>(
  before: T,
  after: T
): Partial<T> | null {
  const changes = Object.entries(after).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(before[name as keyof T])
  )
  return changes.length > 0 ? (Object.fromEntries(changes) as Partial<T>) : null
}

/**
 * The value to save. Null unsets it. The store rejects a text that is not a
 * number.
 */
function valueOf(setting: FormSetting, input: string) {
  const text = input.trim()
  if (!text) {
    return null
  }
  switch (setting.kind) {
    case "number": {
      const number = Number(text)
      return Number.isFinite(number) ? number * unitOf(setting) : text
    }
    case "origins":
      return text.split(/\s+/)
    default:
      return text
  }
}
