import { RadioGroup } from "@medusajs/ui"
import { Controller, useFormContext } from "react-hook-form"
import { useTranslation } from "react-i18next"
import type { AdminExceptionDetail } from "../../../http-types"
import { actionsFor, retryOfException } from "./resolutions"
import { FieldGroup } from "../form/field-group"
import type { ResolveValues } from "./resolve-values"

/** The choice of how to resolve an exception, if there are several. */
export function ActionChoice({
  exception,
}: {
  exception: AdminExceptionDetail
}) {
  const { t } = useTranslation("stablecoin")
  const { control, formState } = useFormContext<ResolveValues>()
  const retry = retryOfException(exception) ?? "settle"
  return (
    <FieldGroup
      label={t("exceptions.resolve.choice")}
      error={formState.errors.action && t("exceptions.resolve.choiceMissing")}
    >
      <Controller
        control={control}
        name="action"
        rules={{ required: true }}
        render={({ field, fieldState }) => (
          <RadioGroup
            aria-label={t("exceptions.resolve.choice")}
            aria-invalid={fieldState.invalid}
            aria-required
            value={field.value}
            onValueChange={field.onChange}
          >
            {actionsFor(exception).map((action, index) => (
              <RadioGroup.ChoiceBox
                key={action}
                ref={index === 0 ? field.ref : undefined}
                value={action}
                className="[&>div:first-child]:shrink-0"
                label={t(`exceptions.resolve.action.${action}`)}
                description={t(
                  `exceptions.resolve.hint.${action === "retry" ? retry : action}`
                )}
              />
            ))}
          </RadioGroup>
        )}
      />
    </FieldGroup>
  )
}
