import { type BaseSyntheticEvent, useEffect, useState } from "react"
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  useForm,
} from "react-hook-form"
import type { AdminFieldError, AdminSettingsChange } from "../../http-types"
import { SETTINGS } from "../../settings"
import en from "../i18n/en/settings.json"
import { hasKey } from "./has-key"
import { changesOf } from "./setting-input"
import { useSaveSettings } from "./settings"
import { useTexts } from "./use-texts"

type SettingsArea = Exclude<keyof AdminSettingsChange, "confirm">

type Input<Values extends FieldValues, Area extends SettingsArea> = {
  /** The part of the settings that the fields belong to. */
  area: Area
  values: Values
  /** Returns the settings for typed values. Null unsets one. */
  settingsOf: (values: Values) => NonNullable<AdminSettingsChange[Area]>
  /** Called when the form can close. */
  onDone: () => void
}

/**
 * A form for some settings, which saves those that were changed. Rejections
 * appear at their fields, and the rest in `problem`.
 */
export function useSettingsForm<
  Values extends FieldValues,
  Area extends SettingsArea,
>({ area, values, settingsOf, onDone }: Input<Values, Area>) {
  const form = useForm<Values>({
    defaultValues: values as DefaultValues<Values>,
  })
  const { reset } = form
  const { save, isSaving } = useSaveSettings()
  const invalidText = useInvalidText()
  const [problem, setProblem] = useState<string | null>(null)

  // Erases a typed secret when the form closes.
  useEffect(() => () => reset(), [reset])

  const submit = form.handleSubmit(async (typed) => {
    setProblem(null)
    const change = changesOf(settingsOf(values), settingsOf(typed))
    if (!change) {
      onDone()
      return
    }
    const outcome = await save({ [area]: change })
    if (Array.isArray(outcome)) {
      const rest = outcome.filter((error) => {
        const name = fieldOf(error.path, area, typed)
        if (name) {
          form.setError(
            name as Path<Values>,
            { message: invalidText(error) },
            { shouldFocus: true }
          )
        }
        return !name
      })
      setProblem(rest.map(invalidText).join(" ") || null)
    } else if (outcome) {
      onDone()
    }
  })
  const onSubmit = (event: BaseSyntheticEvent) => {
    // Earlier rejections don't apply to the new values.
    form.clearErrors()
    void submit(event)
  }
  return { form, onSubmit, isSaving, problem }
}

/**
 * Maps `onchain.webhook_secrets.add.0` to the field `webhook_secrets`, and
 * `pricing.sources.0.url` to `sources.0.url` if the form has a list of them.
 */
function fieldOf(
  path: string,
  area: string,
  typed: FieldValues
): string | undefined {
  const [first, name = "", index = "", part] = path.split(".")
  const value: unknown = first === area ? typed[name] : undefined
  if (!Array.isArray(value)) {
    return value === undefined ? undefined : name
  }
  return part && index in value ? `${name}.${index}.${part}` : undefined
}

/**
 * The text of an invalid field in the admin's language, with its limit in the
 * unit of the form. The store's own message if it has no translation.
 */
function useInvalidText() {
  const { t, inUnit } = useTexts()
  return ({ path, message, code, limit = 0 }: AdminFieldError): string => {
    const [, name, , part] = path.split(".")
    const setting = SETTINGS.find((each) => each.name === name)
    const unit = setting && "unit" in setting ? setting.unit : undefined
    return hasKey(en.invalid, code)
      ? t(`settings.invalid.${code}`, {
          limit: inUnit(limit, part === "maxAge" ? "minute" : unit),
        })
      : message
  }
}
