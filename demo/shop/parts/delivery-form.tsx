import { type FormEvent, useState } from "react"
import type { Delivery } from "../cart/delivery.ts"
import { Problem } from "./problem.tsx"

const FIELDS = [
  { name: "email", label: "Email", type: "email", autoComplete: "email" },
  { name: "first_name", label: "First name", autoComplete: "given-name" },
  { name: "last_name", label: "Last name", autoComplete: "family-name" },
  { name: "address_1", label: "Street", autoComplete: "street-address" },
  { name: "postal_code", label: "Postal code", autoComplete: "postal-code" },
  { name: "city", label: "City", autoComplete: "address-level2" },
] as const

/** The form for the delivery address. */
export function DeliveryForm({
  delivery,
  onSave,
  onLeave,
}: {
  delivery: Delivery
  onSave: (delivery: Delivery) => Promise<void>
  /** Called when the address stays unchanged. */
  onLeave: () => void
}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()

  const save = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    setBusy(true)
    setProblem(undefined)
    try {
      await onSave(Object.fromEntries(entered) as Delivery)
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }

  return (
    <form className="fields" onSubmit={(event) => void save(event)}>
      {FIELDS.map(({ name, label, ...input }) => (
        <label key={name} className={name}>
          {label}
          <input
            name={name}
            defaultValue={delivery[name]}
            required
            {...input}
          />
        </label>
      ))}
      {problem !== undefined && <Problem error={problem} />}
      <button type="submit" disabled={busy}>
        Save
      </button>
      <button type="button" className="link" disabled={busy} onClick={onLeave}>
        Cancel
      </button>
    </form>
  )
}
