/** `GET /admin/stablecoin/settings/changes?limit=&offset=`, newest first. */
export type AdminSettingChangesResponse = {
  changes: {
    id: string
    actor_id: string
    /** The user's email. Null when the user was deleted. */
    actor: string | null
    /**
     * Such as `onchain.base_url`. `confirmed:live` means that the user
     * confirmed this warning.
     */
    fields: string[]
    created_at: string
  }[]
  count: number
  offset: number
  limit: number
}
