import {
  type Declaration,
  DECLARATIONS,
  type FormSection,
  type ValueOf,
} from "./declarations"

type Declarations = typeof DECLARATIONS
type Table = Record<string, Declaration>

/** A declared setting of a table, with its name. */
type Named<T extends Table> = {
  [Name in keyof T]: { name: Name } & T[Name]
}[keyof T]

export type Setting = Named<Declarations>

/** A declared setting that is edited in a generic form. */
export type FormSetting = Extract<Setting, { section: FormSection }>

/** Every declared setting. */
export const SETTINGS = named(DECLARATIONS)

/** The settings of a form, in order. */
export function settingsOf(section: FormSection): FormSetting[] {
  return SETTINGS.filter(
    (setting): setting is FormSetting => setting.section === section
  )
}

/** The values by their names in the Admin API. */
export type SettingValues = Values<Declarations>

/** The options in `medusa-config.ts`. */
export type SettingOptions = Options<Declarations>

/** The effective values by the names of their options. */
export type EffectiveOptions = Effective<Declarations>

type Values<T extends Table> = { [Name in keyof T]: ValueOf<T[Name]> }

type Options<T extends Table> = {
  [Name in keyof T as T[Name]["option"]]?:
    | OptionOf<ValueOf<T[Name]>>
    | (T[Name] extends { isSwitch: true } ? boolean : never)
}

/** A list may contain unset environment variables. */
type OptionOf<Value> = Value extends string[] ? (string | undefined)[] : Value

type Effective<T extends Table> = {
  [Name in Defaulted<T> as T[Name]["option"]]: ValueOf<T[Name]>
} & {
  [Name in Exclude<keyof T, Defaulted<T>> as T[Name]["option"]]?: ValueOf<
    T[Name]
  >
}

type Defaulted<T extends Table> = {
  [Name in keyof T]: T[Name] extends { default: unknown } ? Name : never
}[keyof T]

function named<T extends Table>(table: T): readonly Named<T>[] {
  return Object.entries(table).map(
    ([name, declaration]) => ({ name, ...declaration })
    // `Object.entries` loses which name belongs to which declaration.
  ) as readonly unknown[] as readonly Named<T>[]
}
