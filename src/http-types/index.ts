export type * from "./desk"
export * from "./health"
export type * from "./settings"
export type * from "./store"
