import { useFormContext } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { TextField } from "../field"
import type { ResolveValues } from "./resolve-values"

/** The field for the payment that a deposit is given to. */
export function AssignField() {
  const { t } = useTranslation("stablecoin")
  const { register, formState } = useFormContext<ResolveValues>()
  return (
    <TextField
      label={t("exceptions.resolve.payment")}
      hint={t("exceptions.resolve.paymentHint")}
      error={
        formState.errors.payment_id && t("exceptions.resolve.paymentMissing")
      }
      input={register("payment_id", {
        validate: (text) => text.trim() !== "",
      })}
    />
  )
}
