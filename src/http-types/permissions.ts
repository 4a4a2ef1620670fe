/**
 * Resources that roles grant, where the store has Medusa's role-based access
 * control enabled.
 */
export type StablecoinResource =
  | "stablecoin_payment"
  | "stablecoin_exception"
  | "stablecoin_refund"
  | "stablecoin_webhook"
  | "stablecoin_setting"

/** A permission of a role, as `GET /admin/rbac/me/permissions` lists it. */
export type StablecoinPermission = `${StablecoinResource}:${"read" | "update"}`
