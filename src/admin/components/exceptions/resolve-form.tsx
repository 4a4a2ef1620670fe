import { Alert, Heading, Hint } from "@medusajs/ui"
import { useEffect, useRef } from "react"
import { useForm, type UseFormReturn } from "react-hook-form"
import type { AdminExceptionDetail } from "../../../http-types"
import { isOpen } from "../../../ledger/open"
import { codeOf } from "../../lib/sdk"
import { useTexts } from "../../lib/use-texts"
import type { ExceptionProps } from "./kind-text"
import { isUnconfirmed } from "./money-received"
import {
  choicesFor,
  existingOrder,
  retryOfException,
  stays,
  type FieldName,
} from "./resolutions"
import { useResolveException } from "./use-resolve-exception"
import { RadioField } from "../choice-fields"
import { TextField } from "../field"
import {
  firstAmount,
  resolutionOf,
  type ResolveValues,
  amountProblem,
  fieldsOf,
} from "./resolve-values"
import { RAIL_TRAITS } from "../../../ledger/rails"
import { transferFields } from "../refunds/transfer-fields"

/** The form's id, for a submit button outside of the form. */
export const RESOLVE_FORM = "stablecoin-resolve-exception"

export function ResolveForm({ exception }: ExceptionProps) {
  const texts = useTexts()
  const { t, errorText } = texts
  const resolve = useResolveException(exception)
  const choices = choicesFor(exception)
  const order = existingOrder(exception)
  const isChoice = choices.length > 1
  const form = useForm<ResolveValues>({
    defaultValues: {
      choice: isChoice ? "" : "close",
      note: "",
      order_id: order ? `#${order.display_id}` : "",
      kept: "",
      payment_id: "",
      tx_hash: "",
      amount: firstAmount(exception.held, texts, stays(exception)),
      reason: "",
      refund_to: "",
    },
  })
  const { submitCount } = form.formState
  const element = useRef<HTMLFormElement>(null)
  // The error may be below the drawer's edge, and focusing it does not scroll
  // there.
  useEffect(() => {
    element.current
      ?.querySelector("[role=alert]")
      ?.scrollIntoView({ block: "center" })
  }, [submitCount, resolve.error])
  const { payment } = exception
  const { choice } = form.watch()
  const isUsed = choice && !["retry", "assign", "close"].includes(choice)
  const ends = isUsed && isUnconfirmed(exception) && payment && isOpen(payment)
  // A refusal is about the decision that was sent.
  useEffect(() => {
    const { unsubscribe } = form.watch(
      // Without a name, a field only appears or disappears.
      (_, { name }) => resolve.isError && name && resolve.reset()
    )
    return unsubscribe
  }, [form, resolve])

  return (
    <form
      ref={element}
      id={RESOLVE_FORM}
      noValidate
      aria-label={t("exceptions.resolve.title")}
      className="flex flex-col gap-y-4 px-6 py-4"
      onSubmit={(event) =>
        void form.handleSubmit((values) => {
          if (!resolve.isPending) {
            const refusal = codeOf(resolve.error)
            resolve.mutate(resolutionOf(values, exception, refusal))
          }
        })(event)
      }
    >
      <Heading level="h2">{t("exceptions.resolve.title")}</Heading>
      {isChoice && (
        <RadioField
          form={form}
          name="choice"
          label={t("exceptions.resolve.choice")}
          missing={t("exceptions.resolve.choiceMissing")}
          choices={choices.map((value) => ({
            value,
            label: t(`exceptions.resolve.choices.${value}`),
            description: t(
              `exceptions.resolve.hint.${value === "retry" ? (retryOfException(exception) ?? "settle") : value}`
            ),
          }))}
        />
      )}
      <ResolveFields exception={exception} form={form} />
      {ends && <Hint>{t("exceptions.resolve.ends")}</Hint>}
      <TextField
        {...{ form, name: "note", rows: 3 }}
        label={t("exceptions.resolve.note")}
        hint={t("exceptions.resolve.noteHint")}
        rules={{
          validate: (text) =>
            text.trim() !== "" || t("exceptions.resolve.noteMissing"),
        }}
        input={{ maxLength: 2000, spellCheck: true }}
      />
      {resolve.error && (
        <Alert variant="error" role="alert">
          {errorText(resolve.error)}
        </Alert>
      )}
    </form>
  )
}

type FieldTraits = {
  label: string
  hint?: string
  optional?: boolean
  inputMode?: "decimal"
  /** The text about a value that the API would reject. */
  problem: (text: string) => string | false | null
}

type FieldsProps = ExceptionProps & { form: UseFormReturn<ResolveValues> }

function ResolveFields({ exception, form }: FieldsProps) {
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
        {...{ form, name, ...field }}
        rules={{ validate: (text) => problem(text) || true }}
        input={{ inputMode, maxLength: 500 }}
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
