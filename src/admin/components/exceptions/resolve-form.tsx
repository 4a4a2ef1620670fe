import { Heading, Hint, Input, Label, Switch, Textarea } from "@medusajs/ui"
import { useId } from "react"
import { useForm } from "react-hook-form"
import { useTranslation } from "react-i18next"
import type { AdminException } from "../../../http-types"
import { type Resolution, useResolveException } from "../../lib/exceptions"
import { heldOf, isRefundable } from "../../lib/held"
import { Field } from "../field"

/** By what a button outside of the form submits it. */
export const RESOLVE_FORM = "stablecoin-resolve-exception"

type Values = {
  note: string
  sends: boolean
  amount: string
  reason: string
  refund_to: string
}

const DECIMAL = /^\d{1,30}(\.\d{1,2})?$/

/** A person's answer to an exception, with which money may go back. */
export function ResolveForm({ exception }: { exception: AdminException }) {
  const { t } = useTranslation("stablecoin")
  const resolve = useResolveException(exception.id)
  const switchId = useId()
  const { register, handleSubmit, watch, setValue, formState } =
    useForm<Values>({
      defaultValues: {
        note: "",
        sends: false,
        amount: "",
        reason: "",
        refund_to: "",
      },
    })
  const { errors } = formState
  const sends = watch("sends")
  const confirmed = heldOf(exception).what !== "unconfirmed"

  return (
    <form
      id={RESOLVE_FORM}
      noValidate
      aria-label={t("exceptions.resolve.title")}
      className="flex flex-col gap-y-4 px-6 py-4"
      onSubmit={(event) =>
        void handleSubmit((values) => {
          if (!resolve.isPending) {
            resolve.mutate(resolutionOf(values))
          }
        })(event)
      }
    >
      <Heading level="h2">{t("exceptions.resolve.title")}</Heading>
      <Field
        label={t("exceptions.resolve.note")}
        hint={t("exceptions.resolve.noteHint")}
        error={errors.note && t("exceptions.resolve.noteMissing")}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={2000}
            {...register("note", { validate: (text) => text.trim() !== "" })}
          />
        )}
      </Field>
      {isRefundable(exception) && (
        <div className="flex items-start gap-x-3">
          <Switch
            id={switchId}
            size="small"
            checked={sends}
            aria-describedby={`${switchId}-hint`}
            onCheckedChange={(on) => setValue("sends", on)}
          />
          <div className="flex flex-col gap-y-1">
            <Label htmlFor={switchId} size="small" weight="plus">
              {t("exceptions.resolve.refund")}
            </Label>
            <Hint id={`${switchId}-hint`}>
              {t("exceptions.resolve.refundHint")}
            </Hint>
          </div>
        </div>
      )}
      {sends && (
        <>
          <Field
            label={t("exceptions.resolve.amount")}
            optional={confirmed}
            hint={t(
              `exceptions.resolve.${confirmed ? "amountAll" : "amountNeeded"}`
            )}
            error={errors.amount && t("exceptions.resolve.amountWrong")}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                autoComplete="off"
                {...register("amount", {
                  validate: (text) =>
                    DECIMAL.test(text.trim()) || (confirmed && !text.trim()),
                })}
              />
            )}
          </Field>
          <Field label={t("exceptions.resolve.reason")} optional>
            {(control) => (
              <Input {...control} maxLength={500} {...register("reason")} />
            )}
          </Field>
          <Field label={t("exceptions.resolve.refundTo")} optional>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                spellCheck={false}
                {...register("refund_to")}
              />
            )}
          </Field>
        </>
      )}
    </form>
  )
}

/** What is blank is not sent: the API knows what that means. */
function resolutionOf({ note, sends, ...refund }: Values): Resolution {
  const given = Object.entries(refund)
    .map(([key, text]) => [key, text.trim()])
    .filter(([, text]) => text)
  return {
    note: note.trim(),
    ...(sends ? { refund: Object.fromEntries(given) as Partial<Values> } : {}),
  }
}
