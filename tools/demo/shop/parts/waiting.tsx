import { useShop } from "../shop.ts"

/** Shown while data is loading. */
export function Waiting() {
  const { texts } = useShop()
  return (
    <p className="waiting" role="status">
      {texts.waiting}
    </p>
  )
}
