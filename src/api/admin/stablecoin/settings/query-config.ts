const fields = ["id", "actor_id", "fields", "created_at"]

/** The only fields that `fields` and `order` may name. */
export const listChangesConfig = {
  defaults: fields,
  allowed: fields,
  isList: true,
}
