import { Button } from "@medusajs/ui"
import type { ComponentProps } from "react"

/** A secondary button, which submits no form unless its type says so. */
export function SmallButton(props: ComponentProps<typeof Button>) {
  return <Button type="button" size="small" variant="secondary" {...props} />
}
