export { readStoreConfig } from "./read-store-config"
export { type StoreConfig, StoreConfigError } from "./store-config"
export { type PgConnection, pgConnectionOf } from "./pg-connection"
