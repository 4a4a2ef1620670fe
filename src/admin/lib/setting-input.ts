import type { UseFormReturn } from "react-hook-form"
import type {
  AdminGeneralSettings,
  AdminSettingsChange,
} from "../../http-types"
import { DAY, type FormSetting } from "../../settings"
import { durationOf, secondsOf } from "./duration"

type Duration = { hours: string; minutes: string }

/** The form's values: a setting as the merchant types it. */
export type SettingInputs = {
  [S in FormSetting as S["name"]]: S extends { kind: "duration" }
    ? Duration
    : string
}

/** Props of the field that edits a setting of some kinds. */
export type SettingFieldProps<
  Kind extends FormSetting["kind"] = FormSetting["kind"],
> = {
  setting: Extract<FormSetting, { kind: Kind }>
  form: UseFormReturn<SettingInputs>
  /** Why it can't be changed here. */
  locked: string | undefined
}

type Input = string | Duration

/** The inputs of a form for the effective settings. */
export function inputsOf(
  settings: readonly FormSetting[],
  values: AdminGeneralSettings
): Partial<SettingInputs> {
  return Object.fromEntries(
    settings.map((setting) => [setting.name, inputOf(setting, values)])
  )
}

/**
 * Returns the changed settings. A cleared field removes the saved setting, so
 * that the config or the default applies.
 */
export function changeOf(
  settings: readonly FormSetting[],
  before: Partial<SettingInputs>,
  typed: Partial<SettingInputs>
): AdminSettingsChange | null {
  const changed = settings.flatMap(({ name, kind }) => {
    const value = valueOf(kind, typed[name] ?? "")
    const isSame =
      JSON.stringify(value) ===
      JSON.stringify(valueOf(kind, before[name] ?? ""))
    return isSame ? [] : [[name, value] as const]
  })
  return changed.length > 0 ? { general: Object.fromEntries(changed) } : null
}

function inputOf(setting: FormSetting, values: AdminGeneralSettings): Input {
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
function valueOf(kind: FormSetting["kind"], input: Input) {
  if (typeof input === "object") {
    return secondsOf(input.hours, input.minutes)
  }
  const text = input.trim()
  if (text === "") {
    return null
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
