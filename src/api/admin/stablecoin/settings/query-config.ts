const fields = ["id", "actor_id", "fields", "created_at"]

/** Nothing but these can be asked for, by `fields` or `order`. */
export const listChangesConfig = {
  defaults: fields,
  allowed: fields,
  isList: true,
}
