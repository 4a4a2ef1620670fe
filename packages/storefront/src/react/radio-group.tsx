"use client"

import { type ReactElement, useId } from "react"

type Item = { value: string; text: string; hint?: string }

/** A radio group. A single item is shown as text. */
export function RadioGroup({
  name,
  legend,
  items,
  value,
  disabled,
  onChange,
}: {
  /** `way`, `coin` or `network`: part of the class names. */
  name: string
  /** Null for a single item that needs no name. */
  legend: string | null
  items: Item[]
  value: string
  disabled: boolean
  onChange(value: string): void
}): ReactElement {
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
