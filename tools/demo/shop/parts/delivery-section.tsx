import { useCart } from "../cart/cart-context.ts"
import { DEMO_DELIVERY, deliveryOf, saveDelivery } from "../cart/delivery.ts"
import { type Cart, useShop } from "../shop.ts"
import { DeliveryForm } from "./delivery-form.tsx"

/** The delivery address and shipping method, to read or to edit. */
export function DeliverySection({
  cart,
  editing,
  onEditing,
}: {
  cart: Cart
  editing: boolean
  onEditing: (editing: boolean) => void
}) {
  const { sdk, texts, money } = useShop()
  const { change } = useCart()
  const delivery = deliveryOf(cart) ?? DEMO_DELIVERY
  const [method] = cart.shipping_methods ?? []
  return (
    <section className="card" aria-labelledby="delivery">
      <h2 id="delivery">{texts.delivery}</h2>
      {editing ? (
        <DeliveryForm
          delivery={delivery}
          onSave={async (entered) => {
            await change(() => saveDelivery(sdk, cart, entered))
            onEditing(false)
          }}
          onLeave={() => onEditing(false)}
        />
      ) : (
        <div className="row spread">
          <address>
            {delivery.first_name} {delivery.last_name}
            <br />
            {delivery.address_1}, {delivery.postal_code} {delivery.city}
            <br />
            <span className="muted">{delivery.email}</span>
          </address>
          <button
            type="button"
            className="link"
            onClick={() => onEditing(true)}
          >
            {texts.change}
          </button>
        </div>
      )}
      <p className="row spread shipping">
        <span>{texts.shipping}</span>
        <span className="muted">
          {method ? money(method.amount, cart.currency_code) : "…"}
        </span>
      </p>
    </section>
  )
}
