import { type BaseSyntheticEvent, useEffect, useState } from "react"
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  useForm,
} from "react-hook-form"
import type { AdminSettingsChange } from "../../http-types"
import type { Rail } from "../../ledger/rails"
import { useInvalidText } from "./use-invalid-text"
import { useSaveSettings } from "./use-save-settings"

type Input<Values extends FieldValues> = {
  version: string
  /** The part of the settings that the fields belong to. */
  area: "general" | Rail
  values: DefaultValues<Values>
  /** Returns the change for the typed values, or null if nothing changed. */
  changeOf: (values: Values) => AdminSettingsChange | null
  /** Called when the form can close. */
  onDone: () => void
}

/**
 * A form for some settings. Rejections appear at their fields, and the rest in
 * `problem`.
 */
export function useSettingsForm<Values extends FieldValues>({
  version,
  area,
  values,
  changeOf,
  onDone,
}: Input<Values>) {
  const form = useForm<Values>({ defaultValues: values })
  const { reset } = form
  const { save, isSaving } = useSaveSettings(version)
  const invalidText = useInvalidText()
  const [problem, setProblem] = useState<string | null>(null)

  // Erases a typed secret when the form closes.
  useEffect(() => () => reset(), [reset])

  const submit = form.handleSubmit(async (typed) => {
    setProblem(null)
    const change = changeOf(typed)
    if (!change) {
      onDone()
      return
    }
    const outcome = await save(change)
    if (outcome.kind === "invalid") {
      const rest = outcome.errors.filter((error) => {
        const name = fieldOf(error.path, area)
        const known = name !== undefined && name in typed
        if (known) {
          form.setError(
            name as Path<Values>,
            { message: invalidText(error) },
            { shouldFocus: true }
          )
        }
        return !known
      })
      const said = rest.map(invalidText).join(" ")
      setProblem(said || (outcome.errors.length ? null : outcome.message))
    } else if (outcome.kind !== "left") {
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

/** Maps `onchain.webhook_secrets.add.0` to the field `webhook_secrets`. */
function fieldOf(path: string, area: string): string | undefined {
  const [first, name] = path.split(".")
  return first === area ? name : undefined
}
