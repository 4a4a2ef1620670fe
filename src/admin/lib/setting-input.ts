import type {
  AdminGeneralSettings,
  AdminSettingsChange,
} from "../../http-types"
import { DAY, type FormSetting } from "../../settings"
import { durationOf, secondsOf } from "./duration"

type Duration = { hours: string; minutes: string }

/** The form's values: a setting as the merchant types it. */
export type SettingInputs = {
  [S in FormSetting as S["name"]]?: S extends { kind: "duration" }
    ? Duration
    : string
}

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
    settings.map(({ name, kind }) => [name, valueOf(kind, typed[name])])
  )
}

/** The settings that differ; null without any. A disabled field has no value. */
export function changesOf<T extends object>(before: T, after: T): T | null {
  const changes = Object.entries(after).filter(
    ([name, value]) =>
      value !== undefined &&
      JSON.stringify(value) !== JSON.stringify(before[name as keyof T])
  )
  return changes.length > 0 ? (Object.fromEntries(changes) as T) : null
}

/** The secrets that were typed: one or none. */
export function secretsIn(text: string): string[] {
  return text.trim() ? [text.trim()] : []
}

function inputOf(
  setting: FormSetting,
  values: AdminGeneralSettings
): string | Duration {
  switch (setting.kind) {
    case "duration": {
      const { value } = values[setting.name]
      const { hours, minutes } = durationOf(value ?? 0)
      return { hours: String(hours), minutes: String(minutes) }
    }
    case "days": {
      const { value } = values[setting.name]
      return value === null ? "" : String(Math.round(value / DAY))
    }
    case "origins":
      return values[setting.name].value?.join("\n") ?? ""
    default:
      return String(values[setting.name].value ?? "")
  }
}

/** The value to save. Null unsets it. */
function valueOf(kind: FormSetting["kind"], input?: string | Duration) {
  if (typeof input === "object") {
    return secondsOf(input.hours, input.minutes)
  }
  const text = input?.trim()
  if (!text) {
    return text === undefined ? undefined : null
  }
  switch (kind) {
    case "number":
      return Number(text)
    case "days":
      return Number(text) * DAY
    case "origins":
      return text.split(/\s+/)
    default:
      return text
  }
}
