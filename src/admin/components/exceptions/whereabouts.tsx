import { RadioGroup } from "@medusajs/ui"
import { Controller, useFormContext } from "react-hook-form"
import { useTranslation } from "react-i18next"
import type { AdminExceptionDetail } from "../../../http-types"
import { TextField } from "../field"
import { FieldGroup } from "../form/field-group"
import { MoneyFields, ProofField } from "./money-fields"
import { needsWhereabouts, whereaboutsOf } from "./resolutions"
import type { ResolveValues } from "./resolve-values"

/** States where the money of a closed exception is. */
export function Whereabouts({
  exception,
}: {
  exception: AdminExceptionDetail
}) {
  const { t } = useTranslation("stablecoin")
  const { control, formState, register, watch } =
    useFormContext<ResolveValues>()
  const whereabouts = watch("whereabouts")
  const label = t("exceptions.resolve.whereabouts")
  const isNeeded = needsWhereabouts(exception)
  return (
    <>
      <FieldGroup
        label={label}
        optional={!isNeeded}
        hint={
          exception.deposit_id === null
            ? t("exceptions.resolve.whereaboutsHint")
            : undefined
        }
        error={
          formState.errors.whereabouts &&
          t("exceptions.resolve.whereaboutsMissing")
        }
      >
        <Controller
          control={control}
          name="whereabouts"
          rules={{ required: isNeeded }}
          render={({ field, fieldState }) => (
            <RadioGroup
              aria-label={label}
              aria-invalid={fieldState.invalid}
              value={field.value}
              onValueChange={field.onChange}
            >
              {whereaboutsOf(exception).map((where, index) => (
                <RadioGroup.ChoiceBox
                  key={where}
                  ref={index === 0 ? field.ref : undefined}
                  value={where}
                  className="[&>div:first-child]:shrink-0"
                  label={t(`exceptions.resolve.where.${where}`)}
                  description={t(`exceptions.resolve.whereHint.${where}`)}
                />
              ))}
            </RadioGroup>
          )}
        />
      </FieldGroup>
      {whereabouts === "sent" && (
        <>
          <ProofField exception={exception} />
          <MoneyFields exception={exception} sent />
        </>
      )}
      {(whereabouts === "order_id" || whereabouts === "kept") && (
        <TextField
          label={t(`exceptions.resolve.fields.${whereabouts}`)}
          hint={
            whereabouts === "order_id"
              ? t("exceptions.resolve.orderHint")
              : undefined
          }
          error={
            formState.errors[whereabouts] &&
            t(`exceptions.resolve.missing.${whereabouts}`)
          }
          input={{
            maxLength: 500,
            ...register(whereabouts, {
              validate: (text) => text.trim() !== "",
            }),
          }}
        />
      )}
    </>
  )
}
