import { Button, Heading, Input } from "@medusajs/ui"
import { useForm } from "react-hook-form"
import { useTranslation } from "react-i18next"
import type { AdminRefund } from "../../../http-types"
import { useMarkRefundSent, useSetRefundTo } from "./use-refund-actions"
import { Field } from "../field"

/**
 * Forms for a refund's address, then for the proof that it was sent. The
 * formats of address and hash depend on the network, so the API validates them.
 */
export function RefundForms({ refund }: { refund: AdminRefund }) {
  const { t } = useTranslation("stablecoin")
  const form = refund.chain ? "chain" : "text"
  const setTo = useSetRefundTo(refund.id)
  const markSent = useMarkRefundSent(refund.id)
  return (
    <>
      <OneLineForm
        title={t("refunds.to.title")}
        label={t("refunds.fields.refundTo")}
        hint={t(`refunds.to.${form}`)}
        missing={t("refunds.to.missing")}
        submit={t("refunds.to.save")}
        initial={refund.refund_to ?? ""}
        pending={setTo.isPending}
        onSubmit={(refund_to) => setTo.mutate({ refund_to })}
      />
      <OneLineForm
        title={t("refunds.sent.title")}
        label={
          refund.chain ? t("common.fields.txHash") : t("refunds.sent.label")
        }
        hint={t(`refunds.sent.${form}`)}
        missing={t("refunds.sent.missing")}
        submit={t("refunds.sent.save")}
        pending={markSent.isPending}
        onSubmit={(tx_hash) => markSent.mutate({ tx_hash })}
        primary
      />
    </>
  )
}

type OneLineFormProps = {
  title: string
  label: string
  hint: string
  /** The message for a blank field. */
  missing: string
  submit: string
  initial?: string
  pending: boolean
  onSubmit: (text: string) => void
  primary?: boolean
}

function OneLineForm({
  title,
  label,
  hint,
  missing,
  submit,
  initial = "",
  pending,
  onSubmit,
  primary,
}: OneLineFormProps) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { text: initial },
  })
  return (
    <form
      noValidate
      aria-label={title}
      className="flex flex-col gap-y-3 px-6 py-4"
      onSubmit={(event) =>
        void handleSubmit(({ text }) => onSubmit(text.trim()))(event)
      }
    >
      <Heading level="h2">{title}</Heading>
      <Field label={label} hint={hint} error={formState.errors.text && missing}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            {...register("text", { validate: (text) => text.trim() !== "" })}
          />
        )}
      </Field>
      <div className="flex justify-end">
        <Button
          size="small"
          type="submit"
          variant={primary ? "primary" : "secondary"}
          isLoading={pending}
        >
          {submit}
        </Button>
      </div>
    </form>
  )
}
