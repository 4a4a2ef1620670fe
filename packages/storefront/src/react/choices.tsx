"use client"

import type { ReactElement } from "react"
import type { StoreOption } from "../http-types.ts"
import { amountText } from "./amount.ts"
import { networksOf, pick } from "./choice.ts"
import { fill, type StablecoinLabels } from "./labels.ts"
import { RadioGroup } from "./radio-group.tsx"
import type { UseStablecoinPayment } from "./types.ts"

/**
 * The form in which the buyer selects rail, coin and network. A field with a
 * single item is shown as text.
 */
export function Choices({
  page: { offered, choice, choose, phase },
  labels,
  onPay,
}: {
  page: UseStablecoinPayment
  labels: StablecoinLabels
  onPay(): void
}): ReactElement | null {
  if (!offered || !choice) {
    return null
  }
  const { option, currency, chain } = choice
  const disabled = phase === "starting"
  const due = {
    amount: amountText(option.amount, labels.locale),
    currency: currency.code,
  }
  return (
    <form
      className="stablecoin-form"
      onSubmit={(event) => {
        event.preventDefault()
        onPay()
      }}
    >
      <RadioGroup
        name="way"
        legend={offered.options.length > 1 ? labels.way : null}
        disabled={disabled}
        value={option.provider_id}
        items={offered.options.map((each) => ({
          value: each.provider_id,
          text: labels[each.rail],
          hint: hintOf(each, currency.code, labels),
        }))}
        onChange={(provider_id) => choose({ provider_id })}
      />
      <RadioGroup
        name="coin"
        legend={labels.coin}
        disabled={disabled}
        value={currency.code}
        items={option.currencies.map(({ code }) => ({
          value: code,
          text: code,
        }))}
        onChange={(code) => choose({ currency: code })}
      />
      {option.rail === "onchain" && chain && (
        <RadioGroup
          name="network"
          legend={labels.network}
          disabled={disabled}
          value={chain.code}
          items={networksOf(option, currency.code).map(({ code, name }) => ({
            value: code,
            text: name,
          }))}
          onChange={(code) => choose({ chain: code })}
        />
      )}
      <p className="stablecoin-amount">{fill(labels.amount, due)}</p>
      <button
        type="submit"
        className="stablecoin-pay stablecoin-primary"
        disabled={disabled}
      >
        {disabled ? labels.starting : fill(labels.pay, due)}
      </button>
    </form>
  )
}

/**
 * For the gateway's page, lists its payment methods of the selected coin, if
 * known.
 */
export function hintOf(
  option: StoreOption,
  code: string,
  { locale, hostedHint, hostedMethods, onchainHint }: StablecoinLabels
): string {
  if (option.rail !== "hosted") {
    return onchainHint
  }
  const currency = pick(option.currencies, code)
  return currency?.methods.length
    ? fill(hostedMethods, {
        currency: currency.code,
        methods: new Intl.ListFormat(locale, { type: "disjunction" }).format(
          currency.methods.map(({ name }) => name)
        ),
      })
    : hostedHint
}
