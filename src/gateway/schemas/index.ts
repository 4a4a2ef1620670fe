export * from "./business-order"
export * from "./common"
export * from "./merchant-checkout"
