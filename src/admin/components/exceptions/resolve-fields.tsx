import type { UseFormReturn } from "react-hook-form"
import type { AdminExceptionDetail } from "../../../http-types"
import { RAIL_TRAITS } from "../../../ledger/rails"
import { useTexts } from "../../lib/use-texts"
import { TextField } from "../field"
import { transferFields } from "../refunds/transfer-fields"
import type { FieldName } from "./resolutions"
import { amountProblem, fieldsOf, type ResolveValues } from "./resolve-values"

type FieldTraits = {
  label: string
  hint?: string
  optional?: boolean
  inputMode?: "decimal"
  /** The text about a value that the API would reject. */
  problem: (text: string) => string | false | null
}

/** The fields that the choice needs. */
export function ResolveFields({
  exception,
  form,
}: {
  exception: AdminExceptionDetail
  form: UseFormReturn<ResolveValues>
}) {
  const { t, coins } = useTexts()
  const { held, payment } = exception
  const { choice } = form.watch()
  const transfer = transferFields(t, chainOf(exception))
  const isSure = held?.confirmed === true
  const coin = held?.currency ?? payment?.currency
  const missing = (message: string) => (text: string) => !text.trim() && message
  const traits: Record<FieldName, FieldTraits> = {
    amount: {
      label: coin
        ? t("exceptions.resolve.amountIn", { coin })
        : t("common.fields.amount"),
      hint: t(`exceptions.resolve.${isSure ? "amountAll" : "amountNeeded"}`),
      optional: isSure,
      inputMode: "decimal",
      problem: (text) => {
        const problem = amountProblem(text, held)
        const most = held ? coins(held.amount, held.currency) : ""
        return (
          problem && t(`exceptions.resolve.amountWrong.${problem}`, { most })
        )
      },
    },
    refund_to: {
      label: t(`refunds.fields.${choice === "sent" ? "sentTo" : "refundTo"}`),
      optional: true,
      problem: transfer.refund_to.problem,
    },
    reason: {
      label: t("exceptions.resolve.reason"),
      optional: true,
      problem: () => null,
    },
    payment_id: {
      label: t("exceptions.resolve.payment"),
      hint: t("exceptions.resolve.paymentHint"),
      problem: missing(t("exceptions.resolve.paymentMissing")),
    },
    tx_hash: transfer.tx_hash,
    order_id: {
      label: t("exceptions.resolve.fields.order_id"),
      hint: t("exceptions.resolve.orderHint"),
      problem: missing(t("exceptions.resolve.missing.order_id")),
    },
    kept: {
      label: t("exceptions.resolve.fields.kept"),
      problem: missing(t("exceptions.resolve.missing.kept")),
    },
  }
  return fieldsOf(choice).map((name) => {
    const { problem, inputMode, ...field } = traits[name]
    return (
      <TextField
        key={`${choice}.${name}`}
        {...field}
        error={form.formState.errors[name]?.message}
        input={{
          inputMode,
          maxLength: 500,
          ...form.register(name, {
            validate: (text) => problem(text) || true,
          }),
        }}
      />
    )
  })
}

/** The network of the exception's money, or of its payment. */
function chainOf(exception: AdminExceptionDetail): string | null {
  const { held, payment, rail } = exception
  if (held) {
    return held.chain
  }
  return rail && RAIL_TRAITS[rail].hasChain ? (payment?.chain ?? null) : null
}
