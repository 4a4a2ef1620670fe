"use client"

import { type ReactElement, useId } from "react"
import { amountText, fill, totalText } from "./labels.ts"
import { networksOf } from "./choice.ts"
import type { PartProps } from "./types.ts"

/**
 * The form in which the buyer selects rail, coin and network. A field with a
 * single item is shown as text.
 */
export function Choices({
  page: { offered, choice, choose, phase },
  labels,
  onPay,
}: PartProps & { onPay(): void }): ReactElement | null {
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
          hint: each.rail === "hosted" ? labels.hostedHint : labels.onchainHint,
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
      <p className="stablecoin-amount">
        {fill(labels.amount, due)}
        {offered.quote && (
          <small className="stablecoin-hint">
            {` ${fill(labels.quoted, {
              total: totalText(offered, labels.locale),
              rate: Number(offered.quote.rate).toLocaleString(labels.locale, {
                maximumSignificantDigits: 6,
              }),
              time: new Date(offered.quote.valid_until).toLocaleTimeString(
                labels.locale,
                { timeStyle: "short" }
              ),
            })}`}
          </small>
        )}
      </p>
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

type Item = { value: string; text: string; hint?: string }

/** A radio group. A single item is shown as text. */
export function RadioGroup(props: {
  /** `way`, `coin` or `network`: part of the class names. */
  name: string
  /** Null for a single item that needs no name. */
  legend: string | null
  items: Item[]
  value: string
  disabled: boolean
  onChange(value: string): void
}): ReactElement {
  const { name, legend, items, value, disabled, onChange } = props
  const id = useId()
  if (items.length === 1) {
    const [{ text, hint }] = items as [Item]
    return (
      <p className={`stablecoin-only stablecoin-${name}`}>
        {legend && (
          <>
            <span className="stablecoin-legend">{legend}</span>{" "}
          </>
        )}
        <span className="stablecoin-value">{text}</span>
        {hint && <small className="stablecoin-hint"> {hint}</small>}
      </p>
    )
  }
  return (
    <fieldset
      className={`stablecoin-choice stablecoin-${name}`}
      disabled={disabled}
    >
      <legend className="stablecoin-legend">{legend}</legend>
      {items.map(({ value: each, text, hint }) => (
        <label key={each} className="stablecoin-item">
          <input
            type="radio"
            name={id}
            value={each}
            checked={each === value}
            onChange={() => onChange(each)}
          />{" "}
          <span className="stablecoin-value">{text}</span>
          {hint && <small className="stablecoin-hint"> {hint}</small>}
        </label>
      ))}
    </fieldset>
  )
}
