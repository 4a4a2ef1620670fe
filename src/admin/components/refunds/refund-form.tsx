import { Heading } from "@medusajs/ui"
import type { FormEvent, KeyboardEvent } from "react"
import { useForm } from "react-hook-form"
import type * as Api from "../../../http-types"
import { codeOf } from "../../lib/sdk"
import { useTexts } from "../../lib/use-texts"
import { TextField } from "../field"
import { apiPath } from "../resource/resources"
import { useAction } from "../resource/requests"
import { transferFields } from "./transfer-fields"

/** The form's id, for submit buttons outside of the form. */
export const REFUND_FORM = "stablecoin-send-refund"

/** The value of the submit button that only saves the address. */
export const SAVE_ADDRESS = "address"

type RefundValues = {
  refund_to: string
  tx_hash: string
  intent: "address" | "sent"
}

/**
 * The form for a refund's address, and for the transfer that sent it, also to
 * correct that transfer. The button that submits it decides which of the two is
 * saved.
 */
export function RefundForm({ refund }: { refund: Api.AdminRefund }) {
  const { t, errorText } = useTexts()
  const { id, chain, status } = refund
  const title = t(status === "sent" ? "refunds.correct.form" : "refunds.form")
  const setTo = useAction<Api.AdminRefundResponse, { refund_to: string }>(
    apiPath("refunds", id),
    () => ({ text: t("refunds.to.saved") })
  )
  const markSent = useAction<Api.AdminRefundResponse, Api.AdminMarkRefundSent>(
    apiPath("refunds", id, "sent"),
    () => ({ text: t("refunds.sent.done") })
  )
  const form = useForm<RefundValues>({
    defaultValues: {
      refund_to: refund.refund_to ?? "",
      tx_hash: "",
      intent: "sent",
    },
  })
  // Sending it again states that the transfer paid the other refund too.
  const isShared = codeOf(markSent.error) === "hash_used"
  const { refund_to: address, tx_hash: transfer } = transferFields(t, chain)

  const submit = form.handleSubmit(({ intent, ...typed }) => {
    const [refund_to, tx_hash] = [typed.refund_to.trim(), typed.tx_hash.trim()]
    if (setTo.isPending || markSent.isPending) {
      return
    }
    if (intent === "address") {
      setTo.mutate({ refund_to })
    } else {
      markSent.mutate({
        tx_hash,
        shown_amount: refund.amount,
        ...(refund_to && { refund_to }),
        ...(isShared && { shared_transfer: true }),
      })
    }
  })
  const save = (event: FormEvent, intent: RefundValues["intent"]) => {
    event.preventDefault()
    form.setValue("intent", intent)
    void submit()
  }
  // Otherwise the browser submits by the first button, which marks the refund
  // as sent.
  const saveAddressOnEnter = (event: KeyboardEvent) => {
    if (event.key === "Enter" && status === "due") {
      save(event, "address")
    }
  }
  return (
    <form
      id={REFUND_FORM}
      noValidate
      aria-label={title}
      className="flex flex-col gap-y-4 px-6 py-4"
      onSubmit={(event) =>
        save(event, isSavingAddress(event) ? "address" : "sent")
      }
    >
      <Heading level="h2">{title}</Heading>
      <TextField
        {...{ form, name: "refund_to" }}
        label={t("refunds.fields.refundTo")}
        hint={address.hint}
        rules={{
          validate: (text, { intent }) =>
            // The API would keep a stored address that is blank here.
            text.trim() || (intent === "sent" && refund.refund_to === null)
              ? address.problem(text) || true
              : t("refunds.to.missing"),
        }}
        input={{ onKeyDown: saveAddressOnEnter }}
      />
      <TextField
        {...{ form, name: "tx_hash" }}
        label={transfer.label}
        hint={transfer.hint}
        error={isShared ? errorText(markSent.error) : undefined}
        rules={{
          validate: (text, { intent }) =>
            intent === "address" || transfer.problem(text) || true,
          // A refusal is about the hash that was sent.
          onChange: markSent.reset,
        }}
      />
    </form>
  )
}

function isSavingAddress({ nativeEvent }: FormEvent): boolean {
  const { submitter } = nativeEvent as SubmitEvent
  return submitter?.getAttribute("value") === SAVE_ADDRESS
}
