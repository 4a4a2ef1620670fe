import type { UseFormReturn } from "react-hook-form"
import type { AdminExceptionDetail } from "../../../http-types"
import { RAIL_TRAITS } from "../../../ledger/rails"
import { refundAddress, refundProof } from "../../../ledger/refund-proof"
import { useTexts } from "../../lib/use-texts"
import { TextField } from "../field"
import {
  amountProblem,
  type FieldName,
  FIELDS,
  type ResolveValues,
  chosenUse,
} from "./resolve-values"

type FieldTraits = {
  label: string
  hint?: string
  optional?: boolean
  inputMode?: "decimal"
  /** The text about a value that the API would reject. */
  problem: (text: string) => string | false | null
}

/** The fields that the chosen action needs. */
export function ResolveFields({
  exception,
  form,
}: {
  exception: AdminExceptionDetail
  form: UseFormReturn<ResolveValues>
}) {
  const { t, coins } = useTexts()
  const { held, payment } = exception
  const use = chosenUse(form.watch())
  const chain = chainOf(exception)
  const format = chain ? "chain" : "text"
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
      label: t(
        use === "sent" ? "refunds.fields.sentTo" : "exceptions.resolve.refundTo"
      ),
      optional: true,
      problem: (text) =>
        Boolean(text.trim()) &&
        !refundAddress(chain, text) &&
        t(`refunds.to.wrong.${format}`),
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
    tx_hash: {
      label: chain ? t("common.fields.txHash") : t("refunds.sent.label"),
      hint: t(`refunds.sent.${format}`),
      problem: (text) =>
        text
          ? !refundProof(chain, text) && t(`refunds.sent.wrong.${format}`)
          : t("refunds.sent.missing"),
    },
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
  return FIELDS[use].map((name) => {
    const { problem, inputMode, ...field } = traits[name]
    return (
      <TextField
        key={`${use}.${name}`}
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
