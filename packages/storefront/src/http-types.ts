/** The only file of the plugin that this package shares. */
export type * from "../../../src/http-types/store.ts"
