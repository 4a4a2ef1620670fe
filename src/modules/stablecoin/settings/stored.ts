import { z } from "zod"
import type { AccountRow } from "../repository/accounts/accounts"
import type { StoredRows } from "../repository/settings/settings"

/** The admin's settings and all accounts, as stored. */
export type StoredSettings = {
  /** By names such as `general.backend_url`. Values were valid when written. */
  values: Readonly<Record<string, unknown>>
  accounts: readonly AccountRow[]
}

const valueSchema = z.object({ value: z.unknown() })

/** Parses the rows. Ignores rows that were not written by this module. */
export function readStored({ settings, accounts }: StoredRows): StoredSettings {
  const values = settings.flatMap(({ key, value }) => {
    const { data } = valueSchema.safeParse(value)
    return data && data.value !== undefined ? [[key, data.value]] : []
  })
  return { values: Object.fromEntries(values), accounts }
}
