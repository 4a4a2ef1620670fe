import { useShop } from "../shop.ts"

const MOST = 99

/** The quantity of an item, changed by two buttons. */
export function Quantity({
  of,
  value,
  disabled = false,
  onChange,
}: {
  /** The item's name, for screen readers. */
  of: string
  value: number
  disabled?: boolean
  onChange: (value: number) => void
}) {
  const { texts } = useShop()
  return (
    <div className="quantity" role="group" aria-label={texts.quantityOf(of)}>
      <button
        type="button"
        aria-label={texts.oneLess(of)}
        disabled={disabled || value <= 1}
        onClick={() => onChange(value - 1)}
      >
        −
      </button>
      <output aria-live="polite">{value}</output>
      <button
        type="button"
        aria-label={texts.oneMore(of)}
        disabled={disabled || value >= MOST}
        onClick={() => onChange(value + 1)}
      >
        +
      </button>
    </div>
  )
}
