import { useMutation } from "@tanstack/react-query"
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
  const { mutate, isPending, error } = useMutation({ mutationFn: onSave })

  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault()
        const entered = new FormData(event.currentTarget)
        mutate(Object.fromEntries(entered) as Delivery)
      }}
    >
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
      {error && <Problem error={error} />}
      <button type="submit" disabled={isPending}>
        {texts.save}
      </button>
      <button
        type="button"
        className="link"
        disabled={isPending}
        onClick={onLeave}
      >
        {texts.cancel}
      </button>
    </form>
  )
}
