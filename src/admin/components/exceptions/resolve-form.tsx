import { Heading, Hint, Input, Label, Switch, Textarea } from "@medusajs/ui"
import { useEffect, useId, useRef } from "react"
import { FormProvider, useForm } from "react-hook-form"
import { useTranslation } from "react-i18next"
import type { AdminExceptionDetail } from "../../../http-types"
import { actionsFor } from "./resolutions"
import { useResolveException } from "./use-resolve-exception"
import { firstAmount } from "./refund-amount"
import { Field } from "../field"
import { ActionChoice } from "./action-choice"
import { MoneyFields, ProofField } from "./money-fields"
import { resolutionOf, type ResolveValues } from "./resolve-values"

/** The form's id, for a submit button outside of the form. */
export const RESOLVE_FORM = "stablecoin-resolve-exception"

/** The form that resolves an exception: retry, refund or close. */
export function ResolveForm({
  exception,
}: {
  exception: AdminExceptionDetail
}) {
  const { t } = useTranslation("stablecoin")
  const resolve = useResolveException(exception.id)
  const switchId = useId()
  const actions = actionsFor(exception)
  const isChoice = actions.length > 1
  const form = useForm<ResolveValues>({
    defaultValues: {
      action: isChoice ? "" : "close",
      note: "",
      is_sent: false,
      tx_hash: "",
      amount: firstAmount(exception.held),
      reason: "",
      refund_to: "",
    },
  })
  const { errors, submitCount } = form.formState
  const element = useRef<HTMLFormElement>(null)
  // The error may be below the drawer's edge, and focusing it does not scroll
  // there.
  useEffect(() => {
    element.current
      ?.querySelector("[role=alert]")
      ?.scrollIntoView({ block: "center" })
  }, [submitCount])
  const { action, is_sent } = form.watch()
  // Money that can be refunded may have been sent back already.
  const maySend = action === "close" && actions.includes("refund")

  return (
    <FormProvider {...form}>
      <form
        ref={element}
        id={RESOLVE_FORM}
        noValidate
        aria-label={t("exceptions.resolve.title")}
        className="flex flex-col gap-y-4 px-6 py-4"
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            if (!resolve.isPending) {
              resolve.mutate(resolutionOf(values, exception))
            }
          })(event)
        }
      >
        <Heading level="h2">{t("exceptions.resolve.title")}</Heading>
        {isChoice && <ActionChoice exception={exception} />}
        {maySend && (
          <div className="flex items-start gap-x-3">
            <Switch
              id={switchId}
              size="small"
              checked={is_sent}
              aria-describedby={`${switchId}-hint`}
              onCheckedChange={(on) => form.setValue("is_sent", on)}
            />
            <div className="flex flex-col gap-y-1">
              <Label htmlFor={switchId} size="small" weight="plus">
                {t("exceptions.resolve.sent")}
              </Label>
              <Hint id={`${switchId}-hint`}>
                {t("exceptions.resolve.sentHint")}
              </Hint>
            </div>
          </div>
        )}
        {maySend && is_sent && (
          <>
            <ProofField exception={exception} />
            <MoneyFields exception={exception} sent />
          </>
        )}
        {action === "refund" && (
          <>
            <MoneyFields exception={exception} />
            <Field label={t("exceptions.resolve.reason")} optional>
              {(control) => (
                <Input
                  {...control}
                  maxLength={500}
                  {...form.register("reason")}
                />
              )}
            </Field>
          </>
        )}
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
              {...form.register("note", {
                validate: (text) => text.trim() !== "",
              })}
            />
          )}
        </Field>
      </form>
    </FormProvider>
  )
}
