import "i18next"
import type en from "./en"

/** So that a key that does not exist is a type error. */
declare module "i18next" {
  interface CustomTypeOptions {
    resources: { stablecoin: typeof en }
  }
}
