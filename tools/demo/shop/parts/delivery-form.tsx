import { type FormEvent, useState } from "react"
import type { Delivery } from "../cart/delivery.ts"
import { useShop } from "../shop.ts"
import { Problem } from "./problem.tsx"

const FIELDS = [
  { name: "email", type: "email", autoComplete: "email" },
  { name: "first_name", autoComplete: "given-name" },
  { name: "last_name", autoComplete: "family-name" },
  { name: "address_1", autoComplete: "street-address" },
  { name: "postal_code", autoComplete: "postal-code" },
  { name: "city", autoComplete: "address-level2" },
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
  const { texts } = useShop()
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
      {FIELDS.map(({ name, ...input }) => (
        <label key={name} className={name}>
          {texts.fields[name]}
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
        {texts.save}
      </button>
      <button type="button" className="link" disabled={busy} onClick={onLeave}>
        {texts.cancel}
      </button>
    </form>
  )
}
