import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import type { MadeField } from "../rows"

/** The money that resolving each exception may send back now. */
export const heldByException: MadeField = {
  from: ["id"],
  make: async (scope, rows) => {
    const { repository } = scope.resolve(STABLECOIN_MODULE)
    return await Promise.all(
      rows.map(({ id }) => repository.exceptions.readHeld(String(id)))
    )
  },
}
