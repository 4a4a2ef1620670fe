import "i18next"
import type en from "./en"

/** Makes an unknown key a type error. */
declare module "i18next" {
  interface CustomTypeOptions {
    resources: { stablecoin: typeof en }
  }
}
