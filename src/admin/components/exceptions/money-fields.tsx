import { Input } from "@medusajs/ui"
import { useFormContext } from "react-hook-form"
import { useTranslation } from "react-i18next"
import type { AdminException, AdminExceptionDetail } from "../../../http-types"
import { moneyReceived } from "./money-received"
import { isMalformed } from "./refund-amount"
import { Field } from "../field"
import type { ResolveValues } from "./resolve-values"
import { RAIL_TRAITS } from "../../../ledger/rails"

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
  const { t } = useTranslation("stablecoin")
  const { register, formState } = useFormContext<ResolveValues>()
  const isOptional = moneyReceived(exception).what !== "unconfirmed"
  const { amount: error } = formState.errors
  return (
    <>
      <Field
        label={t("exceptions.resolve.amount")}
        optional={isOptional}
        hint={t(
          `exceptions.resolve.${isOptional ? "amountAll" : "amountNeeded"}`
        )}
        error={error && t("exceptions.resolve.amountWrong")}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            {...register("amount", {
              validate: (text) => !isMalformed(text, isOptional),
            })}
          />
        )}
      </Field>
      <Field
        label={t(
          sent ? "refunds.fields.sentTo" : "exceptions.resolve.refundTo"
        )}
        optional
      >
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
  )
}

/**
 * The field for the proof of a refund. The API validates its format, which
 * depends on the network.
 */
export function ProofField({ exception }: { exception: AdminException }) {
  const { t } = useTranslation("stablecoin")
  const { register, formState } = useFormContext<ResolveValues>()
  const held = moneyReceived(exception)
  const chain =
    "coins" in held
      ? held.coins.chain !== null
      : exception.rail !== null && RAIL_TRAITS[exception.rail].hasChain
  return (
    <Field
      label={chain ? t("common.fields.txHash") : t("refunds.sent.label")}
      hint={t(`refunds.sent.${chain ? "chain" : "text"}`)}
      error={formState.errors.tx_hash && t("refunds.sent.missing")}
    >
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          spellCheck={false}
          {...register("tx_hash", { validate: (text) => text.trim() !== "" })}
        />
      )}
    </Field>
  )
}
