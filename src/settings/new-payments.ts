import type { Rail } from "../ledger/rails"
import type { SettingValues } from "./declarations"

/** Whether a rail starts payments under a choice of "New payments". */
export function takesNewPayments(
  choice: SettingValues["accept_new_payments"],
  rail: Rail
): boolean {
  return choice === "all" || choice === rail
}
