export { readStoreConfig } from "./read-store-config"
export { type StoreConfig, StoreConfigError } from "./store-config"
export { pgConnectionOf } from "./pg-connection"
