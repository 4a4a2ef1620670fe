import type {
  AdminGeneralSettings,
  AdminSettingsChange,
} from "../../http-types"
import { DAY, type FormSetting } from "../../settings"

/** The form's values: a setting as the merchant types it. */
export type SettingInputs = { [S in FormSetting as S["name"]]?: string }

/** The seconds in the unit that a kind of setting is typed in. */
export const SECONDS = { duration: 60, days: DAY }

/** The inputs of a form for the effective settings. */
export function inputsOf(
  settings: readonly FormSetting[],
  values: AdminGeneralSettings
): SettingInputs {
  return Object.fromEntries(
    settings.map((setting) => [setting.name, inputOf(setting, values)])
  )
}

/**
 * The settings for the inputs of a form. A cleared field removes the saved
 * setting, so that the config or the default applies.
 */
export function valuesOf(
  settings: readonly FormSetting[],
  typed: SettingInputs
): NonNullable<AdminSettingsChange["general"]> {
  return Object.fromEntries(
    settings.map(({ name, kind }) => [name, valueOf(kind, typed[name] ?? "")])
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

function inputOf(
  { name, kind }: FormSetting,
  values: AdminGeneralSettings
): string {
  const { value } = values[name]
  if (kind === "duration" || kind === "days") {
    return value === null
      ? ""
      : String(Math.round(Number(value) / SECONDS[kind]))
  }
  return Array.isArray(value) ? value.join("\n") : String(value ?? "")
}

/**
 * The value to save. Null unsets it. The store rejects a text that is not a
 * number.
 */
function valueOf(kind: FormSetting["kind"], input: string) {
  const text = input.trim()
  if (!text) {
    return null
  }
  switch (kind) {
    case "number":
      return numberOf(text, 1)
    case "duration":
    case "days":
      return numberOf(text, SECONDS[kind])
    case "origins":
      return text.split(/\s+/)
    default:
      return text
  }
}

function numberOf(text: string, unit: number): number | string {
  const number = Number(text)
  return Number.isFinite(number) ? number * unit : text
}
