import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import { readDeposits } from "../deposits/to-deposit"
import type { MadeField } from "../rows"

/** The money that resolving each exception may send back now. */
export const heldByException: MadeField = {
  from: ["id"],
  make: async (scope, rows) => {
    const { adminOperations } = scope.resolve(STABLECOIN_MODULE)
    return await Promise.all(
      rows.map(({ id }) => adminOperations.readHeld(String(id)))
    )
  },
}

/** The deposit of each exception, with its uses. */
export const depositOfException: MadeField = {
  from: ["deposit_id"],
  make: async (scope, rows) => {
    const deposits = await readDeposits(
      scope,
      rows.map(({ deposit_id }) => deposit_id)
    )
    return rows.map(({ deposit_id }) => deposits.get(deposit_id) ?? null)
  },
}
