/**
 * `migrated` has a store's tables. `seeded` also has the data of `seedStore` and
 * a cart that tests clone.
 */
export type Template = "migrated" | "seeded"
