import { useFormContext } from "react-hook-form"
import type { AdminExceptionDetail } from "../../../http-types"
import { RAIL_TRAITS } from "../../../ledger/rails"
import { refundAddress, refundProof } from "../../../ledger/refund-proof"
import { useTexts } from "../../lib/use-texts"
import { TextField } from "../field"
import { type AmountProblem, amountProblem } from "./refund-amount"
import type { ResolveValues } from "./resolve-values"

/**
 * The fields for a refund's amount and address, before or after it was sent.
 */
export function MoneyFields({
  exception,
  sent = false,
}: {
  exception: AdminExceptionDetail
  sent?: boolean
}) {
  const { t, coins } = useTexts()
  const { register, formState } = useFormContext<ResolveValues>()
  const { held, payment } = exception
  const isOptional = held?.confirmed === true
  const chain = chainOf(exception)
  const coin = held?.currency ?? payment?.currency
  const { amount: amountError, refund_to: toError } = formState.errors
  // The message of an error is its code.
  const problem = amountError?.message as AmountProblem | undefined
  return (
    <>
      <TextField
        label={
          coin
            ? t("exceptions.resolve.amountIn", { coin })
            : t("common.fields.amount")
        }
        optional={isOptional}
        hint={t(
          `exceptions.resolve.${isOptional ? "amountAll" : "amountNeeded"}`
        )}
        error={
          problem &&
          t(`exceptions.resolve.amountWrong.${problem}`, {
            most: held ? coins(held.amount, held.currency) : "",
          })
        }
        input={{
          inputMode: "decimal",
          ...register("amount", {
            validate: (text) => amountProblem(text, held, isOptional) ?? true,
          }),
        }}
      />
      <TextField
        label={t(
          sent ? "refunds.fields.sentTo" : "exceptions.resolve.refundTo"
        )}
        optional
        error={toError && t(`refunds.to.wrong.${chain ? "chain" : "text"}`)}
        input={register("refund_to", {
          validate: (text) =>
            !text.trim() || refundAddress(chain, text) !== null,
        })}
      />
    </>
  )
}

/** The field for the proof of a refund, in the format of its network. */
export function ProofField({ exception }: { exception: AdminExceptionDetail }) {
  const { t } = useTexts()
  const { register, formState } = useFormContext<ResolveValues>()
  const chain = chainOf(exception)
  const format = chain ? "chain" : "text"
  const { tx_hash: error } = formState.errors
  return (
    <TextField
      label={chain ? t("common.fields.txHash") : t("refunds.sent.label")}
      hint={t(`refunds.sent.${format}`)}
      error={
        error &&
        t(
          error.type === "required"
            ? "refunds.sent.missing"
            : `refunds.sent.wrong.${format}`
        )
      }
      input={register("tx_hash", {
        required: true,
        validate: (text) => refundProof(chain, text) !== null,
      })}
    />
  )
}

/** The network of the exception's money, or of its payment. */
function chainOf(exception: AdminExceptionDetail): string | null {
  const { held, payment, rail } = exception
  if (held) {
    return held.chain
  }
  return rail && RAIL_TRAITS[rail].hasChain ? (payment?.chain ?? null) : null
}
