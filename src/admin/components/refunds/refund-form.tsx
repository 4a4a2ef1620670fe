import { Heading } from "@medusajs/ui"
import type { FormEvent, KeyboardEvent } from "react"
import { FormProvider, useForm } from "react-hook-form"
import { useTranslation } from "react-i18next"
import type {
  AdminMarkRefundSent,
  AdminRefund,
  AdminRefundResponse,
} from "../../../http-types"
import { TextField } from "../field"
import { apiPath } from "../resource/api-path"
import { useAction } from "../resource/use-action"
import { problemsOf, type RefundValues } from "./refund-values"
import { SharedTransfer } from "./shared-transfer"

/** The form's id, for submit buttons outside of the form. */
export const REFUND_FORM = "stablecoin-send-refund"

/** The value of the submit button that only saves the address. */
export const SAVE_ADDRESS = "address"

/**
 * The form for a refund's address, and for the proof that it was sent, also to
 * correct that proof. The button that submits it decides which of the two is
 * saved.
 */
export function RefundForm({ refund }: { refund: AdminRefund }) {
  const { t } = useTranslation("stablecoin")
  const { id, chain, status } = refund
  const title = t(status === "sent" ? "refunds.correct.form" : "refunds.form")
  const format = chain ? "chain" : "text"
  const setTo = useAction<AdminRefundResponse, { refund_to: string }>(
    apiPath("refunds", id),
    () => ({ text: t("refunds.to.saved") })
  )
  const markSent = useAction<AdminRefundResponse, AdminMarkRefundSent>(
    apiPath("refunds", id, "sent"),
    () => ({ text: t("refunds.sent.done") })
  )
  const form = useForm<RefundValues>({
    defaultValues: { refund_to: refund.refund_to ?? "", tx_hash: "" },
  })
  const { errors } = form.formState
  const errorOf = (name: keyof RefundValues, group: "to" | "sent") =>
    errors[name] &&
    t(
      errors[name].type === "missing"
        ? `refunds.${group}.missing`
        : `refunds.${group}.wrong.${format}`
    )

  const save = (intent: "address" | "sent") => {
    const values = form.getValues()
    form.clearErrors()
    const problems = Object.entries(problemsOf(values, refund, intent))
    for (const [name, type] of problems.reverse()) {
      form.setError(name as keyof RefundValues, { type }, { shouldFocus: true })
    }
    if (problems.length || setTo.isPending || markSent.isPending) {
      return
    }
    const refund_to = values.refund_to.trim()
    if (intent === "address") {
      setTo.mutate({ refund_to })
    } else {
      markSent.mutate({
        tx_hash: values.tx_hash.trim(),
        ...(refund_to ? { refund_to } : {}),
        ...(values.shared_transfer && { shared_transfer: true }),
      })
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(isSavingAddress(event) ? "address" : "sent")
  }
  // Otherwise the browser submits by the first button, which marks the refund
  // as sent.
  const saveAddressOnEnter = (event: KeyboardEvent) => {
    if (event.key === "Enter" && status === "due") {
      event.preventDefault()
      save("address")
    }
  }
  return (
    <form
      id={REFUND_FORM}
      noValidate
      aria-label={title}
      className="flex flex-col gap-y-4 px-6 py-4"
      onSubmit={submit}
    >
      <Heading level="h2">{title}</Heading>
      <TextField
        label={t("refunds.fields.refundTo")}
        hint={t(`refunds.to.${format}`)}
        error={errorOf("refund_to", "to")}
        input={{ onKeyDown: saveAddressOnEnter, ...form.register("refund_to") }}
      />
      <TextField
        label={chain ? t("common.fields.txHash") : t("refunds.sent.label")}
        hint={t(`refunds.sent.${format}`)}
        error={errorOf("tx_hash", "sent")}
        // A refusal is about the hash that was sent.
        input={form.register("tx_hash", { onChange: markSent.reset })}
      />
      <FormProvider {...form}>
        <SharedTransfer error={markSent.error} />
      </FormProvider>
    </form>
  )
}

function isSavingAddress({ nativeEvent }: FormEvent): boolean {
  const { submitter } = nativeEvent as SubmitEvent
  return (
    submitter instanceof HTMLButtonElement && submitter.value === SAVE_ADDRESS
  )
}
